public import Bridge
internal import Bitcoin
public import WalletCore

extension CoinSender {
    /// Looks what became of payments whose fate is open, and of those that were given up lately, on every ledger with a
    /// server.
    public func resolve() async {
        let open = (try? await journal.open()) ?? []
        let possible = (try? await journal.possible()) ?? []
        for payment in open + possible { _ = await networkStatus(of: payment) }
    }

    /// How a payment stands with the network; what is learnt of its fate is written down.
    public func networkStatus(of payment: TransactionRecord) async -> NetworkStatus {
        if underway.contains(payment.txid) { return .underway }
        guard let fate = fate(of: payment) else { return .unasked }
        return (try? await fate.settle(payment)) ?? .unasked
    }

    /// Sends a payment again that may never have arrived: the very same bytes, so that it cannot be paid twice.
    ///
    /// What a server says against it changes nothing: it may have been there before.
    ///
    /// - Throws: Where it is not known to be on its way; the sentence says why.
    public func sendAgain(_ payment: TransactionRecord) async throws(RPCError) {
        let (payment, fate) = try await current(payment)
        // What is known needs not be sent.
        if await networkStatus(of: payment) == .known { return }
        guard let id = (try? BitcoinTransaction(payment.raw, form: fate.form))?.id, id.description == payment.txid
        else {
            throw RPCError(.failed, "The payment in the journal is not the one that was signed; nothing was sent.")
        }
        switch await fate.server.handOver(payment.raw, id) {
        case .accepted: try await set(.sent, payment)
        case .unknown:
            try await set(.unknown, payment)
            throw RPCError(.timedOut, "No server confirmed that it has the payment. It may still be on its way.")
        case .refused(let refusal):
            throw RPCError(
                .notSent,
                "The server did not accept the payment now. \(refusal.rawValue) It may have accepted it earlier.")
        case .notSent(let error): throw RPCError(.notSent, "Nothing was sent. \(error)")
        }
    }

    /// Gives a payment up that no server knows; its coins may be spent again.
    ///
    /// Whoever has its bytes can still send it.
    ///
    /// - Throws: Where a server knows it, or none could be asked.
    public func giveUp(_ payment: TransactionRecord) async throws(RPCError) {
        let (payment, _) = try await current(payment)
        switch await networkStatus(of: payment) {
        case .missing: try await set(.abandoned, payment)
        case .known: throw RPCError(.failed, "The network knows this payment: it cannot be given up.")
        case .unasked: throw RPCError(.failed, "No server answered, so the payment was not given up.")
        case .underway: throw RPCError(.failed, "This payment is being sent: it cannot be given up.")
        }
    }

    /// A payment of which the user decides something as the journal has it now, and what settles it.
    ///
    /// - Throws: Where there is nothing to decide any more.
    private func current(_ payment: TransactionRecord) async throws(RPCError) -> (
        TransactionRecord, CoinTransactionTracker
    ) {
        guard !gate.isLocked else { throw .locked }
        guard let open = try? await journal.open() else { throw RPCError(CoinError.journal) }
        guard let payment = open.first(where: { $0.txid == payment.txid && $0.chain == payment.chain }) else {
            throw RPCError(.failed, "This payment is no longer pending.")
        }
        guard let fate = fate(of: payment) else {
            throw RPCError(.unsupported, "The wallet has no server for this payment's coins.")
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
