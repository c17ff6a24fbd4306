public import Keys

/// One account of the user: the same number on every chain.
public struct Account: Hashable, Sendable {
    /// What the user calls it.
    public let name: String

    /// Its number, from 0 (BIP-44, "Account" of Bitcoin chains and "Index" of Ethereum).
    public let index: UInt32

    /// Whether its wallet is one imported key, from which nothing is derived.
    public let isSingleKey: Bool

    /// Creates an account.
    public init(name: String, index: UInt32, isSingleKey: Bool = false) {
        self.name = name
        self.index = index
        self.isSingleKey = isSingleKey
    }

    /// Where the key for `kind` is derived: BIP-44 with SLIP-44 coin types 60, 145 and 245, BIP-84 for Bitcoin.
    public func path(for kind: AddressKind) throws(KeyError) -> DerivationPath {
        if isSingleKey { return try DerivationPath("m") }
        return switch kind {
        case .ethereum: try DerivationPath("m/44'/60'/0'/0/\(index)")
        case .bitcoinCash: try DerivationPath("m/44'/145'/\(index)'/0/0")
        case .bitcoin: try DerivationPath("m/84'/0'/\(index)'/0/0")
        case .simpleLedger: try DerivationPath("m/44'/245'/\(index)'/0/0")
        }
    }
}
