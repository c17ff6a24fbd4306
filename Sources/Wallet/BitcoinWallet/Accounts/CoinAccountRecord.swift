package import Bitcoin
package import BitcoinKeys
package import Bridge
package import Keys
package import Primitives

/// An account on Bitcoin or Bitcoin Cash: a chain, a script type, and the keys of its addresses.
package struct CoinAccountRecord: Hashable, Sendable, Identifiable {
    /// The source of the keys of an account.
    package enum Source: Hashable, Sendable {
        /// The wallet's recovery phrase, below this account path, such as `m/84'/0'/0'`.
        case phrase(DerivationPath)
        /// The single key of a wallet without a phrase.
        case singleKey(PublicKey)
        /// The descriptors of an account of another wallet, which this wallet only watches.
        case descriptors(WatchedDescriptors)
        /// The public key of an old seed of Electrum, whose private key is in memory for one task.
        case electrum(OldElectrumPublicKey)
        /// One script of another wallet, which this wallet only watches.
        case script(Script)
    }

    /// Its chain and the address of its first script, which no other account has; on Bitcoin Cash without the prefix.
    package let id: AccountID

    /// Its ledger.
    package let utxoChain: UTXOChain

    /// The type of its scripts; for scripts of other wallets with several keys, the one that is spent most similarly.
    package let scriptType: ScriptType

    /// The source of its keys.
    package let source: Source

    /// Its first script.
    package let first: Script

    /// The user's name for it.
    package var name: String

    /// Creates a record of the account whose first script is `first`.
    ///
    /// - Returns: `nil` if the script has no address on `utxoChain`.
    package init?(
        _ utxoChain: UTXOChain, _ scriptType: ScriptType, _ source: Source, first: Script, name: String
    ) {
        guard let address = first.destination?.address(on: utxoChain), let chain = ChainID(utxoChain.chain) else {
            return nil
        }
        id = AccountID(chain: chain, address: String(address.split(separator: ":").last ?? ""))
        self.utxoChain = utxoChain
        self.scriptType = scriptType
        self.source = source
        self.first = first
        self.name = name
    }

    /// The address of its first script, on Bitcoin Cash with the prefix.
    package var address: String { first.destination?.address(on: utxoChain) ?? id.address }

    /// Whether its only key is in its script in 65 bytes, as in old wallets and on paper.
    package var hasUncompressedKey: Bool {
        if case .electrum = source { return true }
        guard case .singleKey(let key) = source else { return false }
        return first == AddressScripts(ofUncompressed: key).locking
    }

    /// The maximum weight of an input that spends one of its coins, if its scripts are not those of ``scriptType``.
    package var otherInputWeight: Int? {
        if case .descriptors(let descriptors) = source { descriptors.inputWeight } else { nil }
    }

    /// Whether its keys are in another wallet.
    package var isWatchOnly: Bool {
        switch source {
        case .phrase, .singleKey, .electrum: false
        case .descriptors, .script: true
        }
    }

    /// Whether it has only one address, which it uses again.
    package var isSingleAddress: Bool {
        switch source {
        case .phrase, .electrum: false
        case .descriptors(let descriptors): !descriptors.receiving.isRange
        case .singleKey, .script: true
        }
    }

    /// The chains of addresses that it has.
    package var branches: [CoinAddressPath.Branch] {
        switch source {
        case .phrase, .electrum: [.receiving, .change]
        case .descriptors(let descriptors): descriptors.change == nil ? [.receiving] : [.receiving, .change]
        case .singleKey, .script: [.receiving]
        }
    }

    /// The derivation path of an address; `nil` if its key is not in this wallet.
    package func path(to address: CoinAddressPath) throws(KeyError) -> DerivationPath? {
        switch source {
        case .phrase(let account):
            try DerivationPath(indices: account.indices + [address.branch.rawValue, address.index])
        case .singleKey: try DerivationPath("m")
        case .electrum: try DerivationPath(indices: [address.branch.rawValue, address.index])
        case .descriptors, .script: nil
        }
    }
}

extension CoinAccountRecord.Source: CustomStringConvertible {
    /// The text that is stored: the kind, a colon, and the path or the key.
    package var description: String {
        switch self {
        case .phrase(let path): "path:\(path)"
        case .singleKey(let key): "key:\(Hex.encode(key.compressed))"
        case .descriptors(let descriptors): "descriptors:\(descriptors)"
        case .electrum(let key): "electrum:\(Hex.encode(key.publicKey.compressed))"
        case .script(let script): "script:\(Hex.encode(script.bytes))"
        }
    }

    /// Reads what ``description`` writes.
    package init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let value = text[text.index(after: colon)...]
        switch text[..<colon] {
        case "path":
            guard let path = try? DerivationPath(value) else { return nil }
            self = .phrase(path)
        case "key":
            guard let bytes = Hex.decode(String(value)), let key = try? PublicKey(bytes) else { return nil }
            self = .singleKey(key)
        case "descriptors":
            guard let descriptors = try? WatchedDescriptors(String(value)) else { return nil }
            self = .descriptors(descriptors)
        case "electrum":
            guard let bytes = Hex.decode(String(value)), let key = try? PublicKey(bytes) else { return nil }
            self = .electrum(OldElectrumPublicKey(key))
        case "script":
            guard let bytes = Hex.decode(String(value)), !bytes.isEmpty else { return nil }
            self = .script(Script(bytes))
        default: return nil
        }
    }
}
