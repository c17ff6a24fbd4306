import Glibc
public import Logging

/// Writes the log to the standard error stream, one JSON object in a line.
public struct JSONLogHandler: LogHandler {
    /// The least level that is written.
    public var logLevel: Logger.Level

    /// What is written with each line.
    public var metadata: Logger.Metadata = [:]

    /// Creates a handler that writes messages of `level` and above.
    public init(level: Logger.Level) {
        logLevel = level
    }

    /// A value that is written with each line.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a line.
    public func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
        let line = Self.line(event.level, "\(event.message)", all, milliseconds: WallClock.milliseconds())
        // One call for a line, so that the lines of two threads do not mix. What cannot be written is lost: the relay
        // has more important work than its log.
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// A line of the log.
    static func line(
        _ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata, milliseconds: UInt64
    ) -> [UInt8] {
        var text = JSONText()
        text.append("{\"time\":")
        text.append(string: HTTPDate.internet(milliseconds: milliseconds))
        text.append(",\"level\":")
        text.append(string: level.rawValue)
        text.append(",\"message\":")
        text.append(string: message)
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            text.append(",")
            text.append(string: key)
            text.append(":")
            text.append(string: "\(value)")
        }
        text.append("}\n")
        return text.bytes
    }
}
