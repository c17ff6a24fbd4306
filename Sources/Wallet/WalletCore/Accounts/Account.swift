public import Keys

/// An account of the user, with the same index on every chain.
public struct Account: Hashable, Sendable {
    /// The user's name for it.
    public let name: String

    /// Its index, from 0 (BIP-44: "Account" on Bitcoin chains and "Index" on Ethereum).
    public let index: UInt32

    /// Whether its wallet is a single imported key, from which nothing is derived.
    public let isSingleKey: Bool

    /// What Electrum or Electron Cash uses the keys of its wallet for; `nil` if it is not the account of a seed of theirs.
    public let electrum: ElectrumUse?

    /// The addresses that Electrum and Electron Cash derive from a seed.
    public enum ElectrumUse: Hashable, Sendable {
        /// P2PKH on Bitcoin and Bitcoin Cash, at m/0/i and m/1/i.
        case standard
        /// P2WPKH on Bitcoin, at m/0'/0/i and m/0'/1/i.
        case segWit
        /// P2PKH of keys in 65 bytes on both, at m/0/i and m/1/i of Electrum's own derivation before version 2.0.
        case old
    }

    /// The path of its key on EVM chains if another wallet has put it there; `nil` for the usual one.
    public let ethereumPath: DerivationPath?

    /// Where its key is if it is on a hardware wallet; it is an account on EVM chains only then.
    package let device: DeviceKey?

    /// Creates an account.
    public init(
        name: String, index: UInt32, isSingleKey: Bool = false, ethereumPath: DerivationPath? = nil,
        electrum: ElectrumUse? = nil
    ) {
        self.electrum = electrum
        self.name = name
        device = nil
        self.ethereumPath = ethereumPath
        self.index = index
        self.isSingleKey = isSingleKey
    }

    /// Creates an account on EVM chains whose key is on a hardware wallet.
    package init(name: String, device: DeviceKey) {
        self.name = name
        self.device = device
        (index, isSingleKey, ethereumPath, electrum) = (0, false, device.path, nil)
    }

    /// The derivation path for `kind`: BIP-44 with SLIP-44 coin types 60, 145 and 245, BIP-84 for Bitcoin; on EVM chains
    /// ``ethereumPath`` if it has one, and where Electrum or Electron Cash has addresses of the same form, those.
    ///
    /// With `isTest`, coins have the coin type 1 of test networks; tokens keep 245, because their addresses are others.
    public func path(for kind: AddressKind, isTest: Bool = false) throws(KeyError) -> DerivationPath {
        if isSingleKey { return try DerivationPath("m") }
        return switch kind {
        case .ethereum: if let ethereumPath { ethereumPath } else { try DerivationPath("m/44'/60'/0'/0/\(index)") }
        case .bitcoinCash where isTest: try DerivationPath("m/44'/1'/\(index)'/0/0")
        case .bitcoin where isTest: try DerivationPath("m/84'/1'/\(index)'/0/0")
        case .bitcoinCash where electrum == .standard: try DerivationPath("m/0/0")
        case .bitcoin where electrum == .segWit: try DerivationPath("m/0'/0/0")
        case .bitcoinCash: try DerivationPath("m/44'/145'/\(index)'/0/0")
        case .bitcoin: try DerivationPath("m/84'/0'/\(index)'/0/0")
        case .simpleLedger: try DerivationPath("m/44'/245'/\(index)'/0/0")
        }
    }
}

/// An account of the wallet, and its address of one kind.
package struct WalletAddress: Hashable, Sendable {
    /// The account.
    package let account: Account

    /// Its address.
    package let address: String

    /// Creates an address.
    package init(_ account: Account, _ address: String) {
        self.account = account
        self.address = address
    }
}
