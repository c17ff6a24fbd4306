public import Bitcoin
public import Bridge
internal import Foundation
internal import Keys
import Messages
public import Network
public import WalletCore

/// Pays with coins: finds them, asks the user, signs, records, and broadcasts.
@MainActor public final class CoinSender {
    /// The signature scheme on Bitcoin Cash; both schemes are valid everywhere, and the default has the shorter
    /// signatures.
    public var bitcoinCashLock = SpendingScheme.bitcoinCashSchnorr

    /// The servers that are asked.
    public var servers: [UTXOChain: any CoinServer]

    /// The addresses of the servers that were set, in the order in which they are tried.
    public private(set) var addresses: [UTXOChain: [LineAddress]] = [:]

    /// Whether accounts on chains without a server are hidden, even if their coins have value.
    package var hidesUnserved = false

    /// Creates a server client for addresses; without it, no servers can be set.
    public var dial: Dial?

    /// Called when servers were set; without it, they are lost when the program ends.
    public var keep: Keep?

    /// The connection to merchants; `nil` without a network.
    public var invoices: Invoices?

    /// The servers of a currency are needed, and none can be used.
    public let problems = Listeners<(UTXOChain, ServerProblem)>()

    /// Servers were replaced.
    let serverChanges = Listeners<Void>()

    private let activeAccount: WalletSigner
    let gate: Gate
    let journal: any Journal
    private let store: any CoinStore
    package let now: @Sendable () -> Int64
    private var accounts: [String: CoinAccount] = [:]

    /// The coins of payments that are being signed and recorded.
    private var held: Set<OutPoint> = []

    /// The IDs of payments that are recorded and being sent.
    private(set) var underway: Set<String> = []

    /// Creates the component that pays with the coins of `activeAccount`.
    ///
    /// - Parameters:
    ///   - activeAccount: The account whose keys sign.
    ///   - gate: The gate that asks the user.
    ///   - journal: Where payments are recorded before they are sent.
    ///   - store: Where the user's notes about coins are kept: frozen coins are not spent.
    ///   - servers: The servers that provide data about coins.
    ///   - now: The time in seconds since 1970.
    package init(
        activeAccount: WalletSigner, gate: Gate, journal: any Journal = MemoryJournal(), store: any CoinStore,
        servers: [UTXOChain: any CoinServer] = [:],
        now: @escaping @Sendable () -> Int64 = CoinSender.systemTime
    ) {
        self.activeAccount = activeAccount
        self.gate = gate
        self.journal = journal
        self.store = store
        self.servers = servers
        self.now = now
    }

    /// The time of the system, in seconds since 1970.
    package nonisolated static func systemTime() -> Int64 {
        Int64(Date().timeIntervalSince1970)
    }

    /// Uses `server` from now on, also for the accounts that are known; `nil` for none.
    func use(_ server: (any CoinServer)?, at addresses: [LineAddress], for utxoChain: UTXOChain) {
        let old = servers[utxoChain]
        (servers[utxoChain], self.addresses[utxoChain]) = (server, server == nil ? nil : addresses)
        if let server {
            for account in accounts.values where account.utxoChain == utxoChain { account.server = server }
        }
        serverChanges.tell()
        // A payment that is being sent is completed first.
        if underway.isEmpty, let old = old as? ElectrumServers { Task { await old.close() } }
    }

    /// The chains of coins that sites use.
    package var siteChains: SiteChains { activeAccount.siteChains }

    /// The current balance of the active account on `utxoChain`, requested from the server.
    public func balance(on utxoChain: UTXOChain) async throws(RPCError) -> CoinBalance {
        try await synchronised(utxoChain).balance
    }

    /// An unused address of the account.
    public func freshAddress(on utxoChain: UTXOChain) async throws(RPCError) -> String {
        let account = try await synchronised(utxoChain)
        guard let script = try? account.script(at: account.fresh(.receiving)),
            let address = script.destination?.address(on: utxoChain)
        else { throw RPCError(CoinError.keys) }
        return address
    }

    /// Finds coins, shows the payment, signs it after the user's approval, and records it.
    ///
    /// It is not sent to anyone.
    ///
    /// - Returns: The payment, for ``broadcast(_:)`` or ``abandon(_:)``; no other payment spends its coins until then.
    package func sign(_ order: SpendRequest, for request: Request) async throws(RPCError) -> SignedPayment {
        // One payment of a page at a time: the servers are not asked for requests that wait.
        let turn = try await gate.turn(for: request)
        defer { turn.end() }
        let account = try await synchronised(order.utxoChain)
        return try await sign(order, with: account, for: request, in: turn)
    }

    /// Records the outcome of a payment.
    ///
    /// If it cannot be written, the entry stays in the state `signed`: the coins stay reserved, and the wallet looks up
    /// the outcome later.
    func conclude(_ payment: SignedPayment, _ state: TransactionRecord.State) async {
        try? await journal.setState(state, of: payment.id.description, on: payment.utxoChain.chain)
        underway.remove(payment.id.description)
    }
}

