package import Bitcoin
package import Bridge
import Messages
internal import WalletCore

/// Sends payments that are signed and recorded.
extension CoinSender {
    /// Broadcasts a payment and records the outcome.
    ///
    /// It may stay unknown whether it arrived: then the network is queried for it, but it is not sent again.
    func broadcast(_ payment: SignedPayment) async -> HandedPayment {
        let handed = await hand(over: payment)
        await conclude(payment, handed.state)
        return handed
    }

    /// Gives up a payment that was never sent; its coins may be spent again.
    package func abandon(_ payment: SignedPayment) async {
        await conclude(payment, .refused)
    }

    /// Whether a server shows the payment.
    func isKnown(_ payment: SignedPayment) async -> Bool {
        guard let server = servers[payment.utxoChain] else { return false }
        return (try? await server.isKnown(payment.id)) == true
    }

    /// Offers a payment to every server; only what each of them said is recorded.
    func hand(over payment: SignedPayment) async -> HandedPayment {
        guard let server = servers[payment.utxoChain] else {
            return HandedPayment(outcome: .notSent(.notConfigured), replies: [])
        }
        let handed = await server.handOver(payment.bytes, payment.id)
        try? await journal.setReplies(
            handed.replies, of: payment.id.description, on: payment.utxoChain.chain)
        return handed
    }

    /// Pays: signs, records and broadcasts.
    ///
    /// - Returns: The transaction ID.
    /// - Throws: ``/Bridge/RPCError`` of the kind `notSent` if servers refused it or it never left the wallet, and
    ///   `timedOut` if it is not known whether it arrived; the sentence says which.
    package func pay(_ order: SpendRequest, for request: Request) async throws(RPCError) -> TransactionID {
        let payment = try await sign(order, for: request)
        return try await finish(payment, for: request)
    }

    func finish(_ payment: SignedPayment, for request: Request) async throws(RPCError) -> TransactionID {
        let id = payment.id.description
        // Until a server has answered, a payment that ends here may have been sent.
        gate.note(SendOutcome(hash: id, fate: .unknown), for: request)
        let handed = await broadcast(payment)
        gate.note(SendOutcome(hash: id, fate: handed.fate), for: request)
        switch handed.outcome {
        case .accepted: return payment.id
        case .unknown:
            let sentence = localizable(
                """
                It is not known whether the payment \(id, as: "transaction") was sent. It may be on its way: look for it \
                before you pay again.
                """)
            throw RPCError(.timedOut, sentence: sentence).telling(BroadcastReply.sentence(sentence, handed.replies))
        case .refused(let refusal):
            let sentence = localizable("No server accepted the payment.")
            throw .declined(
                .notSent, localizable("No server accepted the payment. \(refusal.text, as: "reason")"),
                forUser: BroadcastReply.sentence(sentence, handed.replies))
        case .notSent(let error): throw .unsent(because: error)
        }
    }
}
