import Bridge
import Foundation
import Keys

/// The vector files beside these tests, and those of other rooms.
enum Vectors {
    /// Reads the JSON file at `path` below this folder's `Vectors`.
    static func read<Value: Decodable>(
        _ path: String, room: String = "WalletTests", as type: Value.Type = Value.self
    ) throws -> Value {
        try JSONDecoder().decode(type, from: data(path, room: room))
    }

    /// Reads the JSON file at `path` the way the bridge reads messages.
    static func json(_ path: String, room: String = "WalletTests") throws -> JSON {
        try JSON(parsing: Array(data(path, room: room)))
    }

    private static func data(_ path: String, room: String) throws -> Data {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try Data(contentsOf: tests.appendingPathComponent("\(room)/Vectors/\(path)"))
    }
}

/// Bytes that a vector writes in hexadecimal, with `0x` or without.
struct HexBytes: Decodable {
    let bytes: [UInt8]

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let bytes = Hex.decode(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not hexadecimal"))
        }
        self.bytes = bytes
    }
}
