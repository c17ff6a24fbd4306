import Bitcoin
import BitcoinWallet
import Bridge
import EthereumWallet
import Messages
import Store
import UniformResources
import WalletCore
import WalletMethods

/// What the user entered to watch an account, read strictly.
struct WatchEntry {
    /// A public key, descriptors, or an address.
    let text: String

    /// The user's name for the account; empty for a usual one.
    let name: String

    /// The ledger of keys, and of addresses other than those of EVM chains.
    let utxoChain: UTXOChain

    /// The form of the addresses of an extended key; `nil` for what the key says.
    let type: ScriptType?

    /// Reads the values `text`, `name`, `network` and `type` of a form or of a command.
    ///
    /// - Throws: Which one cannot be used, and why.
    init(_ values: [String: String]) throws(WalletAppError) {
        let entered = ServerAnswer.trimmed(values["text"])
        name = ServerAnswer.trimmed(values["name"])
        guard !entered.isEmpty else {
            throw WalletAppError(field: "text", localized("Enter a public key, a descriptor or an address."))
        }
        switch values["network"] ?? "" {
        case "", "bitcoin": utxoChain = .bitcoin
        case "bitcoinCash": utxoChain = .bitcoinCash
        case let name:
            guard let chain = UTXOChain(anyCase: name) else {
                let known = UTXOChain.testnets.map(\.rawValue).joined(separator: ", ")
                throw WalletAppError(
                    field: "network",
                    localized(
                        """
                        The network must be “bitcoin”, “bitcoinCash”, or a test network: \(known, as: "networks").
                        """))
            }
            utxoChain = chain
        }
        let wanted = values["type"] ?? ""
        let given = ScriptType(rawValue: wanted)
        guard wanted.isEmpty || given != nil else {
            let known = ScriptType.allCases.map(\.rawValue).joined(separator: ", ")
            throw WalletAppError(
                field: "type", localized("The type of the addresses must be one of: \(known, as: "types")."))
        }
        (text, type) =
            UniformResourceText.isClaimed(by: entered) ? try Self.exported(entered, given) : (entered, given)
    }

    /// The key in a uniform resource that another wallet exports, and the form of its addresses.
    private static func exported(
        _ text: String, _ type: ScriptType?
    ) throws(WalletAppError) -> (String, ScriptType?) {
        let keys: [PublicKeyExport]
        do throws(UniformResourceError) {
            keys = try PublicKeyExport.all(in: UniformResource(text))
        } catch {
            throw WalletAppError(field: "text", error.sentence.localized)
        }
        let fitting = keys.filter { type == nil || $0.script == nil || $0.script?.type == type }
        guard let key = fitting.first else {
            throw WalletAppError(field: "type", localized("The export has no key for these addresses."))
        }
        guard fitting.count == 1 else {
            throw WalletAppError(
                field: "type", localized("The export has keys for several kinds of addresses. Choose one."))
        }
        return (key.text, key.script?.type ?? type)
    }

    /// Whether it is an address on EVM chains.
    private var isEthereum: Bool { WatchedEthereum.isAddress(text) }

    /// Adds the account to the wallet of a window.
    ///
    /// - Returns: Its address.
    @MainActor func add(to holdings: WalletHoldings) async throws(WalletAppError) -> String {
        do throws(RPCError) {
            guard isEthereum else {
                return try await holdings.coinWallet.watch(text, named: name, on: utxoChain, type: type).address
            }
            let address = try await holdings.watchedEthereum.watch(text, named: CoinWallet.watchedName(name))
            return address.address
        } catch {
            throw error.kind == .invalidParameters
                ? WalletAppError(field: "text", error.sentence) : WalletAppError(error)
        }
    }

    /// Adds the account to the store, while no window is open.
    ///
    /// - Returns: Its address.
    @MainActor func add(to store: Store) async throws -> String {
        do {
            guard isEthereum else {
                let record = try CoinWallet.watched(text, named: name, on: utxoChain, type: type)
                try CoinWallet.check(record, among: await store.coins.accounts())
                try await store.coins.add(record)
                return record.id.address
            }
            let address = try WatchedEthereum.watched(text, named: CoinWallet.watchedName(name))
            try WatchedEthereum.check(address, among: store.watched.watchedAddresses(), own: [])
            try await store.watched.watch(address)
            return address.address
        } catch let error as RPCError {
            throw WalletAppError(error)
        }
    }
}

extension WalletHoldings {
    /// A payment from an account that is only watched, for the wallet with its keys.
    func draft(_ form: SendForm) async throws(RPCError) -> PSBT {
        guard form.account.chain.eip155 == nil else {
            throw RPCError(.unsupported, sentence: localizable("The key of this account is in another wallet."))
        }
        return try await coinWallet.draft(form)
    }

    /// Removes an account that is only watched.
    func unwatch(_ account: AccountSummary) async throws(RPCError) {
        if account.id.chain.eip155 == nil {
            try await coinWallet.unwatch(account.id)
        } else {
            try await watchedEthereum.unwatch(account.id.address)
        }
    }
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
