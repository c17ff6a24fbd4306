import Bridge
import Foundation

/// A file with every message, one JSON object per line, in order.
@MainActor final class MessageRecord {
    private let file: FileHandle

    /// Creates the file at `path`, and replaces an existing one.
    init(writing path: String) throws {
        try Data().write(to: URL(fileURLWithPath: path))
        file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }

    func add(_ trace: TraceEvent) {
        let entry: JSON = [
            "direction": .string(trace.direction.rawValue), "origin": .string(trace.peer.origin.description),
            "dialect": .string(trace.dialect), "message": .string(trace.text),
        ]
        file.write(Data(entry.bytes + [UInt8(ascii: "\n")]))
    }

    /// A message as a line for the terminal, truncated if it is long.
    static func line(of trace: TraceEvent) -> String {
        let arrow = trace.direction == .request ? "→" : "←"
        let text = trace.text.count > 160 ? trace.text.prefix(157) + "…" : trace.text
        return "  \(arrow) \(trace.dialect) \(VisibleText.of(text))"
    }
}
