/// Somebody to whom the user sent something before.
public struct Recipient: Hashable, Sendable {
    /// The chain, as CAIP-2 writes it.
    public let chain: String

    /// The address, whole, in the chain's canonical writing (EIP-55, CashAddr with its prefix, bech32).
    public let address: String

    /// What the user calls it, where they gave it a name.
    public let name: String?

    /// When it was used last, in seconds since 1970.
    public let lastUsed: Int64

    /// Creates a recipient.
    public init(chain: String, address: String, name: String? = nil, lastUsed: Int64) {
        self.chain = chain
        self.address = address
        self.name = name
        self.lastUsed = lastUsed
    }
}
