import Bridge
import Glibc
import LocalServer

extension BridgeApp {
    /// The path with the working directory before it, unless it has one.
    private static func whole(_ path: String) -> String {
        guard !path.hasPrefix("/"), let directory = getcwd(nil, 0) else { return path }
        defer { free(directory) }
        return "\(String(cString: directory))/\(path)"
    }

    /// The content security policy of pages in a folder, unless the program sets another one.
    ///
    /// Scripts, requests and everything else come from the files of the folder only; style sheets may be in the page,
    /// and images, sounds and fonts in the addresses of what shows them. Text that gets into a page as markup can
    /// therefore run no script, and call no method.
    public static let folderPolicy = """
        default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' data: blob:; \
        font-src 'self' data:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'
        """

    /// Shows a page of the files in `folder`, and lets the pages of this folder call the methods.
    ///
    /// The files are served on 127.0.0.1, at a port that changes each time, while the program runs. Hidden files, and
    /// symbolic links to anything outside the folder, are not. Other programs of this computer can read what is served:
    /// return secrets from methods, which they cannot call. Files are read at each request, so reloading the page
    /// shows changes.
    ///
    /// Pages that were opened before may no longer call the methods, unless ``Options/origins`` has their origin.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder; a relative one begins at the working directory. SwiftPM copies a folder next to
    ///     the program with `resources: [.copy("page")]`; then it is `Bundle.module.bundlePath + "/page"`.
    ///   - page: The address of the first page in the folder, such as `help/index.html?topic=1#start`.
    ///   - policy: The content security policy (CSP Level 3) of all files; `nil` for none.
    /// - Throws: If there is no such folder or page, or if `policy` is not the value of a header field.
    public func open(
        folder: String, page: String = "index.html", policy: String? = BridgeApp.folderPolicy
    ) throws(BridgeAppError) {
        guard let files = SiteFolder(folder) else { throw .noFolder(Self.whole(folder)) }
        guard case .file = files.find("/" + page.prefix { $0 != "?" && $0 != "#" }) else {
            throw .noPage(page, folder: folder)
        }
        let fields = policy.map { [ServedRequest.Field("Content-Security-Policy", $0)] } ?? []
        guard ServedAnswer(200, headers: fields).isValid else { throw .policy }
        // Pages of other programs on this computer load nothing of the folder as a script or an image.
        let headers = fields + [ServedRequest.Field("Cross-Origin-Resource-Policy", "same-origin")]
        opening?.cancel()
        showWindow()
        opening = Task { [weak self] in
            do throws(LocalServerError) {
                let server = try await StaticSite.serve(files, headers: headers)
                guard !Task.isCancelled, let self else { return }
                self.server = server
                show("http://127.0.0.1:\(server.port)/\(page)")
            } catch {
                Self.report("The folder \(RPCError.quoted(folder)) cannot be served. \(error)")
            }
        }
    }
}
