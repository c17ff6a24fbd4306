/// What is known of a token: how it is called, and where the point stands in its amounts.
public struct Token: Hashable, Sendable {
    /// The chain, by its EIP-155 number.
    public let chainID: UInt64

    /// The contract.
    public let address: EthereumAddress

    /// The sign, such as `USDC`: printable characters, at most 12 of them.
    public let symbol: String

    /// How many digits stand behind the point.
    public let decimals: Int

    /// Whether the wallet vouches for it; else the sign is what somebody else wrote.
    public let isVouchedFor: Bool

    /// Takes a token whose sign can be read as it is.
    ///
    /// - Returns: `nil` where the sign is empty, longer than 12 characters or holds anything but printable ASCII without
    ///   spaces, or where there are more than 77 decimals.
    public init?(
        chainID: UInt64, address: EthereumAddress, symbol: String, decimals: Int, isVouchedFor: Bool = false
    ) {
        guard (1...12).contains(symbol.utf8.count), symbol.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            (0...77).contains(decimals)
        else { return nil }
        self.chainID = chainID
        self.address = address
        self.symbol = symbol
        self.decimals = decimals
        self.isVouchedFor = isVouchedFor
    }
}
