public import Bridge
public import Foundation

/// A file of golden messages: the exchanges of one method in one dialect; `Tests/Data/Golden/README.md` describes the
/// format.
public struct GoldenMessages: Sendable {
    /// The name of the method.
    public let method: String

    /// The exchanges, in order.
    public var exchanges: [JSON]

    private let url: URL

    /// The folder of all golden messages.
    public static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "Data/Golden", directoryHint: .isDirectory)

    /// Whether the tests write the wallet's responses into the files instead of comparing them.
    public static var isUpdating: Bool { ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" }

    /// The value of the file `name` in the folder.
    public static func value(_ name: String) throws -> JSON {
        try JSON(parsing: [UInt8](Data(contentsOf: folder.appending(path: name))))
    }

    /// The files of the dialect `dialect`, sorted by name.
    public static func all(of dialect: String) throws -> [GoldenMessages] {
        let folder = folder.appending(path: dialect, directoryHint: .isDirectory)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }.map { url in
            let value = try JSON(parsing: [UInt8](Data(contentsOf: url)))
            return GoldenMessages(
                method: url.deletingPathExtension().lastPathComponent, exchanges: value.array ?? [], url: url)
        }
    }

    /// Writes the exchanges to the file, with one member of an exchange per line.
    public func write() throws {
        let lines = exchanges.map { exchange in
            let members = exchange.object?.members ?? []
            return "    {\n"
                + members.map { "        \(JSON.string($0.key).text): \(Self.spaced($0.value))" }.joined(
                    separator: ",\n")
                + "\n    }"
        }
        try Data("[\n\(lines.joined(separator: ",\n"))\n]\n".utf8).write(to: url, options: .atomic)
    }

    /// The value on one line, with a space after each comma and colon.
    private static func spaced(_ value: JSON) -> String {
        switch value {
        case .array(let elements): "[\(elements.map(spaced).joined(separator: ", "))]"
        case .object(let object):
            "{\(object.members.map { "\(JSON.string($0.key).text): \(spaced($0.value))" }.joined(separator: ", "))}"
        default: value.text
        }
    }
}
