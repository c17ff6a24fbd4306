import Bitcoin
import BitcoinWallet
import Bridge
import EthereumWallet
import Messages
import Store
import UniformResources
import WalletCore
import WalletMethods

/// The address of an account that was added.
package struct AddedAddress: Codable, Hashable, Sendable {
    package let address: String
}

/// Adds an account whose keys are in another wallet.
package struct WatchAccount: StoredCommand {
    package static let name = "watch"

    /// A public key, descriptors, the uniform resource of an export, or an address.
    let text: String

    /// The user's name for the account; empty for a usual one.
    let accountName: String

    /// The network of a key or of an address other than those of EVM chains; empty for Bitcoin.
    let network: String

    /// The form of the addresses of an extended key; empty for what the key says.
    let type: String

    package init(_ text: String, named name: String = "", network: String = "", type: String = "") {
        (self.text, accountName, self.network, self.type) = (text, name, network, type)
    }

    package func check() throws(WalletError) { _ = try WatchReading(self) }

    package func run(in wallet: Wallet) async throws(WalletError) -> AddedAddress {
        let entry = try WatchReading(self)
        let holdings = wallet.holdings
        do throws(RPCError) {
            guard entry.isEthereum else {
                return AddedAddress(
                    address: try await holdings.coinWallet.watch(
                        entry.text, named: entry.name, on: entry.utxoChain, type: entry.type
                    ).address)
            }
            let named = try CoinWallet.watchedName(entry.name)
            return AddedAddress(address: try await holdings.watchedEthereum.watch(entry.text, named: named).address)
        } catch {
            throw error.kind == .invalidParameters
                ? WalletError(field: .text, error.sentence) : WalletError(error)
        }
    }

    package func run(in wallet: StoredWallet) async throws -> AddedAddress {
        let (entry, store) = (try WatchReading(self), wallet.store)
        do {
            guard entry.isEthereum else {
                let record = try CoinWallet.watched(
                    entry.text, named: entry.name, on: entry.utxoChain, type: entry.type)
                try CoinWallet.check(record, among: await store.coins.accounts())
                try await store.coins.add(record)
                return AddedAddress(address: record.id.address)
            }
            let address = try WatchedEthereum.watched(entry.text, named: CoinWallet.watchedName(entry.name))
            try WatchedEthereum.check(address, among: store.watched.watchedAddresses(), own: [])
            try await store.watched.watch(address)
            return AddedAddress(address: address.address)
        } catch let error as RPCError {
            throw WalletError(error)
        }
    }
}

/// Removes an account whose keys are elsewhere, by its address.
package struct RemoveAccount: StoredCommand {
    package static let name = "unwatch"

    let address: String

    package init(_ address: String) { self.address = address }

    package func run(in wallet: Wallet) async throws(WalletError) -> Done {
        let holdings = wallet.holdings
        guard
            let account = holdings.accounts.first(where: {
                ($0.isWatchOnly || $0.isOnDevice) && $0.id.address == address
            })
        else { throw Self.unknown }
        return try await WalletError.of { () throws(RPCError) in
            if account.id.chain.eip155 == nil {
                try await holdings.coinWallet.unwatch(account.id)
            } else {
                try await holdings.watchedEthereum.unwatch(account.id.address)
            }
            return Done()
        }
    }

    package func run(in wallet: StoredWallet) async throws -> Done {
        let store = wallet.store
        for account in try await store.coins.accounts() where account.isWatchOnly && account.id.address == address {
            try await store.coins.remove(account.id)
            return Done()
        }
        guard try store.watched.watchedAddresses().contains(where: { $0.address == address }) else {
            throw Self.unknown
        }
        try await store.watched.unwatch(address)
        return Done()
    }

    private static var unknown: WalletError {
        WalletError(.failed, localized("The wallet does not watch this account."))
    }
}

/// What the user entered to watch an account, read strictly.
struct WatchReading {
    /// A public key, descriptors, or an address.
    let text: String

    /// The user's name for the account; empty for a usual one.
    let name: String

    /// The ledger of keys, and of addresses other than those of EVM chains.
    let utxoChain: UTXOChain

    /// The form of the addresses of an extended key; `nil` for what the key says.
    let type: ScriptType?

    /// Reads a command.
    ///
    /// - Throws: Which of `text`, `network` and `type` cannot be used, and why.
    init(_ command: WatchAccount) throws(WalletError) {
        let entered = EnteredText.trimmed(command.text)
        name = EnteredText.trimmed(command.accountName)
        guard !entered.isEmpty else {
            throw WalletError(field: .text, localized("Enter a public key, a descriptor or an address."))
        }
        guard let chain = command.network.isEmpty ? .bitcoin : NetworkName(command.network).utxoChain else {
            let known = UTXOChain.testnets.map(\.rawValue).joined(separator: ", ")
            throw WalletError(
                field: .network,
                localized(
                    "The network must be “bitcoin”, “bitcoinCash”, or a test network: \(known, as: "networks")."))
        }
        utxoChain = chain
        let wanted = command.type
        let given = ScriptType(rawValue: wanted)
        guard wanted.isEmpty || given != nil else {
            let known = ScriptType.allCases.map(\.rawValue).joined(separator: ", ")
            throw WalletError(
                field: .type, localized("The type of the addresses must be one of: \(known, as: "types")."))
        }
        (text, type) =
            UniformResourceText.isClaimed(by: entered) ? try Self.exported(entered, given) : (entered, given)
    }

    /// The key in a uniform resource that another wallet exports, and the form of its addresses.
    private static func exported(
        _ text: String, _ type: ScriptType?
    ) throws(WalletError) -> (String, ScriptType?) {
        let keys: [PublicKeyExport]
        do throws(UniformResourceError) {
            keys = try PublicKeyExport.all(in: UniformResource(text))
        } catch {
            throw WalletError(field: .text, error.sentence.localized)
        }
        let fitting = keys.filter { type == nil || $0.script == nil || $0.script?.type == type }
        guard let key = fitting.first else {
            throw WalletError(field: .type, localized("The export has no key for these addresses."))
        }
        guard fitting.count == 1 else {
            throw WalletError(
                field: .type, localized("The export has keys for several kinds of addresses. Choose one."))
        }
        return (key.text, key.script?.type ?? type)
    }

    /// Whether it is an address on EVM chains.
    var isEthereum: Bool { WatchedEthereum.isAddress(text) }
}

extension PublicKeyExport.Script {
    /// The form of the addresses as accounts know it.
    fileprivate var type: ScriptType {
        switch self {
        case .pkh: .p2pkh
        case .nestedWpkh: .p2shP2wpkh
        case .wpkh: .p2wpkh
        case .tr: .p2tr
        }
    }
}
