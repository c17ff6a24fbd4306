package import Bridge
import Glibc
import HeadlessWallet
import Keys
import Logging
import Messages

/// The program's output to the terminal.
package enum Console {
    /// Prints `line` to standard output, without what would control the terminal, and flushes it even if it is a pipe.
    package static func say(_ line: String) { draw(plain(line)) }

    /// Prints a text of the wallet that may control the terminal, such as a QR code.
    package static func draw(_ text: String) {
        print(text)
        fflush(nil)
    }

    /// A text with escapes for control characters and directional controls.
    ///
    /// An escape such as `\u001b` means the same in a string of JSON. Tabs and line feeds stay.
    static func plain(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return text.unicodeScalars.reduce(into: "") { plain, scalar in
            guard isControl(scalar) else { return plain.unicodeScalars.append(scalar) }
            let digits = String(scalar.value, radix: 16)
            plain += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0x00...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Prints an error to standard error, in one line that starts with the program's name.
    package static func complain(_ sentence: String) {
        let line = Array("\(program): \(plain(sentence))\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    /// Says on standard error why there is nothing to list, so that an empty list is no riddle.
    ///
    /// - Parameter hasWallet: Whether there is a wallet, about whose accounts nothing is known yet.
    package static func noteEmpty(hasWallet: Bool) {
        complain(
            hasWallet
                ? localized(
                    """
                    Nothing is known about your accounts yet. Open the wallet and unlock it once; `drawbridge doctor` \
                    checks the servers.
                    """) : Wallet.absence)
    }

    /// The name under which this program was started.
    private static let program =
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "drawbridge"

    /// Logs once if the system does not lock the memory of secrets.
    static func logMemoryLock() {
        MemoryLock.onFailure { error in
            Logger(label: "drawbridge.keys").warning(
                "The system does not lock the memory of secrets, so they may be written to swap",
                metadata: ["errno": "\(error)"])
        }
    }

    /// Sends the log to standard error: errors only, or more if `DRAWBRIDGE_LOG` names a level, such as `info`.
    static func startLog() {
        let level = getenv("DRAWBRIDGE_LOG").flatMap { Logger.Level(rawValue: String(cString: $0)) } ?? .warning
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
    }
}

extension Quotation {
    /// A text without quotation marks if all of it is visible; in them otherwise.
    package static func bare(_ text: String?) -> String {
        guard let text else { return "-" }
        return VisibleText.of(text) == text ? text : of(text)
    }
}
