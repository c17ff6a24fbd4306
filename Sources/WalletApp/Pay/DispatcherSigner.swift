import Bridge
import Ethereum
import WalletConnectPay
import Wallet

/// Has the wallet sign and send for a payment: by the dispatcher, in the name of the payment service.
@MainActor final class DispatcherSigner: PaymentSigner {
    private let dispatcher: RequestDispatcher
    private let journal: any Journal
    private let service: Origin

    /// Whom a payment is for, and how much they ask for.
    var terms: @MainActor (PaymentID) -> (merchant: String, invoice: String)? = { _ in nil }

    /// What the wallet does about transactions that were signed and perhaps never sent; without it the network is not
    /// asked.
    var desk: WalletServices?

    /// Why the last action was not done, as a sentence; `nil` where it was, or where the user said no.
    private(set) var trouble: String?

    /// Creates a signer.
    ///
    /// - Parameters:
    ///   - dispatcher: Where the actions are asked.
    ///   - journal: Where the wallet keeps what it sends.
    ///   - service: The payment service.
    init(_ dispatcher: RequestDispatcher, journal: any Journal, service: Origin) {
        self.dispatcher = dispatcher
        self.journal = journal
        self.service = service
    }

    func perform(
        _ action: PaymentAction, for attempt: PaymentAttempt, option: PaymentOption
    ) async -> ActionOutcome {
        trouble = nil
        let payment = attempt.payment
        let kind = attempt.steps.first { $0.progress == .begun }?.kind ?? .payment
        let purpose = Self.purpose(kind, of: attempt)
        guard case .rpc(let chain, let method, let params) = action, chain == option.account.chain else {
            return .unsupported
        }
        let terms = terms(payment)
        let peer = PaymentPeer(
            origin: service, id: payment.text, account: option.account.description, merchant: terms?.merchant,
            invoice: terms?.invoice, purpose: purpose)
        let isSent = method == "eth_sendTransaction"
        // Where the journal cannot be read nothing is sent: what became of it could not be told.
        let before = isSent ? await signed(for: purpose) : []
        guard let before else { return .failed }
        desk?.sending.forgetTransaction(signedFor: payment.text)
        let outcome = await dispatcher.perform(method, params, for: peer)
        switch outcome {
        case .success(let answer): return answer.string.map { .done($0) } ?? .failed
        case .failure(let error):
            let signed = desk?.sending.transaction(signedFor: payment.text)
            if isSent, let fate = await fate(of: purpose, before, signed) { return fate }
            if error.kind != .rejected { trouble = error.message }
            return Self.outcome(of: error)
        }
    }

    func broadcast(of attempt: PaymentAttempt) async -> EarlierTransaction {
        guard let signed = await self.signed(for: Self.purpose(.payment, of: attempt)) else { return .unknown }
        let mine = signed.filter { $0.state != .refused }
        if let first = mine.first(where: { $0.state.isOpen || $0.state.isSettled }) { return await past(first) }
        // What was given up or declined can still be sent by those who have it.
        guard mine.isEmpty, await !mayBeUnnamed(attempt) else { return .unknown }
        return .none
    }

    func successor(of hash: String, of attempt: PaymentAttempt) async -> String? {
        guard let old = await signed(hash, of: attempt) else { return hash }
        if old.state.isOpen { _ = await desk?.transactions.standing(of: old) }
        guard case .replaced(let txid)? = await signed(hash, of: attempt)?.state else { return hash }
        guard let new = await signed(txid, of: attempt), new.from == old.from,
            let (was, now) = try? (SignedTransaction(raw: old.raw), SignedTransaction(raw: new.raw)),
            now.transaction.to == was.transaction.to, now.transaction.value == was.transaction.value,
            now.transaction.data == was.transaction.data
        else { return nil }
        return txid
    }

    func sendAgain(_ hash: String, of attempt: PaymentAttempt) async -> Bool {
        await settle(hash, of: attempt) { (sent, outgoing) throws(RPCError) in try await sent.sendAgain(outgoing) }
    }

    func giveUp(_ hash: String, of attempt: PaymentAttempt) async -> Bool {
        await settle(hash, of: attempt) { (sent, outgoing) throws(RPCError) in try await sent.giveUp(outgoing) }
    }

    /// Does what the user decided about a transaction that was perhaps never sent.
    private func settle(
        _ hash: String, of attempt: PaymentAttempt,
        _ work: (SentTransactions, TransactionRecord) async throws(RPCError) -> Void
    ) async -> Bool {
        trouble = nil
        guard let desk, let outgoing = await signed(hash, of: attempt) else { return false }
        do throws(RPCError) {
            try await work(desk.transactions, outgoing)
            return true
        } catch {
            trouble = error.message
            return false
        }
    }

    /// What is known of a transaction that was signed: only one that the network has is called sent.
    private func past(_ outgoing: TransactionRecord) async -> EarlierTransaction {
        guard outgoing.state == .signed || outgoing.state == .unknown else { return .sent(hash: outgoing.txid) }
        guard await desk?.transactions.standing(of: outgoing) == .known else { return .signed(hash: outgoing.txid) }
        return .sent(hash: outgoing.txid)
    }

    /// What became of a transaction that the wallet has written down for `purpose` since `before`, or `signed` again to
    /// the byte; `nil` where there is none: then surely nothing was sent.
    private func fate(of purpose: String, _ before: [TransactionRecord], _ signed: String?) async -> ActionOutcome? {
        guard let now = await self.signed(for: purpose) else { return .sentUnknown(hash: signed) }
        let known = Set(before.map(\.txid))
        guard let new = now.first(where: { $0.txid == signed }) ?? now.first(where: { !known.contains($0.txid) }) else {
            return nil
        }
        switch new.state {
        case .sent, .mined, .replaced: return .done(new.txid)
        case .signed, .unknown, .abandoned, .declined: return .sentUnknown(hash: new.txid)
        case .refused: return nil
        }
    }

    /// The name under which the wallet's journal has what is signed for a step of `attempt`.
    ///
    /// An attempt has at most one transaction that moves money, so that this names it, whatever the clock says.
    static func purpose(_ kind: PaymentAttempt.Step.Kind, of attempt: PaymentAttempt) -> String {
        "\(attempt.id)/\(kind.rawValue)"
    }

    /// What the wallet signed for `purpose`, newest first; `nil` where the journal cannot be read.
    private func signed(for purpose: String) async -> [TransactionRecord]? {
        do throws(JournalError) { return try await journal.signed(for: purpose) } catch { return nil }
    }

    /// A transaction on the chain of `attempt` by its hash; `nil` also where the journal cannot be read.
    private func signed(_ hash: String, of attempt: PaymentAttempt) async -> TransactionRecord? {
        try? await journal.transaction(hash, on: attempt.choice.account.chain.description)
    }

    /// Whether an older version, which did not write down what a transaction was signed for, may have signed for
    /// `attempt`.
    private func mayBeUnnamed(_ attempt: PaymentAttempt) async -> Bool {
        guard let latest = try? await journal.recent(limit: 500) else { return true }
        return latest.contains {
            $0.purpose == nil && $0.chain == attempt.choice.account.chain.description
                && $0.origin == service.description && $0.at >= attempt.startedAt && $0.state != .refused
        }
    }

    private static func outcome(of error: RPCError) -> ActionOutcome {
        switch error.kind {
        case .rejected, .gone: .refused
        case .locked: .locked
        case .unsupported, .unknownMethod, .unknownChain: .unsupported
        default: .failed
        }
    }
}
