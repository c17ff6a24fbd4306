package import Bitcoin
package import BitcoinKeys
package import Keys
package import Primitives
package import WalletCore

/// The scripts of an address.
package struct AddressScripts: Hashable, Sendable {
    /// The locking script.
    package let locking: Script

    /// The redeem script whose hash the locking script has, or `nil`.
    package let redeem: Script?

    /// Creates the scripts of an address.
    package init(_ locking: Script, redeem: Script? = nil) {
        self.locking = locking
        self.redeem = redeem
    }

    /// The scripts of `key`; `nil` if it has none of this type.
    package init?(_ type: ScriptType, of key: PublicKey) {
        guard let locking = type.script(of: key) else { return nil }
        self.init(locking, redeem: type.redeemScript(of: key))
    }

    /// The scripts of `key` in 65 bytes: P2PKH.
    package init(ofUncompressed key: PublicKey) {
        self.init(Destination.publicKey(hash: Hash160.hash(key.uncompressed)).script)
    }
}

/// Derives the scripts of an account.
package protocol ScriptSource: Sendable {
    /// The scripts of a chain of addresses at `indices`, in order.
    ///
    /// - Throws: ``CoinError/keys`` if they cannot be derived, for example because the wallet is locked.
    func scripts(
        _ branch: CoinAddressPath.Branch, _ indices: Range<UInt32>
    ) async throws(CoinError) -> [AddressScripts]
}

/// Derives scripts from an extended public key.
package struct ExtendedKeyScripts: ScriptSource {
    private let key: ExtendedPublicKey
    private let type: ScriptType

    /// Creates a source of the scripts of `type` below `key`.
    package init(_ key: ExtendedPublicKey, _ type: ScriptType) {
        self.key = key
        self.type = type
    }

    @concurrent package func scripts(
        _ branch: CoinAddressPath.Branch, _ indices: Range<UInt32>
    ) async throws(CoinError) -> [AddressScripts] {
        do throws(KeyError) {
            let chain = try key.child(branch.rawValue)
            var scripts: [AddressScripts] = []
            for index in indices {
                let key = try chain.child(index).publicKey
                guard let address = AddressScripts(type, of: key) else { throw .unusableKey }
                scripts.append(address)
            }
            return scripts
        } catch {
            throw .keys
        }
    }
}

/// Derives scripts from the descriptors of another wallet.
package struct DescriptorScripts: ScriptSource {
    private let descriptors: WatchedDescriptors

    /// Creates a source of the scripts of `descriptors`.
    package init(_ descriptors: WatchedDescriptors) {
        self.descriptors = descriptors
    }

    @concurrent package func scripts(
        _ branch: CoinAddressPath.Branch, _ indices: Range<UInt32>
    ) async throws(CoinError) -> [AddressScripts] {
        guard let descriptor = branch == .receiving ? descriptors.receiving : descriptors.change else { return [] }
        do throws(BitcoinKeysError) {
            var scripts: [AddressScripts] = []
            for index in indices {
                guard let script = try descriptor.scripts(at: index).first else { throw .descriptor(.index) }
                scripts.append(AddressScripts(script, redeem: try descriptor.innerScript(at: index)))
            }
            return scripts
        } catch {
            throw .keys
        }
    }
}

/// Derives the scripts of an old seed of Electrum: P2PKH with keys of 65 bytes.
package struct ElectrumScripts: ScriptSource {
    private let key: OldElectrumPublicKey

    /// Creates a source of the scripts below `key`.
    package init(_ key: OldElectrumPublicKey) {
        self.key = key
    }

    @concurrent package func scripts(
        _ branch: CoinAddressPath.Branch, _ indices: Range<UInt32>
    ) async throws(CoinError) -> [AddressScripts] {
        do throws(KeyError) {
            var scripts: [AddressScripts] = []
            for index in indices {
                scripts.append(AddressScripts(ofUncompressed: try key.child(change: branch.rawValue, index: index)))
            }
            return scripts
        } catch {
            throw .keys
        }
    }
}

/// Derives scripts with the keys of the active wallet, as long as they are open.
package struct WalletScripts: ScriptSource {
    private let keys: AccountKeys
    private let account: DerivationPath
    private let type: ScriptType

    /// Creates a source of the scripts of `type` below the path `account`.
    package init(_ keys: AccountKeys, below account: DerivationPath, _ type: ScriptType) {
        self.keys = keys
        self.account = account
        self.type = type
    }

    package func scripts(
        _ branch: CoinAddressPath.Branch, _ indices: Range<UInt32>
    ) async throws(CoinError) -> [AddressScripts] {
        // Only the account's own key needs the secret, and so the main actor.
        let key: ExtendedPublicKey
        do throws(KeyError) {
            key = try await keys.extendedPublicKey(at: account)
        } catch {
            throw .keys
        }
        return try await ExtendedKeyScripts(key, type).scripts(branch, indices)
    }
}

/// An account with one address.
package struct SingleScript: ScriptSource {
    private let address: AddressScripts

    /// Creates a source of one address.
    package init(_ address: AddressScripts) {
        self.address = address
    }

    package func scripts(
        _ branch: CoinAddressPath.Branch, _ indices: Range<UInt32>
    ) async throws(CoinError) -> [AddressScripts] {
        branch == .receiving && indices.contains(0) ? [address] : []
    }
}
