internal import Primitives

/// Bytes that a vector has in hexadecimal, with or without `0x`.
public struct HexBytes: Decodable, Sendable {
    /// The bytes.
    public let bytes: [UInt8]

    /// Parses the text of a vector.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let bytes = Hex.decode(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not hexadecimal"))
        }
        self.bytes = bytes
    }
}