extension CoinSender {
    private static let sameCoins = RPCError(
        .notSent, sentence: localizable("Nothing was sent. Another payment has used the same coins; ask again."))

    /// The active account on `utxoChain`, synchronised with the server.
    func synchronised(_ utxoChain: UTXOChain) async throws(RPCError) -> CoinAccount {
        guard !gate.isLocked else { throw .locked }
        guard let kind = siteChains.kind(on: utxoChain) else { throw RPCError(CoinError.keys) }
        let address = activeAccount.address(kind)
        guard activeAccount.isOpen, !address.isEmpty else { throw .locked }
        guard let server = servers[utxoChain] else {
            problems.tell((utxoChain, .missing))
            throw RPCError(
                .unsupported,
                sentence: localizable(
                    "The wallet has no server for \(utxoChain.name, as: "network"). Set one under “Servers…”."))
        }
        let keys = AccountKeys(activeAccount)
        let account =
            accounts[address]
            ?? CoinAccount(
                utxoChain: utxoChain, account: activeAccount.account, keys: keys, server: server, journal: journal,
                store: store)
        account.keys = keys
        accounts[address] = account
        do throws(CoinError) {
            try await account.synchronise()
        } catch {
            if error.isOfTheServers { problems.tell((utxoChain, .failing)) }
            throw RPCError(error)
        }
        return account
    }

    func sign(
        _ order: SpendRequest, with account: any SpendingAccount, for request: Request, in turn: QueuePosition
    ) async throws(RPCError) -> SignedPayment {
        let rates = await FeeRates(asking: account.server, on: order.utxoChain)
        var rate = rates.rate(for: order)
        var isAskedAgain = false
        while true {
            var prepared: PreparedPayment
            do throws(RPCError) {
                prepared = try prepare(order, account, rate: rate)
            } catch {
                throw await failure(error, hidesBalance: order.hidesBalance, for: request, in: turn)
            }
            // A child pays to this wallet, for a payment that was signed before.
            prepared.repeated = order.replaced == nil && order.parent == nil ? await repeated(order) : nil
            prepared.isAskedAgain = isAskedAgain
            let first = await CoinPayment(prepared: prepared, rates: rates, balance: account.balance)
            let consent = try await gate.ask(first, for: request, in: turn) { shown, values throws(RPCError) in
                try await self.revised(shown, values, account)
            }
            rate = consent.subject.prepared.rate
            if let signed = try await sign(consent, account, for: request) { return signed }
            isAskedAgain = true
            do throws(CoinError) {
                try await account.synchronise()
            } catch {
                throw RPCError(error)
            }
        }
    }

    /// The error for a site about a payment that the account cannot make.
    ///
    /// Errors reveal the balance, so a site that is not connected to the account gets them only if the user agrees.
    func failure(
        _ error: RPCError, hidesBalance: Bool, for request: Request, in turn: QueuePosition
    ) async -> RPCError {
        guard hidesBalance else { return error }
        do throws(RPCError) {
            _ = try await gate.ask(
                CoinShortfall(site: request.peer.origin.site, reason: error.sentence), for: request, in: turn)
            return error
        } catch {
            return error
        }
    }

    /// Whether, since this payment was prepared, another one that can happen in addition was signed, refused or given
    /// up.
    private func hasNewRival(_ payment: PreparedPayment, _ open: [TransactionRecord]) async -> Bool {
        let spent = Set(payment.draft.coins.map(\.outPoint.description))
        let possible = ((try? await journal.possible()) ?? []).filter {
            $0.from == payment.from && !payment.known.possible.contains($0.txid)
        }
        let unsettled = open.filter { $0.state != .sent && !payment.known.unsettled.contains($0.txid) }
        return (unsettled + possible).contains {
            $0.chain == payment.order.utxoChain.chain && spent.isDisjoint(with: $0.spends)
        }
    }

    /// Whether the user has frozen one of `coins` since the payment was prepared.
    private func hasFrozen(_ coins: Set<OutPoint>, _ account: any SpendingAccount) async throws(RPCError) -> Bool {
        do throws(JournalError) {
            let frozen = try await store.frozen(on: account.utxoChain).subtracting(account.frozen)
            return !frozen.isDisjoint(with: coins)
        } catch {
            throw RPCError(CoinError.journal)
        }
    }

    /// How many minutes ago a payment with the same outputs was signed and not refused or given up.
    private func repeated(_ order: SpendRequest) async -> Int64? {
        let (recent, now) = ((try? await journal.recent(limit: 50)) ?? [], now())
        for payment in recent where payment.chain == order.utxoChain.chain {
            guard case .utxo = payment.kind, let minutes = payment.minutes(before: now) else { continue }
            let form = order.utxoChain.ledger.form
            guard let outputs = try? BitcoinTransaction(payment.raw, form: form).outputs else { continue }
            if Array(outputs.prefix(order.outputs.count)) == order.outputs { return minutes }
        }
        return nil
    }

