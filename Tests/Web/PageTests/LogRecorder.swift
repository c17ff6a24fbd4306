import Logging
import Synchronization

/// Keeps what is logged, for tests to read.
final class LogRecorder: Sendable {
    private let lines = Mutex<[String]>([])

    /// Everything that was logged, in order.
    var text: [String] { lines.withLock { $0 } }

    /// Whether a line holds `words`.
    func mentions(_ words: String) -> Bool {
        text.contains { $0.contains(words) }
    }

    func logger(_ label: String) -> Logger {
        Logger(label: label) { _ in Handler(logRecorder: self) }
    }

    private struct Handler: LogHandler {
        let logRecorder: LogRecorder
        var metadata = Logger.Metadata()
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.MetadataValue? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            logRecorder.lines.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
        }
    }
}
