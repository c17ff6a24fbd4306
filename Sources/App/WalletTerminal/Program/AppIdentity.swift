import CBuild
import Foundation
package import WalletConnect

/// The names by which the desktop identifies this program.
package enum AppIdentity {
    /// The version of all programs, and the only place of the number: `scripts/version` reads it.
    package static let version = "0.1.0"

    /// The version and the commit, for `--version`.
    package static let release: String = {
        let commit = String(cString: drawbridge_commit())
        return commit.isEmpty ? "\(version), debug build" : "\(version), commit \(commit)"
    }()

    /// The name of the program, which is the same in every language.
    package static let name = "Drawbridge"

    /// The name on the session bus, of the desktop entry, and of the application.
    package static let id = "io.github.drawbridge"

    /// What the wallet's windows say of their program: GTK takes it from the name of the program's file.
    package static let windowClass = "drawbridge"

    /// The address that belongs to ``id``; apps compute with it, so it must be one.
    static let site = "https://drawbridge.github.io"

    /// The icon of the desktop's menu, as pages and apps get it.
    package static let icon =
        "data:image/svg+xml;base64," + Data(PackageResources.io_github_drawbridge_svg).base64EncodedString()

    /// What the wallet says about itself to apps.
    package static var metadata: AppMetadata {
        AppMetadata(name: name, description: "A wallet for the Linux desktop", url: site, icons: [icon])
    }

    /// The name on the bus of a window with the demo's keys: it never replaces one with the user's.
    package static let demo = "io.github.drawbridge.demo"

    /// The program's own URI scheme: `drawbridge://sumup-callback?…`, `drawbridge://walletconnectpay?paymentId=…`.
    package static let scheme = "drawbridge"

    /// The URI schemes that this program can open for the desktop: its own, that of WalletConnect, and those of payments.
    package static let schemes = [scheme, "wc", "bitcoin", "bitcoincash", "ethereum"]

    /// The maximum length of a link, in bytes.
    package static let longestLink = 8_192

    /// This program's file.
    package static var program: String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
    }
}
