internal import Bitcoin
internal import Bridge
internal import Keys
import Messages
internal import WalletCore

extension CoinSender {
    /// A transaction for an order, and how it relates to earlier payments.
    private struct Draft {
        var transaction: UnsignedBitcoinTransaction
        /// How many refused or abandoned payments it replaces.
        var replaced = 0
        /// How many of them can be confirmed in addition.
        var besides = 0
    }

    /// Chooses coins for a transaction that another wallet signs.
    ///
    /// - Returns: The transaction, and the place of the change.
    func drafted(
        _ order: SpendRequest, _ account: any SpendingAccount, rate: FeeRate
    ) throws(RPCError) -> (UnsignedBitcoinTransaction, change: CoinKeyPath) {
        let change = account.fresh(.change)
        let (script, from): (Script, String)
        do throws(KeyError) {
            (script, from) = (try account.script(at: change), try account.from)
        } catch {
            throw RPCError(CoinError.keys)
        }
        return (try draft(order, account, rate: rate, from: from, changeTo: script).transaction, change)
    }

    /// Chooses coins: confirmed coins and own change first, others only if these are not enough.
    func prepare(
        _ order: SpendRequest, _ account: any SpendingAccount, rate: FeeRate
    ) throws(RPCError) -> PreparedPayment {
        let change = account.fresh(.change)
        let (script, from): (Script, String)
        do throws(KeyError) {
            (script, from) = (try account.script(at: change), try account.from)
        } catch {
            throw RPCError(CoinError.keys)
        }
        let draft = try draft(order, account, rate: rate, from: from, changeTo: script)
        let places = Dictionary(account.coins.map { ($0.coin.outPoint, $0.place) }) { first, _ in first }
            .merging(order.required.map { ($0.coin.outPoint, $0.place) }) { first, _ in first }
        var paths: [DerivationPath] = []
        do throws(KeyError) {
            for coin in draft.transaction.coins {
                guard let place = places[coin.outPoint] else { throw .unusableKey }
                paths.append(try account.path(to: place))
            }
        } catch {
            throw RPCError(CoinError.keys)
        }
        let (spent, now) = (Set(draft.transaction.coins.map(\.outPoint.description)), now())
        let returned = account.returned.filter {
            $0.from == from && $0.isNamed(at: now) && spent.isDisjoint(with: $0.spends)
        }
        return PreparedPayment(
            order: order, draft: draft.transaction, paths: paths, rate: rate, name: account.name,
            isActive: account.isActive, from: from, change: change, left: left(by: draft.transaction, order, account),
            replaced: draft.replaced, besides: draft.besides, returned: returned,
            unsettled: account.unsettled.count, known: (account.unsettled, Set(account.possible.map(\.txid))))
    }

    /// What a payment of everything leaves in the account, because it does not fit into one transaction.
    private func left(
        by draft: UnsignedBitcoinTransaction, _ order: SpendRequest, _ account: any SpendingAccount
    ) -> PreparedPayment.Left? {
        guard order.everythingTo != nil, order.chosen.isEmpty, order.required.isEmpty else { return nil }
        let spent = Set(draft.coins.map(\.outPoint))
        let left = account.spendable(generous: true).filter { !spent.contains($0.coin.outPoint) }
        guard !left.isEmpty else { return nil }
        return PreparedPayment.Left(
            coins: left.count, value: left.reduce(0) { CoinBalance.sum($0, $1.coin.value) })
    }

    private func draft(
        _ order: SpendRequest, _ account: any SpendingAccount, rate: FeeRate, from: String, changeTo script: Script
    ) throws(RPCError) -> Draft {
        let scheme = account.scheme(onBitcoinCash: bitcoinCashLock)
        do throws(BitcoinError) {
            if let fixed = try fixed(order, account, rate: rate, scheme, changeTo: script) {
                let spent = Set(fixed.coins.map(\.outPoint.description))
                let besides = account.possible.count { $0.from == from && spent.isDisjoint(with: $0.spends) }
                return Draft(transaction: fixed, besides: besides)
            }
            let rivals = account.rivals(of: from, beside: order.required)
            func made(generous: Bool, _ more: [OwnCoin]) throws(BitcoinError) -> UnsignedBitcoinTransaction {
                let required = (order.required + more).map { $0.coin.spent(by: scheme) }
                let excluded = Set(required.map(\.outPoint))
                let spendable = account.spendable(generous: generous).map { $0.coin.spent(by: scheme) }
                return try UnsignedBitcoinTransaction(
                    paying: order.outputs, changeTo: script, from: spendable.filter { !excluded.contains($0.outPoint) },
                    required: required, changeScheme: scheme, rate: rate, sequence: order.sequence)
            }
            if let exclusive = (try? made(generous: false, rivals.coins)) ?? (try? made(generous: true, rivals.coins)) {
                return Draft(transaction: exclusive, replaced: rivals.coins.count, besides: rivals.besides)
            }
            let alone = if let strict = try? made(generous: false, []) { strict } else { try made(generous: true, []) }
            return Draft(transaction: alone, besides: rivals.besides + rivals.coins.count)
        } catch {
            throw RPCError(error)
        }
    }

