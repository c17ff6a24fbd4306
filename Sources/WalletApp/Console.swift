import Glibc
import Keys
import Logging

/// What the program says to the terminal.
package enum Console {
    /// Says `line` on standard output, at once also where that is a pipe.
    package static func say(_ line: String) {
        print(line)
        fflush(nil)
    }

    /// Complains on standard error, in one line that begins with the program's name.
    package static func complain(_ sentence: String) {
        let line = Array("\(program): \(sentence)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    /// The name under which this program was started.
    private static let program =
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "drawbridge"

    /// Notes in the log, once, where the system does not lock the memory of secrets.
    static func logMemoryLock() {
        MemoryLock.onFailure { error in
            Logger(label: "drawbridge.keys").warning(
                "The system does not lock the memory of secrets, so they may be written to swap",
                metadata: ["errno": "\(error)"])
        }
    }

    /// Sends the log to standard error: what went wrong, or more where `DRAWBRIDGE_LOG` names a level, such as `info`.
    static func startLog() {
        let level = getenv("DRAWBRIDGE_LOG").flatMap { Logger.Level(rawValue: String(cString: $0)) } ?? .warning
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
    }
}
