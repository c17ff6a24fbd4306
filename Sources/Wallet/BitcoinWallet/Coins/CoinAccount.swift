internal import Bitcoin
internal import Bridge
internal import Keys
import WalletCore

/// The coins of one account on one ledger: which addresses are in use, and their coins (BIP-44, “Account discovery”).
///
/// Values and scripts from a server are not trusted: every coin is read from its transaction, whose ID has been
/// checked, and it counts as confirmed only with a proof. That there are no other coins is only the server's claim.
@MainActor package final class CoinAccount: SpendingAccount, SLPTracing {
    /// The number of consecutive unused addresses that ends the search.
    static let gap: UInt32 = 20

    /// The maximum number of addresses of a row that are checked, so that a server cannot make the search endless.
    static let mostPlaces: UInt32 = 2_000

    /// The maximum number of coins that are checked; each is read from its transaction.
    static let mostCoins = 20_000

    /// The maximum number of bytes that servers may send for one scan; an account with ``mostCoins`` coins needs about
    /// half of it.
    private static let mostBytes = 128 << 20

    /// The number of proofs that are requested at once.
    private static let atOnce = 20

    let utxoChain: UTXOChain
    let account: Account
    var server: any CoinServer
    /// The source of its public keys; it is replaced if the wallet was locked meanwhile.
    var keys: AccountKeys
    private let journal: any Journal
    private let store: any CoinStore

    /// Every script of the account that was checked.
    private(set) var places: [Script: CoinKeyPath] = [:]
    private var scripts: [CoinKeyPath: Script] = [:]

    /// The number of used key paths in each row.
    private var used: [CoinKeyPath.Row: UInt32] = [:]

    /// All coins, also those that must not be spent.
    private(set) var coins: [OwnCoin] = []

    /// The coins of payments whose outcome is not known.
    private(set) var reserved: Set<OutPoint> = []

    /// The IDs of payments that were signed and that no server is known to have.
    private(set) var unsettled: Set<String> = []

    /// The coins that the user excluded from payments, in whichever account of the wallet they are shown.
    private(set) var frozen: Set<OutPoint> = []

    /// The payments that were refused or given up, and that anyone who has their bytes could still send.
    private(set) var possible: [TransactionRecord] = []

    /// The payments that were refused or given up, and that servers have shown since then.
    private(set) var returned: [TransactionRecord] = []

    private var transactions = KnownTransactions()

    /// The heights of the blocks that transactions were proven to be in.
    private(set) var proven: [TransactionID: Int] = [:]
    var tokenHistory = SLPHistory()

    init(
        utxoChain: UTXOChain, account: Account, keys: AccountKeys, server: any CoinServer, journal: any Journal,
        store: any CoinStore
    ) {
        self.utxoChain = utxoChain
        self.account = account
        self.keys = keys
        self.server = server
        self.journal = journal
        self.store = store
    }

    /// The user's name for it.
    var name: String { account.name }

    /// Its first receiving address.
    var from: String {
        get throws(KeyError) {
            try script(at: CoinKeyPath(row: .receiving, index: 0)).destination?.address(on: utxoChain) ?? ""
        }
    }

    /// It is the active account.
    var isActive: Bool { true }

    /// The wallet's standard scheme on the ledger.
    func scheme(onBitcoinCash scheme: SpendingScheme) -> SpendingScheme {
        utxoChain.ledger == .bitcoin ? .bitcoin(.p2wpkh) : scheme
    }

    /// The derivation path of a key path.
    func path(to place: CoinKeyPath) throws(KeyError) -> DerivationPath { try place.path(of: account, on: utxoChain) }

    /// Whether the account has a single key.
    private var isSingleKey: Bool { account.isSingleKey }

    /// The script for a key path.
    func script(at place: CoinKeyPath) throws(KeyError) -> Script {
        if let script = scripts[place] { return script }
        let key = try keys.publicKey(at: place.path(of: account, on: utxoChain))
        let script = Destination(key, on: utxoChain).script
        scripts[place] = script
        if places[script] == nil { places[script] = place }
        return script
    }

    /// The first unused key path of a row that this wallet has not reserved for change.
    func fresh(_ row: CoinKeyPath.Row) -> CoinKeyPath {
        isSingleKey
            ? CoinKeyPath(row: .receiving, index: 0) : CoinKeyPath(row: row, index: used[row, default: 0])
    }

    /// Marks a key path as used.
    func use(_ place: CoinKeyPath) {
        guard !isSingleKey else { return }
        // No trap: the search for places ends at 2,000.
        used[place.row] = max(used[place.row, default: 0], place.index + 1)
    }

    /// Queries everything from the server again; if that fails, the known state is kept.
    func synchronise() async throws(CoinError) {
        let result: Result<Void, CoinError> = await ScanBudget.$current.withValue(ScanBudget(Self.mostBytes)) {
            do throws(CoinError) {
                return .success(try await look())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    private func look() async throws(CoinError) {
        let open = try await openPayments()
        for payment in open { try await noteOutputs(of: payment) }
        var found: Set<Script> = []
        for row in CoinKeyPath.Row.all(on: utxoChain) where !isSingleKey || row == .receiving {
            try await search(row, into: &found)
        }
        let inUse = found.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        let unspent = try await server.unspent(of: inUse.map { ScriptHash(ofScript: $0.bytes) })
        guard unspent.count == inUse.count, unspent.reduce(0, { $0 + $1.count }) <= Self.mostCoins else {
            throw .nonsense
        }
        var coins: [OwnCoin] = []
        var seen: Set<OutPoint> = []
        let trusted = Set(open.map(\.txid))
        for (script, outputs) in zip(inUse, unspent) {
            guard let place = places[script] else { continue }
            for output in outputs where seen.insert(output.outPoint).inserted {
                coins.append(try await coin(output, script, place, trusted))
            }
        }
        do throws(JournalError) {
            let fate = CoinTransactionTracker(utxoChain: utxoChain, server: server, journal: journal)
            for payment in open { try await fate.settle(payment) }
            let old = try await journal.possible().filter { $0.chain == utxoChain.chain }
            for payment in old.prefix(SpendingRules.mostRivals) { try await fate.settle(payment) }
            possible = try await journal.possible().filter { $0.chain == utxoChain.chain }
            returned = try await journal.returned().filter { $0.chain == utxoChain.chain }
            frozen = try await store.frozen(on: utxoChain)
        } catch {
            throw .journal
        }
        self.coins = try await confirmed(coins)
        let stillOpen = try await openPayments()
        reserved = Set(stillOpen.flatMap(\.spends).compactMap { OutPoint($0) })
        unsettled = Set(stillOpen.filter { $0.state != .sent }.map(\.txid))
    }

    /// The transaction with this ID; it is not requested again while it is cached.
    func transaction(_ id: TransactionID) async throws(CoinError) -> KnownTransaction {
        if let known = transactions[id] { return known }
        let bytes = try await server.transaction(id)
        guard let known = await KnownTransaction.read(bytes, named: id, on: utxoChain) else { throw .nonsense }
        transactions.add(known)
        return known
    }

    /// The same coins, marked as confirmed only if there is a proof.
    ///
    /// The proofs are requested in parallel, each once.
    private func confirmed(_ coins: [OwnCoin]) async throws(CoinError) -> [OwnCoin] {
        var wanted: [TransactionID: Int] = [:]
        for coin in coins {
            let id = coin.coin.outPoint.transaction
            guard let height = coin.height, proven[id] != height, wanted[id] == nil else { continue }
            wanted[id] = height
        }
        let (server, claims) = (server, Array(wanted))
        for first in stride(from: 0, to: claims.count, by: Self.atOnce) {
            // Only a few transactions are in memory at a time, because all of them together may be too large.
            var part: [(id: TransactionID, height: Int, bytes: [UInt8])] = []
            for (id, height) in claims[first..<min(first + Self.atOnce, claims.count)] {
                part.append((id, height, try await transaction(id).bytes))
            }
            await withTaskGroup(of: (TransactionID, Int)?.self) { group in
                for (id, height, bytes) in part {
                    group.addTask { (try? await server.isMined(bytes, at: height)) == true ? (id, height) : nil }
                }
                for await case let (id, height)? in group { proven[id] = height }
            }
        }
        // Spent coins no longer need a proof.
        let held = Set(coins.map(\.coin.outPoint.transaction))
        proven = proven.filter { held.contains($0.key) }
        return coins.map { coin in
            var coin = coin
            if coin.height != proven[coin.coin.outPoint.transaction] { coin.height = nil }
            return coin
        }
    }

    private func search(
        _ row: CoinKeyPath.Row, into found: inout Set<Script>
    ) async throws(CoinError) {
        var (next, unused) = (UInt32(0), UInt32(0))
        let before = used[row]
        while unused < Self.gap {
            guard next < Self.mostPlaces else {
                // False data from this server must not prevent a correct result from the next one.
                used[row] = before
                throw .nonsense
            }
            let batch = try (next..<(isSingleKey ? 1 : next + Self.gap)).map { index throws(CoinError) in
                try checkedScript(at: CoinKeyPath(row: row, index: index))
            }
            let answers = try await server.history(of: batch.map { ScriptHash(ofScript: $0.bytes) })
            guard answers.count == batch.count else { throw .nonsense }
            for (script, answer) in zip(batch, answers) {
                if !answer.isEmpty { found.insert(script) }
                let isUsed = !answer.isEmpty || next < used[row, default: 0]
                unused = isUsed ? 0 : unused + 1
                if !answer.isEmpty { use(CoinKeyPath(row: row, index: next)) }
                next += 1
            }
            if isSingleKey { return }
        }
    }

    private func checkedScript(at place: CoinKeyPath) throws(CoinError) -> Script {
        do throws(KeyError) {
            return try script(at: place)
        } catch {
            throw .keys
        }
    }

    private func coin(
        _ output: UnspentOutput, _ script: Script, _ place: CoinKeyPath, _ trusted: Set<String>
    ) async throws(CoinError) -> OwnCoin {
        let known = try await transaction(output.outPoint.transaction)
        let outputs = known.transaction.outputs
        guard Int(output.outPoint.index) < outputs.count else { throw .nonsense }
        let real = outputs[Int(output.outPoint.index)]  // No trap: held against the number of outputs above.
        guard real.value == output.value, real.script == script || real.token?.script == script else {
            throw .nonsense
        }
        return OwnCoin(
            coin: Coin(output.outPoint, real, scheme(onBitcoinCash: .bitcoinCashSchnorr)),
            place: place, height: output.height,
            isFromHere: trusted.contains(output.outPoint.transaction.description),
            burden: output.hasToken ? .cashToken : known.burden(of: output.outPoint.index, on: utxoChain))
    }
}

extension CoinAccount {
    /// What the account holds.
    var balance: CoinBalance {
        coins.reduce(into: CoinBalance()) { balance, coin in
            if reserved.contains(coin.coin.outPoint) || frozen.contains(coin.coin.outPoint) {
                balance.reserved = CoinBalance.sum(balance.reserved, coin.coin.value)
            } else if coin.burden != .none {
                balance.withTokens = CoinBalance.sum(balance.withTokens, coin.coin.value)
            } else if coin.height == nil {
                balance.unconfirmed = CoinBalance.sum(balance.unconfirmed, coin.coin.value)
            } else {
                balance.confirmed = CoinBalance.sum(balance.confirmed, coin.coin.value)
            }
        }
    }

    private func openPayments() async throws(CoinError) -> [TransactionRecord] {
        do throws(JournalError) {
            return try await journal.open().filter { $0.chain == utxoChain.chain }
        } catch {
            throw .journal
        }
    }

    /// Makes sure that the change addresses of payments that no server shows yet are not used twice.
    private func noteOutputs(of payment: TransactionRecord) async throws(CoinError) {
        let form = utxoChain.ledger.form
        guard let transaction = try? BitcoinTransaction(payment.raw, form: form) else { return }
        let scripts = Set(transaction.outputs.map(\.script))
        for row in CoinKeyPath.Row.all(on: utxoChain) {
            let first = used[row, default: 0]
            for index in first..<(first + Self.gap) {
                let place = CoinKeyPath(row: row, index: index)
                if scripts.contains(try checkedScript(at: place)) { use(place) }
            }
        }
    }
}
