/// An account on a chain (CAIP-10), such as `eip155:8453:0x5aAe…`.
public struct AccountID: Hashable, Sendable, CustomStringConvertible {
    /// The chain.
    public let chain: ChainID

    /// The account's address on the chain, as it was written.
    public let address: String

    /// Reads `namespace:reference:address`; `nil` if the text does not have that form.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let chain = ChainID("\(parts[0]):\(parts[1])"), CAIPText.isReference(parts[2]) else {
            return nil
        }
        self.chain = chain
        address = String(parts[2])
    }

    /// Creates the ID of a checked address on `chain`.
    public init(chain: ChainID, address: String) {
        self.chain = chain
        self.address = address
    }

    /// The text form.
    public var description: String { "\(chain):\(address)" }

    /// Whether both identify the same account, ignoring the case of checksums.
    public func isSame(as other: AccountID) -> Bool {
        chain == other.chain && CAIPText.areSame(address, other.address, in: chain.namespace)
    }
}
