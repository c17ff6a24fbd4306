import BigInt
import Network
package import Bitcoin
package import Bridge
package import WalletCore

/// The balances of the active account on Bitcoin and Bitcoin Cash.
@MainActor package final class CoinBalances: BalanceSource {
    package let changes = HoldingsChanges()

    private let activeAccount: ActiveAccount
    private let coins: CoinSender
    private var balances: [UTXOChain: AssetBalance] = [:]

    /// The account of ``balances``, by its address on Bitcoin.
    private var owner = ""
    private var following: [UTXOChain: Task<Void, Never>] = [:]

    /// Creates the balances of `activeAccount`; no server is asked yet.
    package init(activeAccount: ActiveAccount, coins: CoinSender) {
        self.activeAccount = activeAccount
        self.coins = coins
    }

    isolated deinit {
        for task in following.values { task.cancel() }
    }

    package var accounts: [AccountSummary] {
        guard activeAccount.isOpen else { return [] }
        let known = activeAccount.address(.bitcoin) == owner ? balances : [:]
        return UTXOChain.allCases.reversed().compactMap { utxoChain in
            guard let id = utxoChain.accountID(of: activeAccount) else { return nil }
            let state: AssetBalance.State = coins.servers[utxoChain] == nil ? .noServer : .earlier
            return AccountSummary(
                id, name: activeAccount.account.name, chainName: utxoChain.name,
                balances: [known[utxoChain] ?? AssetBalance(utxoChain.coin, state: state)])
        }
    }

    package func refresh() async {
        guard activeAccount.isOpen else { return }
        let address = activeAccount.address(.bitcoin)
        if address != owner { (owner, balances) = (address, [:]) }
        await withTaskGroup { group in
            for utxoChain in UTXOChain.allCases where coins.servers[utxoChain] != nil {
                group.addTask { await self.refresh(utxoChain, of: address) }
            }
        }
    }

    private func refresh(_ utxoChain: UTXOChain, of address: String) async {
        var balance = balances[utxoChain] ?? AssetBalance(utxoChain.coin, state: .asking)
        if balances[utxoChain] == nil {
            balances[utxoChain] = balance
            changes.note()
        }
        do throws(RPCError) {
            let found = try await coins.balance(on: utxoChain)
            balance.units = BigUInt(found.confirmed)
            balance.unconfirmed = BigUInt(found.unconfirmed)
            balance.unavailable = BigUInt(found.withTokens) + BigUInt(found.reserved)
            (balance.at, balance.state) = (coins.now(), .current)
            balance.source = coins.addresses[utxoChain]?.first.map { "\($0.host):\($0.port)" }
        } catch {
            balance.state = .offline
        }
        guard owner == address, activeAccount.isOpen else { return }
        balances[utxoChain] = balance
        changes.note()
        follow(utxoChain, of: address)
    }

    /// Asks again after each new block, until the account changes or the wallet is locked.
    private func follow(_ utxoChain: UTXOChain, of address: String) {
        guard following[utxoChain] == nil, let server = coins.servers[utxoChain] else { return }
        following[utxoChain] = Task { [weak self] in
            var isFirst = true
            for await _ in await server.tips() {
                // The current block comes first.
                if isFirst {
                    isFirst = false
                    continue
                }
                guard let self, activeAccount.isOpen, owner == address else { break }
                await refresh(utxoChain, of: address)
            }
            self?.following[utxoChain] = nil
        }
    }
}

extension UTXOChain {
    /// Its coin (SLIP-44: 0 for Bitcoin, 145 for Bitcoin Cash).
    package var coin: HeldAsset {
        HeldAsset(
            AssetID(coin: self == .bitcoin ? 0 : 145, on: chainID), symbol: unit, decimals: Self.decimals,
            isVouchedFor: true)
    }

    /// Its identifier (CAIP-2).
    package var chainID: ChainID { ChainID(bip122: chain.split(separator: ":").last.map(String.init) ?? "") }

    /// The account of `activeAccount` on this chain; `nil` while there are no keys.
    @MainActor package func accountID(of activeAccount: ActiveAccount) -> AccountID? {
        let address = activeAccount.address(self == .bitcoin ? .bitcoin : .bitcoinCash)
        guard let bare = address.split(separator: ":").last else { return nil }
        return AccountID(chain: chainID, address: String(bare))
    }
}