    /// The payment with the fee rate that the user typed; if the rate cannot be used, the same payment with the
    /// problem.
    private func revised(
        _ shown: CoinPayment, _ values: [String: String], _ account: any SpendingAccount
    ) async throws(RPCError) -> CoinPayment {
        let unit = shown.prepared.order.utxoChain.feeRateUnit
        let text = values[CoinPayment.adjustment] ?? shown.prepared.rate.text
        let rate: FeeRate
        do throws(BitcoinError) {
            rate = try FeeRate(satoshisPerByte: text)
        } catch {
            return shown.refusing(text, because: error.sentence)
        }
        let least = max(shown.rates.least, shown.prepared.order.replaced?.leastRate ?? .least)
        guard rate >= least else {
            return shown.refusing(
                text,
                because: localized(
                    """
                    The network does not relay payments below \(least.text, as: "rate") \(unit, as: "unit").
                    """))
        }
        do throws(RPCError) {
            var prepared = try prepare(shown.prepared.order, account, rate: rate)
            prepared.repeated = shown.prepared.repeated
            prepared.isAskedAgain = shown.prepared.isAskedAgain
            return await CoinPayment(prepared: prepared, rates: shown.rates, balance: shown.balance)
        } catch {
            return shown.refusing(text, because: error.sentence)
        }
    }

    /// Signs what was approved and records it; `nil` if there is a new payment that can happen in addition.
    private func sign(
        _ consent: consuming Consent<CoinPayment>, _ account: any SpendingAccount, for request: Request
    ) async throws(RPCError) -> SignedPayment? {
        let payment = consent.subject.prepared
        // The user may have taken a long time to decide, and coins that another payment has spent meanwhile must not be
        // spent twice. The coins are held before the journal is read, so that of two simultaneous payments, one detects
        // the other.
        let spent = Set(payment.draft.coins.map(\.outPoint))
        guard held.isDisjoint(with: spent) else { throw Self.sameCoins }
        guard held.isEmpty else { return nil }
        held.formUnion(spent)
        defer { held.subtract(spent) }
        let open = (try? await journal.open()) ?? []
        let taken = Set(
            open.filter { $0.chain == payment.order.utxoChain.chain && !payment.order.replaces($0) }.flatMap(\.spends))
        guard spent.allSatisfy({ !taken.contains($0.description) }) else { throw Self.sameCoins }
        guard await !hasNewRival(payment, open) else { return nil }
        guard try await !hasFrozen(spent, account) else { return nil }
        try gate.commit(request)
        let transaction = try await activeAccount.sign(consent)
        account.use(payment.change)
        let bytes = transaction.bytes(payment.order.utxoChain.ledger.form)
        let outgoing = TransactionRecord(
            chain: payment.order.utxoChain.chain, txid: transaction.id.description, raw: bytes, from: payment.from,
            kind: .utxo(spends: payment.draft.coins.map(\.outPoint.description)), what: payment.order.what,
            origin: request.peer.recordedOrigin, at: now())
        guard let refund = try? account.script(at: payment.change) else { throw RPCError(CoinError.keys) }
        do throws(JournalError) {
            try await journal.record(outgoing)
        } catch {
            throw RPCError(CoinError.journal)
        }
        underway.insert(outgoing.txid)
        return SignedPayment(
            utxoChain: payment.order.utxoChain, transaction: transaction, bytes: bytes, refund: refund)
    }

    /// Records a transaction that was signed elsewhere and that the user approved, before it is sent.
    ///
    /// - Throws: If another payment, whose outcome is not known, spends the same coins.
    func accept(
        _ transaction: BitcoinTransaction, from: String, _ what: TransactionRecord.Summary, on utxoChain: UTXOChain,
        for request: Request
    ) async throws(RPCError) -> SignedPayment {
        let (chain, id) = (utxoChain.chain, transaction.id.description)
        let spent = Set(transaction.inputs.map(\.outPoint))
        guard held.isDisjoint(with: spent) else { throw Self.sameCoins }
        held.formUnion(spent)
        defer { held.subtract(spent) }
        let spends = transaction.inputs.map(\.outPoint.description)
        let open = (try? await journal.open()) ?? []
        guard open.allSatisfy({ $0.chain != chain || $0.txid == id || Set($0.spends).isDisjoint(with: spends) }) else {
            throw Self.sameCoins
        }
        try gate.commit(request)
        let bytes = transaction.bytes(.witness)
        do throws(JournalError) {
            if try await journal.transaction(id, on: chain) == nil {
                try await journal.record(
                    TransactionRecord(
                        chain: chain, txid: id, raw: bytes, from: from, kind: .utxo(spends: spends), what: what,
                        origin: request.peer.recordedOrigin, at: now()))
            }
        } catch {
            throw RPCError(CoinError.journal)
        }
        underway.insert(id)
        return SignedPayment(
            utxoChain: utxoChain, transaction: transaction, bytes: bytes,
            refund: transaction.outputs.first?.script ?? Script([UInt8]()))
    }
}
