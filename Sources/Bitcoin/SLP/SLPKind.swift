/// The kinds of tokens that the Simple Ledger Protocol has.
public enum SLPKind: UInt8, Hashable, Sendable {
    /// Tokens of which one is like another (type 1).
    case fungible = 0x01
    /// A single thing (NFT1, child).
    case child = 0x41
    /// What single things are made of (NFT1, group).
    case group = 0x81

    /// Reads one or two bytes.
    init(_ bytes: [UInt8]) throws(BitcoinError) {
        guard 1...2 ~= bytes.count else { throw .slp(.size) }
        guard bytes.count == 1 || bytes[0] == 0, let last = bytes.last, let kind = SLPKind(rawValue: last) else {
            throw .slp(.kind)
        }
        self = kind
    }
}
