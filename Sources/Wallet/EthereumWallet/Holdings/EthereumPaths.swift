import Keys

/// A series of key paths on which wallets put the accounts of EVM chains.
enum EthereumPathScheme: String, CaseIterable {
    /// BIP-44 with the account as the last number, as MetaMask, Rabby and this wallet use it.
    case standard = "BIP-44"

    /// BIP-44 with the account as the third number, as Ledger Live uses it.
    case ledgerLive = "Ledger Live"

    /// Without the level of change, as older programs for Ledger devices use it.
    case legacy = "Ledger (legacy)"

    /// The path of the account with this index.
    func path(_ index: UInt32) -> String {
        switch self {
        case .standard: "m/44'/60'/0'/0/\(index)"
        case .ledgerLive: "m/44'/60'/\(index)'/0/0"
        case .legacy: "m/44'/60'/0'/\(index)"
        }
    }

    /// The index of the account that this wallet uses for `path`; `nil` if it has another form.
    static func index(ofStandard path: String) -> UInt32? {
        guard let index = path.split(separator: "/").last.flatMap({ UInt32($0) }), index < DerivationPath.hardened,
            standard.path(index) == path
        else { return nil }
        return index
    }
}
