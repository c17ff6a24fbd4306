internal import Primitives

/// The identifier of a locking script at servers: its SHA-256 (Electrum protocol, “Script Hashes”).
public struct ScriptHash: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes of the SHA-256 digest, in its own order.
    public let bytes: [UInt8]

    /// Hashes a serialised locking script.
    public init(ofScript script: [UInt8]) {
        bytes = SHA256.hash(script).bytes
    }

    /// 64 lower-case hexadecimal digits, last byte first, as in the protocol.
    public var description: String { Hex.encode(bytes.reversed()) }

    /// Reads what ``description`` writes.
    init?(_ text: String) {
        guard text.utf8.count == 64, !text.hasPrefix("0x"), let bytes = Hex.decode(text) else { return nil }
        self.bytes = bytes.reversed()
    }
}
