import Foundation
import WebHost

/// What the person who started the tests wants.
enum Run {
    /// The carrier under test: `--transport NAME`.
    static let transport = choice ?? .reply

    /// Only tests whose names hold one of these words; none means all.
    static let words = CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("--") && $0 != choice?.rawValue }

    /// Whether times are printed: `--times`.
    private static let showsTimes = CommandLine.arguments.contains("--times")

    /// Whether tests that repeat one thing do it as often as was once promised: `--thorough`.
    static let isThorough = CommandLine.arguments.contains("--thorough")

    /// Prints what is only of interest to who asked for times.
    static func tell(_ text: @autoclosure () -> String) {
        if showsTimes { print(text()) }
    }

    static func wants(_ test: PageTest) -> Bool {
        words.isEmpty || words.contains { test.name.contains($0) }
    }

    private static let choice: WebView.Options.Transport? = {
        let arguments = CommandLine.arguments
        guard let place = arguments.firstIndex(of: "--transport"), place + 1 < arguments.count else { return nil }
        guard let transport = WebView.Options.Transport(rawValue: arguments[place + 1]) else {
            print("No carrier is called \(arguments[place + 1]).")
            exit(64)
        }
        return transport
    }()
}
