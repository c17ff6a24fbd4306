import CWebKit
import Glibc

/// The user's desktop entries: `applications` in `XDG_DATA_HOME`.
@MainActor package struct DesktopEntries {
    /// The folder.
    package let folder: String

    /// The entries of this user.
    package init() {
        folder = String(cString: g_get_user_data_dir()) + "/applications"
    }

    /// Makes a program the default for the schemes of its entry.
    ///
    /// An entry that was installed with the same program is used as it is; otherwise one is written for this user.
    ///
    /// - Throws: ``DesktopError``.
    package func install(_ entry: DesktopEntry) throws(DesktopError) {
        let own = path(of: entry.id)
        var program = holds(entry.id) ? nil : Self.installed(entry)
        if program == nil {
            guard g_mkdir_with_parents(folder, 0o755) == 0 else { throw .folder(path: folder, reason: Self.reason) }
            try write(entry.text, to: own)
            updateCache()
            program = g_desktop_app_info_new_from_filename(own)
        }
        guard let program else { throw .refused(path: own) }
        defer { g_object_unref(UnsafeMutableRawPointer(program)) }
        for scheme in entry.schemes {
            var error: UnsafeMutablePointer<GError>?
            let isSet = g_app_info_set_as_default_for_type(program, Self.type(scheme), &error)
            g_clear_error(&error)
            guard isSet != 0 else { throw .refused(path: own) }
        }
    }
    /// Removes this user's entry, and the choice of this program as default for its schemes.
    ///
    /// - Returns: Whether there was one of them.
    @discardableResult package func remove(_ id: String, schemes: [String]) throws(DesktopError) -> Bool {
        let path = path(of: id)
        let wasThere = unlink(path) == 0
        guard wasThere || errno == ENOENT else { throw .folder(path: folder, reason: Self.reason) }
        let chosen = Self.choices(of: "\(id).desktop", schemes)
        for scheme in chosen { g_app_info_reset_type_associations(Self.type(scheme)) }
        if wasThere { updateCache() }
        return wasThere || !chosen.isEmpty
    }

    /// The schemes for which this user has chosen an entry.
    ///
    /// A program that is only offered by its entry is not chosen.
    private static func choices(of entry: String, _ schemes: [String]) -> [String] {
        let file = g_key_file_new()
        defer { g_key_file_unref(file) }
        let path = String(cString: g_get_user_config_dir()) + "/mimeapps.list"
        guard g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, nil) != 0 else { return [] }
        return schemes.filter { scheme in
            ["Default Applications", "Added Associations"].contains { group in
                let value = g_key_file_get_string(file, group, type(scheme), nil)
                defer { g_free(value) }
                return value.map { String(cString: $0).split(separator: ";").contains(entry[...]) } ?? false
            }
        }
    }

    /// The entry of that ID for all users, if it starts the same program.
    private static func installed(_ entry: DesktopEntry) -> OpaquePointer? {
        guard let found = g_desktop_app_info_new("\(entry.id).desktop") else { return nil }
        // GLib leaves the quotation marks of the entry.
        let program = g_app_info_get_executable(found).map { String(cString: $0).filter { $0 != "\"" } }
        if let program, let own = entry.command.first, real(program) == real(own) { return found }
        g_object_unref(UnsafeMutableRawPointer(found))
        return nil
    }

    private static func real(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static func type(_ scheme: String) -> String { "x-scheme-handler/\(scheme)" }

    /// Whether the entry exists.
    package func holds(_ id: String) -> Bool {
        access(path(of: id), F_OK) == 0
    }

    private func path(of id: String) -> String { "\(folder)/\(id).desktop" }

    /// The file is replaced atomically.
    private func write(_ text: String, to path: String) throws(DesktopError) {
        let draft = "\(path).\(getpid()).new"
        unlink(draft)
        let file = Glibc.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw .folder(path: folder, reason: Self.reason) }
        let bytes = Array(text.utf8)
        let isWhole = Glibc.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
        close(file)
        guard isWhole, rename(draft, path) == 0 else {
            let reason = Self.reason
            unlink(draft)
            throw .folder(path: folder, reason: reason)
        }
    }

    /// Some desktops read a cache instead of the entries; if the tool that updates it is missing, there is no cache.
    private func updateCache() {
        guard let tool = g_find_program_in_path("update-desktop-database") else { return }
        defer { g_free(tool) }
        var arguments: [UnsafeMutablePointer<CChar>?] = [tool, g_strdup(folder), nil]
        defer { g_free(arguments[1]) }
        let quiet = GSpawnFlags(rawValue: G_SPAWN_STDOUT_TO_DEV_NULL.rawValue | G_SPAWN_STDERR_TO_DEV_NULL.rawValue)
        g_spawn_sync(nil, &arguments, nil, quiet, nil, nil, nil, nil, nil, nil)
    }

    private static var reason: String { String(cString: strerror(errno)) }
}
