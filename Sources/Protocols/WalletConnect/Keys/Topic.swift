package import Primitives

/// The address of messages on a relay: a SHA-256, as 64 lower-case hexadecimal digits.
public struct Topic: Hashable, Sendable, CustomStringConvertible {
    /// The 64 digits.
    public let description: String

    /// The topic that a hash is.
    package init(_ hash: Digest32) {
        description = Hex.encode(hash.bytes)
    }

    /// Reads 64 lower-case digits; `nil` for any other text, since relays compare topics as text.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 64,
            text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 })
        else { return nil }
        description = String(text)
    }
}
