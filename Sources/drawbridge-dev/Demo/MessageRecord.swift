import Bridge
import Foundation

/// A file with every message that passed, a JSON object a line, in order.
@MainActor final class MessageRecord {
    private let file: FileHandle

    /// Creates the file at `path`, in place of one that is there.
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

    /// A message as a line for people, cut where it is long.
    static func line(of trace: TraceEvent) -> String {
        let arrow = trace.direction == .request ? "→" : "←"
        let text = trace.text.count > 160 ? trace.text.prefix(157) + "…" : trace.text
        return "  \(arrow) \(trace.dialect) \(VisibleText.of(text))"
    }
}
