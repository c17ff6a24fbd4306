internal import Bitcoin
internal import BigInt
internal import Bridge
import Messages
package import WalletCore

extension CoinWallet: BalanceSource {
    /// The accounts of the open keys, as far as they are known.
    package var accounts: [AccountSummary] {
        guard isOpen else { return [] }
        return records.compactMap { record in
            guard let snapshot = snapshots[record.id] else { return nil }
            var summary = Self.summary(of: snapshot, registry(for: record.utxoChain))
            summary.balances += simpleLedgerBalances(of: snapshot)
            summary.isOfOtherAccount = ofOthers.contains(record.id)
            summary.isBesides = !standardIDs.contains(record.id)
            return summary
        }
    }

    /// The names of tokens of a chain: a registry is about the chain with value.
    func registry(for utxoChain: UTXOChain) -> TokenRegistry? { utxoChain.isTest ? nil : registry }

    static func summary(of snapshot: CoinAccountSnapshot, _ registry: TokenRegistry? = nil) -> AccountSummary {
        let record = snapshot.record
        var balances = [coinBalance(of: snapshot)]
        var tokens: [TransactionID: BigUInt] = [:]
        var items: [TransactionID: (count: Int, units: BigUInt)] = [:]
        for coin in snapshot.coins {
            guard case .token(let token) = coin.content else { continue }
            tokens[token.category, default: 0] += BigUInt(token.amount)
            guard token.capability != nil else { continue }
            items[token.category, default: (0, 0)].count += 1
            items[token.category, default: (0, 0)].units += BigUInt(token.amount)
        }
        for (category, units) in tokens.sorted(by: { $0.key < $1.key }) {
            guard let asset = HeldAsset.cashToken(category, on: record.utxoChain, registry) else { continue }
            var balance = AssetBalance(
                asset, units: units, items: items[category]?.count ?? 0, at: snapshot.state.synced?.at,
                source: snapshot.state.synced?.source, state: state(of: snapshot, of: units) { _ in units })
            balance.inItems = items[category]?.units ?? 0
            balances.append(balance)
        }
        return AccountSummary(
            record.id, name: record.name, chainName: record.utxoChain.name, isTest: record.utxoChain.isTest,
            isWatchOnly: record.isWatchOnly,
            balances: balances)
    }

    /// The tokens of the Simple Ledger Protocol, as far as they were traced back to the transactions that created them.
    private func simpleLedgerBalances(of snapshot: CoinAccountSnapshot) -> [AssetBalance] {
        guard let tokens = simpleLedger[snapshot.record.utxoChain] else { return [] }
        return tokens.holdings(snapshot.simpleLedgerCoins).map { holding in
            let units = holding.units.map { BigUInt($0) }
            var balance = AssetBalance(
                holding.asset, units: units, at: snapshot.state.synced?.at, source: snapshot.state.synced?.source,
                state: Self.state(of: snapshot, of: units ?? 0) { _ in units ?? 0 })
            balance.isUnchecked = holding.isUnchecked
            return balance
        }
    }

    private static func coinBalance(of snapshot: CoinAccountSnapshot) -> AssetBalance {
        let balance = snapshot.balance
        let synced = snapshot.state.synced
        let frozen = snapshot.coins.filter {
            snapshot.notes.frozen.contains($0.outPoint) && $0.content == .satoshis && $0.block != nil
        }.reduce(0) { CoinBalance.sum($0, $1.value) }
        // Frozen coins were counted as confirmed.
        let confirmed = BigUInt(balance.confirmed)
        let units = confirmed > BigUInt(frozen) ? confirmed - BigUInt(frozen) : 0
        return AssetBalance(
            .coin(of: snapshot.record), units: synced == nil ? nil : units,
            unconfirmed: BigUInt(balance.unconfirmed),
            unavailable: BigUInt(balance.withTokens) + BigUInt(frozen), at: synced?.at, source: synced?.source,
            state: state(of: snapshot, of: units) { hidden in
                let value = snapshot.coins.filter {
                    hidden.contains($0.outPoint.transaction) && $0.content == .satoshis && $0.block != nil
                }.reduce(0) { CoinBalance.sum($0, $1.value) }
                return units > BigUInt(value) ? units - BigUInt(value) : 0
            })
    }

    /// How far a balance can be relied on; `claimed` is the balance of a server that hides transactions.
    private static func state(
        of snapshot: CoinAccountSnapshot, of units: BigUInt, claimed: (Set<TransactionID>) -> BigUInt
    ) -> AssetBalance.State {
        if let disagreement = snapshot.state.disagreement {
            let source = snapshot.state.synced?.source ?? localized("the server in use")
            var claims = [AssetBalance.Claim(source: source, units: claimed(disagreement.hidden))]
            if let other = disagreement.other { claims.append(AssetBalance.Claim(source: other, units: units)) }
            return .disagreement(claims)
        }
        let (phase, earlier) = (snapshot.state.phase, snapshot.state.earlier)
        if phase == .synchronising, snapshot.state.synced == nil { return .asking }
        return switch phase == .synchronising ? earlier : phase {
        case .idle, .synchronising: .earlier
        case .current: snapshot.state.unproven > 0 ? .incomplete : .current
        case .failed(.notConfigured): .noServer
        case .failed(.withheld), .failed(.refused), .failed(.notFound): .incomplete
        case .failed: .offline
        }
    }
}

extension HeldAsset {
    /// The coin of an account.
    static func coin(of record: CoinAccountRecord) -> HeldAsset {
        HeldAsset(
            record.utxoChain.coin, symbol: record.utxoChain.unit, decimals: UTXOChain.decimals, isVouchedFor: true)
    }

    /// A CashToken by its category; its symbol and decimals are not part of the chain.
    ///
    /// Without a registry that names it, the symbol is the beginning of the category, and its amount is in the smallest
    /// unit.
    static func cashToken(
        _ category: TransactionID, on utxoChain: UTXOChain, _ registry: TokenRegistry? = nil
    ) -> HeldAsset? {
        let entry = registry?[category]
        return AssetID("\(utxoChain.chain)/token:\(category)").map {
            HeldAsset(
                $0, symbol: entry?.symbol ?? String(category.description.prefix(8)), decimals: entry?.decimals ?? 0,
                isVouchedFor: false)
        }
    }
}

extension AssetID {
    /// The category of a CashToken; `nil` for another asset.
    var cashToken: TransactionID? { namespace == "token" ? TransactionID(reference) : nil }
}

extension CoinAccountSnapshot {
    /// The coins that claim to carry tokens of the Simple Ledger Protocol, the oldest first; at most 500, because anyone can
    /// send such coins.
    var simpleLedgerCoins: [LedgerCoin] {
        guard record.utxoChain.ledger == .bitcoinCash else { return [] }
        let claimed = coins.filter { $0.content == .simpleLedger }.sorted {
            ($0.block?.height ?? .max, $0.outPoint) < ($1.block?.height ?? .max, $1.outPoint)
        }
        return Array(claimed.prefix(500))
    }
}
