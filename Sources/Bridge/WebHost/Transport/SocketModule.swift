import CWebKit
import Glibc

/// The module that WebKit's web processes load for ``SocketTransport``.
///
/// WebKit loads every module of its folder and shows the whole folder to the web processes, in their sandbox, so the
/// folder may have nothing else.
enum SocketModule {
    /// The file at this absolute path can be loaded.
    case file(String)

    /// There is none, with the reason.
    case missing(String)

    /// The name of the file.
    static let name = "libDrawbridgePageSocket.so"

    /// The module in its folder next to the program, or in the folder for libraries where the program is installed.
    static let beside: SocketModule = {
        guard let program = realpath("/proc/self/exe", nil) else { return .missing("the program's path is unknown") }
        defer { free(program) }
        let folder = String(cString: program).split(separator: "/").dropLast().joined(separator: "/")
        let paths = ["/\(folder)/web-process/\(name)", "/\(folder)/../lib/drawbridge/\(name)"]
        guard let path = paths.first(where: { access($0, F_OK) == 0 }) else {
            return .missing("\(name) is neither in web-process beside the program nor in ../lib/drawbridge")
        }
        return SocketModule(path)
    }()

    /// Checks the file at `path`.
    init(_ path: String) {
        guard path.hasPrefix("/"), let real = realpath(path, nil) else {
            self = .missing("\(path) does not exist")
            return
        }
        defer { free(real) }
        let path = String(cString: real)
        self = Self.fault(of: path).map { .missing("\(path) \($0)") } ?? .file(path)
    }

    var path: String? {
        guard case .file(let path) = self else { return nil }
        return path
    }

    /// Why the file is not loaded.
    private static func fault(of path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return "is not a file" }
        if let fault = faultOfOwner(status) { return fault }
        let folder = folder(of: path)
        guard stat(folder, &status) == 0, let entries = opendir(folder) else {
            return "is in a folder that cannot be read"
        }
        defer { closedir(entries) }
        if let fault = faultOfOwner(status) { return "is in a folder that \(fault)" }
        while let entry = readdir(entries) {
            let other = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if other != ".", other != "..", !path.hasSuffix("/\(other)") {
                return "is in a folder with other files, which web processes could read"
            }
        }
        return nil
    }

    private static func faultOfOwner(_ status: stat) -> String? {
        guard status.st_uid == 0 || status.st_uid == geteuid() else { return "belongs to another user" }
        return status.st_mode & S_IWOTH == 0 ? nil : "can be changed by every user"
    }

    private static func folder(of path: String) -> String {
        String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
    }

    /// Makes web processes that start from now on load the module.
    @MainActor func load(into context: UnsafeMutablePointer<WebKitWebContext>) {
        guard let path else { return }
        webkit_web_context_set_web_extensions_directory(context, Self.folder(of: path))
        webkit_web_context_set_web_extensions_initialization_user_data(
            context, g_variant_new_string(SocketTransport.version))
        // WebKit 2.50 shows the folder, which has nothing else; other versions may not.
        webkit_web_context_add_path_to_sandbox(context, path, 1)
    }
}
