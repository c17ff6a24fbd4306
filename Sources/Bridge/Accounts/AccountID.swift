/// An account on a chain (CAIP-10), such as `eip155:8453:0x5aAe…`.
public struct AccountID: Hashable, Sendable, CustomStringConvertible {
    /// The chain.
    public let chain: ChainID

    /// The account's name there, as it was written.
    public let address: String

    /// Reads `namespace:reference:address`; `nil` where the text is not of that form.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let chain = ChainID("\(parts[0]):\(parts[1])"), CAIPText.isReference(parts[2]) else {
            return nil
        }
        self.chain = chain
        address = String(parts[2])
    }

    /// The account with this address on `chain`; the address is one that the wallet has checked.
    public init(chain: ChainID, address: String) {
        self.chain = chain
        self.address = address
    }

    /// The form in which it was read.
    public var description: String { "\(chain):\(address)" }

    /// Whether both name one account, however the letters of their checksums are written.
    public func isSame(as other: AccountID) -> Bool {
        chain == other.chain && CAIPText.areSame(address, other.address, in: chain.namespace)
    }
}
