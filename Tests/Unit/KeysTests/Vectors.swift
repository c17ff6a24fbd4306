import Foundation
import Primitives

/// The vector files of these tests.
enum Vectors {
    /// Reads the JSON file at `path` below `Vectors`.
    static func read<Value: Decodable>(
        _ path: String, as type: Value.Type = Value.self, file: String = #filePath
    ) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes(path, file: file)))
    }

    /// The bytes of the file at `path` below `Vectors`.
    static func bytes(_ path: String, file: String = #filePath) throws -> [UInt8] {
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("Vectors")
        return try Array(Data(contentsOf: folder.appendingPathComponent(path)))
    }
}

/// Bytes in hexadecimal, with or without `0x`.
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
