package import Bridge
import ClearSigning
package import Ethereum
import Messages
import Primitives
import WalletCore

/// Transactions that are already signed.
extension EthereumSending {
    /// Sends `signed`, a transaction from a site, to `node`.
    ///
    /// If the wallet's own account signed it, it is recorded first.
    ///
    /// - Throws: Why the node did not accept it.
    package func pass(
        on signed: SignedTransaction, on chain: Chain, to node: any EthereumNode, for request: Request
    ) async throws(RPCError) {
        if let error = try await send(signed, on: chain, to: node, for: request).error { throw error }
    }

    private func send(
        _ signed: SignedTransaction, on chain: Chain, to node: any EthereumNode, for request: Request
    ) async throws(RPCError) -> Broadcast.Outcome {
        let broadcast = broadcast(to: node, on: chain.caip)
        let isOwn = sites.activeAccount.account(withEthereum: signed.sender.description) != nil
        let outgoing = TransactionRecord(
            chain: chain.caip, txid: HexText.of(signed.hash.bytes), raw: signed.raw, from: signed.sender.description,
            kind: .ethereum(nonce: signed.transaction.nonce), what: isOwn ? await what(signed, on: chain) : "",
            origin: request.peer.recordedOrigin, at: clock.now())
        guard isOwn else {
            try sites.gate.commit(request)
            return await broadcast.send(outgoing)
        }
        let known = try await known(outgoing)
        try sites.gate.commit(request)
        underway.insert(outgoing.txid)
        // A recorded transaction is sent even if the page was closed meanwhile.
        let sending = Task {
            let outcome = await Self.send(known ?? outgoing, isNew: known == nil, by: broadcast)
            underway.remove(outgoing.txid)
            return outcome
        }
        return await sending.value
    }

    /// Sends a transaction that the wallet's account signed; a more precise state in the journal is not overwritten.
    private static func send(_ outgoing: TransactionRecord, isNew: Bool, by broadcast: Broadcast) async
        -> Broadcast.Outcome
    {
        if isNew { return await broadcast.run(outgoing) }
        let outcome = await broadcast.send(outgoing)
        if outcome.state == .sent, [.signed, .unknown].contains(outgoing.state) {
            try? await broadcast.journal.setState(.sent, of: outgoing.txid, on: outgoing.chain)
        }
        return outcome
    }

    /// The journal's entry, or `nil`; also `nil` if it was refused, declined or given up.
    private func known(_ outgoing: TransactionRecord) async throws(RPCError) -> TransactionRecord? {
        do throws(JournalError) {
            let entries = try await journal.open() + journal.recent(limit: 1_000)
            return entries.first {
                $0.txid == outgoing.txid && $0.chain == outgoing.chain
                    && ![.refused, .declined, .abandoned].contains($0.state)
            }
        } catch {
            throw RPCError(.failed, sentence: localizable("The wallet could not read its journal; nothing was sent."))
        }
    }

    /// The summary, for the journal, of what a transaction of the wallet's own account does.
    private func what(_ signed: SignedTransaction, on chain: Chain) async -> TransactionRecord.Summary {
        let transaction = signed.transaction
        let call = ContractCall(
            chainID: chain.id, from: signed.sender, to: transaction.to, value: transaction.value,
            data: transaction.data, nonce: transaction.nonce)
        return TransactionRecord.Summary(await knowledge.explainer.explain(call, on: chain).summary)
    }
}
