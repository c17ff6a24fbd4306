public import Bridge
internal import Bitcoin
import Messages
public import WalletCore

extension CoinSender {
    /// Looks up the outcome of pending payments, and of those that were recently given up, on every ledger with a
    /// server.
    public func resolve() async {
        let open = (try? await journal.open()) ?? []
        let possible = (try? await journal.possible()) ?? []
        for payment in open + possible { _ = await networkStatus(of: payment) }
    }

    /// Looks up the outcome of pending payments on one ledger; whether one has changed.
    func resolve(on utxoChain: UTXOChain) async -> Bool {
        let open = ((try? await journal.open()) ?? []).filter { $0.chain == utxoChain.chain }
        guard !open.isEmpty else { return false }
        for payment in open { _ = await networkStatus(of: payment) }
        let now = ((try? await journal.open()) ?? []).filter { $0.chain == utxoChain.chain }
        return now != open
    }

    /// The status of a payment in the network; an outcome that the network shows is recorded.
    public func networkStatus(of payment: TransactionRecord) async -> NetworkStatus {
        if underway.contains(payment.txid) { return .underway }
        guard let fate = fate(of: payment) else { return .unasked }
        return (try? await fate.settle(payment)) ?? .unasked
    }

    /// Sends a payment again that may never have arrived.
    ///
    /// It sends the same bytes, so it cannot be paid twice.
    ///
    /// A rejection by a server does not change the recorded state, because the payment may have arrived earlier.
    ///
    /// - Throws: An error if no server is known to have it; the sentence says why.
    public func sendAgain(_ payment: TransactionRecord) async throws(RPCError) {
        let (payment, fate) = try await current(payment)
        // A payment that the network knows need not be sent again.
        if await networkStatus(of: payment) == .known { return }
        guard let id = (try? BitcoinTransaction(payment.raw, form: fate.form))?.id, id.description == payment.txid
        else {
            throw RPCError(
                .failed,
                sentence: localizable("The payment in the journal is not the one that was signed; nothing was sent."))
        }
        let handed = await fate.server.handOver(payment.raw, id)
        try? await journal.setReplies(handed.replies, of: payment.txid, on: payment.chain)
        switch handed.outcome {
        case .accepted: try await set(.sent, payment)
        case .unknown:
            try await set(.unknown, payment)
            let sentence = localizable(
                "No server confirmed that it has the payment. It may still be on its way.")
            throw RPCError(.timedOut, sentence: sentence).telling(BroadcastReply.sentence(sentence, handed.replies))
        case .refused(let refusal):
            let sentence = localizable(
                """
                No server accepted the payment now. \(refusal.text, as: "reason") One may have accepted it earlier.
                """)
            throw RPCError(.notSent, sentence: sentence).telling(BroadcastReply.sentence(sentence, handed.replies))
        case .notSent(let error): throw .unsent(because: error)
        }
    }

    /// Gives up a payment that no server knows; its coins can then be spent again.
    ///
    /// Anyone who has its bytes can still send it.
    ///
    /// - Throws: An error if a server knows it, or if no server could be asked.
    public func giveUp(_ payment: TransactionRecord) async throws(RPCError) {
        let (payment, _) = try await current(payment)
        switch await networkStatus(of: payment) {
        case .missing: try await set(.abandoned, payment)
        case .known:
            throw RPCError(.failed, sentence: localizable("The network knows this payment: it cannot be given up."))
        case .unasked:
            throw RPCError(.failed, sentence: localizable("No server answered, so the payment was not given up."))
        case .underway:
            throw RPCError(.failed, sentence: localizable("This payment is being sent: it cannot be given up."))
        }
    }

    /// The current journal entry of a payment that the user decides about, and the tracker that settles it.
    ///
    /// - Throws: An error if there is no longer anything to decide.
    private func current(_ payment: TransactionRecord) async throws(RPCError) -> (
        TransactionRecord, CoinTransactionTracker
    ) {
        guard !gate.isLocked else { throw .locked }
        guard let open = try? await journal.open() else { throw RPCError(CoinError.journal) }
        guard let payment = open.first(where: { $0.txid == payment.txid && $0.chain == payment.chain }) else {
            throw RPCError(.failed, sentence: localizable("This payment is no longer pending."))
        }
        guard let fate = fate(of: payment) else {
            throw RPCError(
                .unsupported, sentence: localizable("The wallet has no server for this payment's coins."))
        }
        return (payment, fate)
    }

    private func set(_ state: TransactionRecord.State, _ payment: TransactionRecord) async throws(RPCError) {
        do throws(JournalError) {
            try await journal.setState(state, of: payment.txid, on: payment.chain)
        } catch {
            throw RPCError(CoinError.journal)
        }
    }

    private func fate(of payment: TransactionRecord) -> CoinTransactionTracker? {
        guard let utxoChain = servers.keys.first(where: { $0.chain == payment.chain }), let server = servers[utxoChain]
        else {
            return nil
        }
        return CoinTransactionTracker(utxoChain: utxoChain, server: server, journal: journal)
    }
}
