/// The token types of the Simple Ledger Protocol.
public enum SLPKind: UInt8, Hashable, Sendable {
    /// Fungible tokens (type 1).
    case fungible = 0x01
    /// A non-fungible token (NFT1 child).
    case child = 0x41
    /// A group of non-fungible tokens (NFT1 group).
    case group = 0x81

    /// Reads a token type of one or two bytes.
    init(_ bytes: [UInt8]) throws(BitcoinError) {
        guard 1...2 ~= bytes.count else { throw .slp(.size) }
        guard bytes.count == 1 || bytes[0] == 0, let last = bytes.last, let kind = SLPKind(rawValue: last) else {
            throw .slp(.kind)
        }
        self = kind
    }
}
