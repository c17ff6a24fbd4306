internal import Primitives

/// The name under which servers know a locking script: its SHA-256 (Electrum protocol, “Script Hashes”).
public struct ScriptHash: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes as SHA-256 gives them.
    public let bytes: [UInt8]

    /// Names the locking script that is written so.
    public init(ofScript script: [UInt8]) {
        bytes = SHA256.hash(script).bytes
    }

    /// 64 lower-case digits, last byte first, as the protocol writes it.
    public var description: String { Hex.encode(bytes.reversed()) }

    /// Reads what ``description`` writes.
    init?(_ text: String) {
        guard text.utf8.count == 64, !text.hasPrefix("0x"), let bytes = Hex.decode(text) else { return nil }
        self.bytes = bytes.reversed()
    }
}
