import Bridge
import Payments
import Wallet

/// Has the wallet sign and send for a payment: by the hall, in the name of the payment service.
@MainActor final class HallSigner: PaymentSigner {
    private let hall: Hall
    private let journal: any Journal
    private let service: Origin

    /// Whom a payment is for, and how much they ask for.
    var terms: @MainActor (PaymentID) -> (merchant: String, invoice: String)? = { _ in nil }

    /// What the wallet does about transactions that were signed and perhaps never sent; without it the network is not asked.
    var desk: Desk?

    /// Why the last action was not done, as a sentence; `nil` where it was, or where the user said no.
    private(set) var trouble: String?

    /// Creates a signer.
    ///
    /// - Parameters:
    ///   - hall: Where the actions are asked.
    ///   - journal: Where the wallet keeps what it sends.
    ///   - service: The payment service.
    init(_ hall: Hall, journal: any Journal, service: Origin) {
        self.hall = hall
        self.journal = journal
        self.service = service
    }

    func perform(
        _ action: PaymentAction, for payment: PaymentID, option: PaymentOption
    ) async -> ActionOutcome {
        trouble = nil
        guard case .rpc(let chain, let method, let params) = action, chain == option.account.chain else {
            return .unsupported
        }
        let terms = terms(payment)
        let peer = PaymentPeer(
            origin: service, id: payment.text, account: option.account.description, merchant: terms?.merchant,
            invoice: terms?.invoice)
        let isSent = method == "eth_sendTransaction"
        // Where the journal cannot be read nothing is sent: what became of it could not be told.
        let before = isSent ? await sent(on: chain)?.entries : []
        guard let before else { return .failed }
        desk?.forgetTransaction(signedFor: payment.text)
        let outcome = await hall.perform(method, params, for: peer)
        switch outcome {
        case .success(let answer): return answer.string.map { .done($0) } ?? .failed
        case .failure(let error):
            let signed = desk?.transaction(signedFor: payment.text)
            if isSent, let fate = await fate(of: chain, before, signed) { return fate }
            if error.kind != .rejected { trouble = error.message }
            return Self.outcome(of: error)
        }
    }

    func broadcast(of attempt: PaymentAttempt) async -> PastBroadcast {
        guard let (sent, isAll) = await sent(on: attempt.choice.account.chain) else { return .unknown }
        let known = Set(
            attempt.steps.compactMap { step -> String? in
                guard case .done(let hash) = step.progress else { return nil }
                return hash?.lowercased()
            })
        let address = attempt.choice.account.address.lowercased()
        let mine = sent.filter {
            $0.from.lowercased() == address && $0.at >= attempt.startedAt && $0.state != .refused
                && !known.contains($0.txid.lowercased())
        }
        if let first = mine.first(where: { $0.state.isOpen || $0.state.isSettled }) { return await past(first) }
        // What was given up or declined can still be sent by those who have it, and what was not read may be there.
        return mine.isEmpty && (isAll || sent.contains { $0.at < attempt.startedAt }) ? .none : .unknown
    }

    func sendAgain(_ hash: String, of attempt: PaymentAttempt) async -> Bool {
        await settle(hash, of: attempt) { (desk, outgoing) throws(RPCError) in try await desk.sendAgain(outgoing) }
    }

    func giveUp(_ hash: String, of attempt: PaymentAttempt) async -> Bool {
        await settle(hash, of: attempt) { (desk, outgoing) throws(RPCError) in try await desk.giveUp(outgoing) }
    }

    /// Does what the user decided about a transaction that was perhaps never sent.
    private func settle(
        _ hash: String, of attempt: PaymentAttempt, _ work: (Desk, Outgoing) async throws(RPCError) -> Void
    ) async -> Bool {
        trouble = nil
        guard let desk, let sent = await sent(on: attempt.choice.account.chain)?.entries,
            let outgoing = sent.first(where: { $0.txid == hash })
        else { return false }
        do throws(RPCError) {
            try await work(desk, outgoing)
            return true
        } catch {
            trouble = error.message
            return false
        }
    }

    /// What is known of a transaction that was signed: only one that the network has is called sent.
    private func past(_ outgoing: Outgoing) async -> PastBroadcast {
        guard outgoing.state == .signed || outgoing.state == .unknown else { return .sent(hash: outgoing.txid) }
        guard await desk?.standing(of: outgoing) == .known else { return .signed(hash: outgoing.txid) }
        return .sent(hash: outgoing.txid)
    }

    /// What became of a transaction that the wallet has written down since `before`, or `signed` again to the byte; `nil`
    /// where there is none: then surely nothing was sent.
    private func fate(of chain: ChainID, _ before: [Outgoing], _ signed: String?) async -> ActionOutcome? {
        guard let now = await sent(on: chain)?.entries else { return .sentUnknown(hash: signed) }
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

    private static let depth = 500

    /// What the wallet sent for the service on `chain`, newest first, and whether that is all there is; `nil` where the
    /// journal cannot be read.
    private func sent(on chain: ChainID) async -> (entries: [Outgoing], isAll: Bool)? {
        do throws(JournalError) {
            let latest = try await journal.recent(limit: Self.depth)
            let entries = latest.filter { $0.chain == chain.description && $0.origin == service.description }
            return (entries, latest.count < Self.depth)
        } catch {
            return nil
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
