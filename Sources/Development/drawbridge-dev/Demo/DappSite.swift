import CDevelopmentPages
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
            ("index.html", drawbridge_dapp_html()), ("dapp.js", drawbridge_dapp_js()),
            ("style.css", drawbridge_dapp_css()), ("transactions.js", drawbridge_transactions_js()),
            ("card.js", drawbridge_card_js()),
        ]
        for (name, text) in files { try Data(String(cString: text).utf8).write(to: folder.appending(path: name)) }
        site = try await Site.serve(folder.path)
        url = site.url
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }
}
