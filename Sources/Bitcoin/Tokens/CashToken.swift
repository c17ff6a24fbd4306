/// A token that an output of Bitcoin Cash carries beside its satoshis (CHIP-2022-02-CashTokens).
public struct CashToken: Hashable, Sendable {
    /// What the owner of a token that stands for one thing may do with it.
    public enum Capability: UInt8, Sendable {
        /// Hand it on as it is.
        case none = 0
        /// Change its text once.
        case mutable = 1
        /// Make more of them.
        case minting = 2
    }

    /// The byte in front of a token.
    static let prefix: UInt8 = 0xEF

    /// Which kind of token: the name of the transaction whose output it came from.
    public let category: TransactionID

    /// How many, from zero up to 2^63 − 1.
    public let amount: UInt64

    /// What may be done with the single thing that it stands for; `nil` where it stands for none.
    public let capability: Capability?

    /// The single thing's own text; empty where it has none.
    public let commitment: [UInt8]

    /// Reads a prefix, all of `bytes`.
    ///
    /// - Throws: ``BitcoinError/bytes(_:)``.
    public init(_ bytes: some Collection<UInt8>) throws(BitcoinError) {
        var reader = ByteReader(bytes)
        try self.init(&reader)
        try reader.end()
    }

    init(_ reader: inout ByteReader) throws(BitcoinError) {
        guard try reader.number(UInt8.self) == Self.prefix else { throw .bytes(.token) }
        category = try TransactionID(&reader)
        let bits = try reader.number(UInt8.self)
        let (hasCommitment, hasThing, hasAmount) = (bits & 0x40 != 0, bits & 0x20 != 0, bits & 0x10 != 0)
        // The highest bit is reserved; a text or a capability belongs to a single thing.
        guard bits & 0x80 == 0, hasThing || hasAmount, hasThing || !hasCommitment, hasThing || bits & 0x0F == 0 else {
            throw .bytes(.token)
        }
        capability = hasThing ? Capability(rawValue: bits & 0x0F) : nil
        guard hasThing == (capability != nil) else { throw .bytes(.token) }
        commitment = hasCommitment ? try reader.text() : []
        amount = hasAmount ? try reader.size() : 0
        guard hasCommitment == !commitment.isEmpty, hasAmount == (amount > 0), amount <= UInt64(Int64.max) else {
            throw .bytes(.token)
        }
    }

    /// The prefix, as it stands in front of the locking script.
    public var bytes: [UInt8] {
        var bytes = [Self.prefix] + category.bytes
        bytes.append(
            (commitment.isEmpty ? 0 : 0x40) | (capability == nil ? 0 : 0x20) | (amount == 0 ? 0 : 0x10)
                | (capability?.rawValue ?? 0))
        if !commitment.isEmpty { bytes.append(text: commitment) }
        if amount > 0 { bytes.append(size: amount) }
        return bytes
    }
}
