import Foundation
import Harness

/// Serves the example dapp on the loopback interface, for as long as this object exists.
final class DappSite: Sendable {
    let url: String
    private let site: Site
    private let folder: URL

    /// Writes the embedded files of the dapp to a temporary folder and serves it.
    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "drawbridge-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let files = [
            ("index.html", PackageResources.index_html), ("dapp.js", PackageResources.dapp_js),
            ("style.css", PackageResources.style_css), ("transactions.js", PackageResources.transactions_js),
            ("card.js", PackageResources.card_js),
        ]
        for (name, bytes) in files { try Data(bytes).write(to: folder.appending(path: name)) }
        site = try await Site.serve(folder.path)
        url = site.url
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }
}