    /// The transaction for an order that says which coins are spent; `nil` if the wallet chooses.
    private func fixed(
        _ order: SpendRequest, _ account: any SpendingAccount, rate: FeeRate, _ scheme: SpendingScheme,
        changeTo script: Script
    ) throws(BitcoinError) -> UnsignedBitcoinTransaction? {
        let required = order.required.map { $0.coin.spent(by: scheme) }
        if let parent = order.parent {
            return try UnsignedBitcoinTransaction(
                spendingAll: required, paying: [Output(0, to: script)], restTo: 0, isChange: true,
                on: order.utxoChain.ledger,
                sequence: order.sequence, fee: { parent.childFee(for: $0, at: rate) })
        }
        if let replaced = order.replaced {
            // A replacement must not spend unconfirmed coins that the payment did not spend (BIP-125, rule 2).
            let replacedCoins = Set(required.map(\.outPoint))
            let confirmed = account.spendable(generous: false).filter { $0.height != nil }
                .map { $0.coin.spent(by: scheme) }
            let draft = try UnsignedBitcoinTransaction(
                paying: order.outputs, changeTo: script,
                from: confirmed.filter { !replacedCoins.contains($0.outPoint) }, required: required,
                changeScheme: scheme, rate: rate, sequence: order.sequence)
            guard draft.fee >= replaced.leastFee(for: draft.size) else { throw .coins(.replacementFee) }
            return draft
        }
        guard !order.chosen.isEmpty || order.everythingTo != nil else { return nil }
        let coins = try chosen(order, account, scheme)
        if let place = order.everythingTo {
            return try UnsignedBitcoinTransaction(
                spendingAll: coins, paying: order.outputs, restTo: place, on: order.utxoChain.ledger,
                sequence: order.sequence, fee: { rate.fee(for: $0) })
        }
        return try UnsignedBitcoinTransaction(
            paying: order.outputs, changeTo: script, from: [], required: coins, changeScheme: scheme, rate: rate,
            sequence: order.sequence)
    }

    /// The coins that the user chose; without a choice, all that are free, also unconfirmed ones on Bitcoin Cash.
    private func chosen(
        _ order: SpendRequest, _ account: any SpendingAccount, _ scheme: SpendingScheme
    ) throws(BitcoinError) -> [Coin] {
        guard !order.chosen.isEmpty else { return account.everything(paying: order.outputs, scheme).coins }
        let coins = account.free.filter { order.chosen.contains($0.coin.outPoint) && $0.burden == .none }
        guard coins.count == order.chosen.count else { throw .coins(.unavailable) }
        return coins.map { $0.coin.spent(by: scheme) }
    }
}

extension SpendingAccount {
    /// The coins that a payment of everything spends: the largest ones, as many as fit into a transaction that nodes
    /// relay; and whether these are all.
    func everything(paying outputs: [Output], _ scheme: SpendingScheme) -> (coins: [Coin], areAll: Bool) {
        var all = spendable(generous: true).map { $0.coin.spent(by: scheme) }
        all.sort { (first: Coin, second: Coin) -> Bool in
            first.value == second.value ? first.outPoint < second.outPoint : first.value > second.value
        }
        let fitting = UnsignedBitcoinTransaction.fitting(all, paying: outputs, on: utxoChain.ledger)
        return (fitting, fitting.count == all.count)
    }
}

extension SpendRequest {
    /// The sequence number of the inputs.
    fileprivate var sequence: UInt32 { isReplaceable ? LedgerTransaction.largestReplaceable : .max }
}

extension FeeRates {
    /// The rate that is proposed for an order, within the limits of the network.
    func rate(for order: SpendRequest) -> FeeRate {
        let proposed =
            switch order.fee {
            case .pace(.slow): patient
            case .pace(.normal): normal
            case .pace(.fast): fast
            case .rate(let rate): rate
            }
        return max(proposed, least, order.replaced?.leastRate ?? .least)
    }
}
