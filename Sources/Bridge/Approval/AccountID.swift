/// An account on a chain (CAIP-10), such as `eip155:1:0x…`.
public struct AccountID: Hashable, Sendable, CustomStringConvertible {
    /// The chain (CAIP-2), such as `eip155:1`.
    public let chain: String

    /// The address, in the form in which the wallet shows it.
    public let address: String

    /// Creates an identifier of two parts that are valid already.
    public init(chain: String, address: String) {
        self.chain = chain
        self.address = address
    }

    /// The identifier as text.
    public var description: String { "\(chain):\(address)" }
}
