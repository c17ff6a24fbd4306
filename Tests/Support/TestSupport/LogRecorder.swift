public import Logging
import Synchronization

/// Keeps what was logged last, for tests to read.
public final class LogRecorder: Sendable {
    private let lines = Mutex<[String]>([])

    /// The maximum number of lines: a test that runs for minutes must not grow by them.
    private static let most = 100_000

    /// Creates an empty record.
    public init() {}

    /// What was logged, in order: message and metadata.
    public var text: [String] { lines.withLock { $0 } }

    /// Whether a line holds `words`.
    public func mentions(_ words: String) -> Bool {
        text.contains { $0.contains(words) }
    }

    /// A logger that writes here, at every level.
    public func logger(_ label: String) -> Logger {
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
            let line = "\(event.message) \(event.metadata ?? [:])"
            logRecorder.lines.withLock { lines in
                if lines.count >= LogRecorder.most { lines.removeFirst(LogRecorder.most / 2) }
                lines.append(line)
            }
        }
    }
}
