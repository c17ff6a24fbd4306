import Foundation

/// By what the desktop knows this program.
package enum AppIdentity {
    /// The version of both programs.
    package static let version = "0.1.0"

    /// The name on the bus, of the desktop entry, and of the program for other programs.
    package static let id = "io.github.drawbridge"

    /// The name on the bus of a window with the demo's keys: it never stands in front of one with the user's.
    static let demo = "io.github.drawbridge.demo"

    /// The scheme of our own: `drawbridge://sumup-callback?…`, `drawbridge://walletconnectpay?paymentId=…`.
    static let scheme = "drawbridge"

    /// The longest link that is looked at, in bytes.
    package static let longestLink = 8_192

    /// This program's file.
    package static var program: String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
    }
}
