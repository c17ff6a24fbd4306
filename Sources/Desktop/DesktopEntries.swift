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

    /// Writes an entry and makes it the default for its schemes.
    ///
    /// - Throws: ``DesktopError``.
    package func install(_ entry: DesktopEntry) throws(DesktopError) {
        guard g_mkdir_with_parents(folder, 0o755) == 0 else { throw .folder(path: folder, reason: Self.reason) }
        let path = path(of: entry.id)
        try write(entry.text, to: path)
        updateCache()
        guard let program = g_desktop_app_info_new_from_filename(path) else { throw .refused(path: path) }
        defer { g_object_unref(UnsafeMutableRawPointer(program)) }
        for scheme in entry.schemes {
            var error: UnsafeMutablePointer<GError>?
            let isSet = g_app_info_set_as_default_for_type(
                OpaquePointer(UnsafeMutableRawPointer(program)), "x-scheme-handler/\(scheme)", &error)
            g_clear_error(&error)
            guard isSet != 0 else { throw .refused(path: path) }
        }
    }

    /// Removes an entry, and its choice as default for its schemes.
    ///
    /// - Returns: Whether there was one.
    @discardableResult package func remove(_ id: String, schemes: [String]) throws(DesktopError) -> Bool {
        let path = path(of: id)
        let wasThere = unlink(path) == 0
        guard wasThere || errno == ENOENT else { throw .folder(path: folder, reason: Self.reason) }
        for scheme in schemes where wasThere { g_app_info_reset_type_associations("x-scheme-handler/\(scheme)") }
        if wasThere { updateCache() }
        return wasThere
    }

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
