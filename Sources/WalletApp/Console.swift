import Glibc
import Keys
import Logging

/// The program's output to the terminal.
package enum Console {
    /// Prints `line` to standard output, and flushes it even if it is a pipe.
    package static func say(_ line: String) {
        print(line)
        fflush(nil)
    }

    /// Prints an error to standard error, in one line that starts with the program's name.
    package static func complain(_ sentence: String) {
        let line = Array("\(program): \(sentence)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
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
