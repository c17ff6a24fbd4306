internal import Bitcoin
internal import Keys
internal import WalletCore

/// The coins of an account, for payments.
@MainActor final class LedgerSpender: SpendingAccount {
    let utxoChain: UTXOChain
    let server: any CoinServer
    private let record: CoinAccountRecord
    private let synchroniser: AccountSynchroniser
    private let journal: any Journal
    private var snapshot: CoinAccountSnapshot
    private var ledger: CoinLedger
    private(set) var coins: [OwnCoin] = []
    private(set) var reserved: Set<OutPoint> = []
    private(set) var unsettled: Set<String> = []
    private(set) var possible: [TransactionRecord] = []
    private(set) var returned: [TransactionRecord] = []

    /// The payments of this account that servers have, and that are not in a block yet.
    private(set) var open: [TransactionRecord] = []

    /// Creates a view of an account; ``synchronise()`` fills it.
    init(_ synchroniser: AccountSynchroniser, server: any CoinServer, journal: any Journal) async {
        self.synchroniser = synchroniser
        self.server = server
        self.journal = journal
        record = synchroniser.record
        utxoChain = record.utxoChain
        snapshot = await synchroniser.snapshot
        ledger = snapshot.ledger
    }

    var name: String { record.name }

    var from: String { record.address }

    /// Its keys are checked one by one: it may be any account of the wallet.
    var isActive: Bool { false }

    var frozen: Set<OutPoint> { snapshot.notes.frozen }

    func scheme(onBitcoinCash scheme: SpendingScheme) -> SpendingScheme {
        utxoChain.ledger == .bitcoin ? .bitcoin(record.scriptType) : scheme
    }

    /// What it holds, without the coins of payments whose outcome is not known.
    var balance: CoinBalance {
        coins.reduce(into: CoinBalance()) { balance, coin in
            let value = coin.coin.value
            if reserved.contains(coin.coin.outPoint) || frozen.contains(coin.coin.outPoint) {
                balance.reserved = CoinBalance.sum(balance.reserved, value)
            } else if coin.burden != .none {
                balance.withTokens = CoinBalance.sum(balance.withTokens, value)
            } else if coin.height == nil {
                balance.unconfirmed = CoinBalance.sum(balance.unconfirmed, value)
            } else {
                balance.confirmed = CoinBalance.sum(balance.confirmed, value)
            }
        }
    }

    /// Brings the account and the outcomes of its payments up to date.
    func synchronise() async throws(CoinError) {
        try await synchroniser.synchronise()
        var missing: [TransactionID] = []
        do throws(JournalError) {
            let chain = utxoChain.chain
            let tracker = CoinTransactionTracker(utxoChain: utxoChain, server: server, journal: journal)
            for payment in try await journal.open() where payment.chain == chain {
                guard try await tracker.settle(payment) == .missing, let id = TransactionID(payment.txid) else {
                    continue
                }
                // What it would return to the account cannot be spent.
                missing.append(id)
            }
            let old = try await journal.possible().filter { $0.chain == chain }
            for payment in old.prefix(SpendingRules.mostRivals) { try await tracker.settle(payment) }
            possible = try await journal.possible().filter { $0.chain == chain }
            returned = try await journal.returned().filter { $0.chain == chain }
            open = try await journal.open().filter { $0.chain == chain }
        } catch {
            throw .journal
        }
        for id in missing { try await synchroniser.remove(missing: id) }
        snapshot = await synchroniser.snapshot
        ledger = snapshot.ledger
        for payment in open { noteOutputs(of: payment) }
        reserved = Set(open.flatMap(\.spends).compactMap { OutPoint($0) })
        unsettled = Set(open.filter { $0.state != .sent }.map(\.txid))
        // The change of a payment that no server is known to have may never exist.
        let trusted = Set(open.filter { $0.state == .sent }.compactMap { TransactionID($0.txid) })
        let doubtful = unsettled
        coins = snapshot.coins.filter {
            $0.isMature(at: snapshot.state.height)
                && !($0.block == nil && doubtful.contains($0.outPoint.transaction.description))
        }.map { ownCoin($0, trusted) }
    }

    /// The unspent coin as payments see it.
    private func ownCoin(_ coin: LedgerCoin, _ trusted: Set<TransactionID>) -> OwnCoin {
        OwnCoin(
            coin: Coin(
                coin.outPoint, coin.output, scheme(onBitcoinCash: .bitcoinCashSchnorr),
                redeemScript: ledger.redeemScripts[coin.own.path],
                hasUncompressedKey: record.hasUncompressedKey, otherInputWeight: record.otherInputWeight),
            place: Self.place(coin.own.path), height: coin.block?.height,
            isFromHere: trusted.contains(coin.outPoint.transaction),
            burden: coin.content == .satoshis
                ? .none : coin.content == .simpleLedger || coin.content == .unknownToken ? .unknownToken : .cashToken)
    }

    /// The coins that an unconfirmed transaction of the account spends; `nil` if not all of them are of the account.
    func coins(spentBy id: TransactionID) -> [OwnCoin]? {
        guard let transaction = ledger.transactions[id], ledger.isOwn(transaction) else { return nil }
        return ledger.spent(by: transaction).compactMap { outPoint, own in
            guard let script = ledger.scripts[own.path], let parent = ledger.transactions[outPoint.transaction] else {
                return nil
            }
            let coin = LedgerCoin(
                outPoint: outPoint, own: own, script: script, block: parent.block, isOwn: ledger.isOwn(parent),
                isCoinbase: parent.isCoinbase)
            return ownCoin(coin, [])
        }
    }

    /// What is known of the account.
    var known: CoinLedger { ledger }

    private static func place(_ path: CoinAddressPath) -> CoinKeyPath {
        CoinKeyPath(row: path.branch == .change ? .change : .receiving, index: path.index)
    }

    private static func path(_ place: CoinKeyPath) -> CoinAddressPath {
        CoinAddressPath(place.row == .change ? .change : .receiving, place.index)
    }

    func fresh(_ row: CoinKeyPath.Row) -> CoinKeyPath {
        guard !record.isSingleAddress else { return CoinKeyPath(row: .receiving, index: 0) }
        let isChange = row == .change && record.branches.contains(.change)
        return CoinKeyPath(
            row: isChange ? .change : .receiving, index: ledger.nextIndex(isChange ? .change : .receiving))
    }

    func script(at place: CoinKeyPath) throws(KeyError) -> Script {
        guard let script = ledger.scripts[Self.path(place)] else { throw .locked }
        return script
    }

    func path(to place: CoinKeyPath) throws(KeyError) -> DerivationPath {
        guard let path = try record.path(to: Self.path(place)) else { throw .locked }
        return path
    }

    func use(_ place: CoinKeyPath) {
        let path = Self.path(place)
        ledger.show(path)
        Task { [synchroniser] in try? await synchroniser.reserve(path) }
    }

    /// Makes sure that the change addresses of payments that no server shows yet are not used twice.
    private func noteOutputs(of payment: TransactionRecord) {
        let form = utxoChain.ledger.form
        guard let transaction = try? BitcoinTransaction(payment.raw, form: form) else { return }
        for output in transaction.outputs {
            if let path = ledger.paths[output.script], path.branch == .change { ledger.show(path) }
        }
    }
}
