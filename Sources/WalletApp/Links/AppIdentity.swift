import Foundation

/// The names by which the desktop identifies this program.
package enum AppIdentity {
    /// The version of both programs.
    package static let version = "0.1.0"

    /// The name of the program, which is the same in every language.
    static let name = "Drawbridge"

    /// The name on the session bus, of the desktop entry, and of the application.
    package static let id = "io.github.drawbridge"

    /// The address that belongs to ``id``; apps compute with it, so it must be one.
    static let site = "https://drawbridge.github.io"

    /// A drawbridge, 96 pixels square.
    static let icon =
        "data:image/svg+xml;base64,"
        + "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI5NiIgaGVpZ2h0PSI5NiI+PHJlY3Qgd2lkdGg9Ijk2"
        + "IiBoZWlnaHQ9Ijk2IiByeD0iMjAiIGZpbGw9IiMyMzQiLz48cGF0aCBkPSJNMTYgNzZWMzBoMTR2NDZNNjYgNzZWMzBoMTR2NDZNMzAg"
        + "NzBoMzZNMzAgNTBsMzYgMjAiIHN0cm9rZT0iI2ZmZiIgc3Ryb2tlLXdpZHRoPSI2IiBmaWxsPSJub25lIi8+PC9zdmc+"

    /// The name on the bus of a window with the demo's keys: it never replaces one with the user's.
    static let demo = "io.github.drawbridge.demo"

    /// The program's own URI scheme: `drawbridge://sumup-callback?…`, `drawbridge://walletconnectpay?paymentId=…`.
    static let scheme = "drawbridge"

    /// The URI schemes that this program can open for the desktop: its own, that of WalletConnect, and those of payments.
    static let schemes = [scheme, "wc", "bitcoin", "bitcoincash", "ethereum"]

    /// The maximum length of a link, in bytes.
    package static let longestLink = 8_192

    /// This program's file.
    package static var program: String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
    }
}
