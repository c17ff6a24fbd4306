/// The known data of a token: its symbol and its decimals.
public struct Token: Hashable, Sendable {
    /// The EIP-155 chain ID.
    public let chainID: UInt64

    /// The contract.
    public let address: EthereumAddress

    /// The symbol, such as `USDC`: at most 12 printable characters.
    public let symbol: String

    /// The number of decimal places.
    public let decimals: Int

    /// Whether the wallet trusts this entry; otherwise the symbol is untrusted text.
    public let isVouchedFor: Bool

    /// Creates a token with a printable symbol.
    ///
    /// - Returns: `nil` if the symbol is empty, longer than 12 characters or not printable ASCII without spaces, or if
    ///   there are more than 77 decimals.
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
