/// A token in a Bitcoin Cash output, in addition to its satoshis (CHIP-2022-02-CashTokens).
public struct CashToken: Hashable, Sendable {
    /// The capability of a non-fungible token.
    public enum Capability: UInt8, Sendable {
        /// Immutable.
        case none = 0
        /// Its commitment can be changed once.
        case mutable = 1
        /// It can mint other tokens of the category.
        case minting = 2
    }

    /// The byte before a token.
    static let prefix: UInt8 = 0xEF

    /// The category: the ID of the transaction whose output created it.
    public let category: TransactionID

    /// The fungible amount, from zero to 2^63 − 1.
    public let amount: UInt64

    /// The capability of the non-fungible token, or `nil`.
    public let capability: Capability?

    /// The commitment of the non-fungible token, or an empty array.
    public let commitment: [UInt8]

    /// The maximum number of bytes of a commitment (CHIP-2024-12-P2S, in force since May 2026).
    static let longestCommitment = 128

    /// Reads a token prefix, which must fill `bytes`.
    ///
    /// - Throws: ``BitcoinError/bytes(_:)``.
    public init(_ bytes: some Collection<UInt8>) throws(BitcoinError) {
        var reader = ByteReader(bytes)
        try self.init(&reader)
        try reader.end()
    }

    /// Creates a token.
    ///
    /// - Returns: `nil` if the amount exceeds 2^63 − 1, the commitment 128 bytes, if there is a commitment without a
    ///   capability, or neither an amount nor a capability.
    public init?(category: TransactionID, amount: UInt64, capability: Capability? = nil, commitment: [UInt8] = []) {
        guard amount <= UInt64(Int64.max), commitment.count <= Self.longestCommitment,
            capability != nil || commitment.isEmpty,
            capability != nil || amount > 0
        else { return nil }
        self.category = category
        self.amount = amount
        self.capability = capability
        self.commitment = commitment
    }

    init(_ reader: inout ByteReader) throws(BitcoinError) {
        guard try reader.number(UInt8.self) == Self.prefix else { throw .bytes(.token) }
        category = try TransactionID(&reader)
        let bits = try reader.number(UInt8.self)
        let (hasCommitment, hasThing, hasAmount) = (bits & 0x40 != 0, bits & 0x20 != 0, bits & 0x10 != 0)
        // The highest bit is reserved; a commitment or a capability requires a non-fungible token.
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

    /// The encoded token prefix, which precedes the locking script.
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
