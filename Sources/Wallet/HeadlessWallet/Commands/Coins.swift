import BigInt
package import Bitcoin
import BitcoinWallet
import Bridge
import Messages
import Primitives
import Store
import WalletCore
import WalletMethods

/// A coin (unspent output) of an account on Bitcoin or Bitcoin Cash; amounts are decimal text.
package struct ListedCoin: Codable, Hashable, Sendable {
    package let chain: String
    package let network: String
    package let account: String
    package let coin: String
    package let symbol: String
    package let amount: String
    package let units: String
    package let address: String
    package let confirmations: Int
    package let frozen: Bool
    package let state: String
    package let label: String?
    package let token: String?
    package let tokenAmount: String?
    package let capability: String?
    package let commitment: String?

    /// The coins of an account.
    static func list(_ account: AccountSummary, _ coins: [HeldCoin]) -> [ListedCoin] {
        guard let asset = account.balances.first?.asset else { return [] }
        return coins.map { ListedCoin($0, asset, of: account) }
    }

    private init(_ held: HeldCoin, _ asset: HeldAsset, of account: AccountSummary) {
        let item = held.carried?.capability
        chain = account.id.chain.description
        network = account.chainName
        self.account = account.id.address
        coin = held.outpoint
        symbol = asset.symbol
        amount = asset.number(BigUInt(held.value))
        units = String(held.value)
        address = held.address
        confirmations = held.confirmations
        frozen = held.isFrozen
        state = held.isFrozen ? "frozen" : held.obstacle == nil ? "spendable" : "unavailable"
        label = held.label.isEmpty ? nil : held.label
        token = held.token?.description
        tokenAmount = held.carried.map { String($0.amount) }
        capability = item.map { "\($0)" }
        commitment = item == nil ? nil : held.carried.map { Hex.encode($0.commitment) }
    }
}

/// The coins of the accounts, the largest of each account first.
package struct ListCoins: StoredCommand {
    package static let name = "coins"

    package init() {}

    package func run(in wallet: Wallet) async throws(WalletError) -> [ListedCoin] {
        try await WalletError.of { () throws(RPCError) in
            try await wallet.openCoins()
            var all: [ListedCoin] = []
            for account in wallet.holdings.accounts {
                guard let source = wallet.holdings.coinControl[account.id.chain.namespace] else { continue }
                all += ListedCoin.list(account, try await source.coins(of: account.id))
            }
            return all
        }
    }

    package func run(in wallet: StoredWallet) async throws -> [ListedCoin] {
        let store = wallet.store
        return try await WalletError.of { () throws(RPCError) in
            try await CoinWallet.coins(in: store.coins, signed: store.journal).flatMap(ListedCoin.list)
        }
    }
}

/// Freezes, unfreezes or labels a coin.
package struct ChangeCoin: StoredCommand {
    /// What is changed.
    package enum Change: Hashable, Codable, Sendable {
        /// Whether payments may not spend it.
        case freeze(Bool)

        /// The user's label; an empty one removes it.
        case label(String)
    }

    package static let name = "coin"

    /// The coin, as `TXID:INDEX`.
    let coin: String

    let change: Change

    package init(_ coin: OutPoint, _ change: Change) { (self.coin, self.change) = (coin.description, change) }

    package func run(in wallet: Wallet) async throws(WalletError) -> Changed<ListedCoin> {
        try await WalletError.of { () throws(RPCError) in
            try await wallet.openCoins()
            for account in wallet.holdings.accounts {
                guard let source = wallet.holdings.coinControl[account.id.chain.namespace],
                    try await source.coins(of: account.id).contains(where: { $0.outpoint == coin })
                else { continue }
                switch change {
                case .freeze(let isFrozen): try await source.freeze(coin, isFrozen, of: account.id)
                case .label(let text): try await source.label(text, on: coin, of: account.id)
                }
                let changed = try await source.coins(of: account.id).filter { $0.outpoint == coin }
                return ListedCoin.list(account, changed).first.map { .now($0) } ?? .stored
            }
            throw RPCError(.failed, sentence: localizable("No account has this coin. `drawbridge coins` lists them."))
        }
    }

    package func run(in wallet: StoredWallet) async throws -> Changed<ListedCoin> {
        let store = wallet.store
        guard let coin = OutPoint(coin) else {
            throw WalletError(
                field: .coin, localized("A coin is a transaction ID, a colon and a number, TXID:INDEX."))
        }
        try await WalletError.of { () throws(RPCError) in
            let account = try await CoinWallet.owner(of: coin, in: store.coins)
            do throws(JournalError) {
                switch change {
                case .freeze(let isFrozen): try await store.coins.freeze(coin, isFrozen, of: account)
                case .label(let text): try await store.coins.label(text, .coin(coin), of: account)
                }
            } catch {
                throw RPCError(CoinError.journal)
            }
        }
        return .stored
    }
}

extension Wallet {
    /// Reads the accounts of a wallet that was just unlocked.
    fileprivate func openCoins() async throws(RPCError) {
        do throws(CoinError) {
            try await holdings.coinWallet.open()
        } catch {
            throw RPCError(error)
        }
    }
}
