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

    func add(_ traffic: Traffic) {
        let entry: JSON = [
            "direction": .string(traffic.direction.rawValue), "origin": .string(traffic.peer.origin.description),
            "dialect": .string(traffic.dialect), "message": .string(traffic.text),
        ]
        file.write(Data(entry.bytes + [UInt8(ascii: "\n")]))
    }

    /// A message as a line for people, cut where it is long.
    static func line(of traffic: Traffic) -> String {
        let arrow = traffic.direction == .request ? "→" : "←"
        let text = traffic.text.count > 160 ? traffic.text.prefix(157) + "…" : traffic.text
        return "  \(arrow) \(traffic.dialect) \(VisibleText.of(text))"
    }
}
