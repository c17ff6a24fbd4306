package import Bridge
import Ethereum
import Keys
import Primitives
package import WalletCore

extension EthereumSending {
    /// Looks what became of everything that was sent and whose fate is open, and of what was given up or declined.
    package func resolve() async {
        await ReceiptWatcher(journal: journal, chains: chains, now: clock.now).look(alsoPossible: true)
    }

    /// How a transaction whose fate is open stands with the network; what is learnt of it is written down.
    package func networkStatus(of outgoing: TransactionRecord) async -> NetworkStatus {
        if underway.contains(outgoing.txid) { return .underway }
        return await ReceiptWatcher(journal: journal, chains: chains, now: clock.now).settle(outgoing)
    }

    /// Sends a transaction again that may never have arrived: the very same bytes, so that nothing happens twice.
    ///
    /// What a server says against it changes nothing: it may have been there before.
    ///
    /// - Throws: Where it is not known to be on its way; the sentence says why.
    package func sendAgain(_ outgoing: TransactionRecord) async throws(RPCError) {
        let (outgoing, scope, node) = try await current(outgoing)
        // What is known needs not be sent.
        if await networkStatus(of: outgoing) == .known { return }
        guard let signed = try? SignedTransaction(raw: outgoing.raw), HexText.of(signed.hash.bytes) == outgoing.txid,
            signed.sender == scope.account
        else {
            throw RPCError(.failed, "The transaction in the journal is not the one that was signed; nothing was sent.")
        }
        let outcome = await Broadcast(journal: journal, node: node, time: clock.time).send(outgoing)
        switch outcome {
        case .sent: try await set(.sent, outgoing)
        case .unknown(let error):
            try await set(.unknown, outgoing)
            throw error
        case .declined(let refusal):
            throw RPCError(
                .notSent,
                "The node did not accept the transaction now. \(refusal.description) It may have accepted it earlier.")
        case .refused(let error): throw error
        }
    }

    /// Gives a transaction up that no server knows; its coins or its number may be used again.
    ///
    /// Whoever has its bytes can still send it, on Ethereum until another one with its number is in a block.
    ///
    /// - Throws: Where a server knows it, or none could be asked.
    package func giveUp(_ outgoing: TransactionRecord) async throws(RPCError) {
        let (outgoing, scope, _) = try await current(outgoing)
        switch await networkStatus(of: outgoing) {
        case .missing:
            try await set(.abandoned, outgoing)
            if let nonce = outgoing.nonce { nonces.release(nonce, of: scope) }
        case .known: throw RPCError(.failed, "The network knows this transaction: it cannot be given up.")
        case .unasked: throw RPCError(.failed, "The node did not answer, so the transaction was not given up.")
        case .underway: throw RPCError(.failed, "This transaction is being sent: it cannot be given up.")
        }
    }

    /// A transaction of which the user decides something as the journal has it now, its line of numbers and its node.
    ///
    /// - Throws: Where there is nothing to decide any more.
    private func current(
        _ outgoing: TransactionRecord
    ) async throws(RPCError) -> (TransactionRecord, Nonces.Scope, any EthereumNode) {
        guard !sites.gate.isLocked else { throw .locked }
        guard let open = try? await journal.open() else {
            throw RPCError(.failed, "The wallet could not read its journal.")
        }
        guard let outgoing = open.first(where: { $0.txid == outgoing.txid && $0.chain == outgoing.chain }) else {
            throw RPCError(.failed, "This transaction is no longer pending.")
        }
        guard let account = try? EthereumAddress(outgoing.from),
            let chain = ChainID(outgoing.chain).flatMap(chains.chain)
        else { throw RPCError(.unknownChain, "The wallet does not know this transaction's chain.") }
        return (outgoing, Nonces.Scope(account: account, chainID: chain.id), try chains.node(for: chain))
    }

    private func set(_ state: TransactionRecord.State, _ outgoing: TransactionRecord) async throws(RPCError) {
        do throws(JournalError) {
            try await journal.setState(state, of: outgoing.txid, on: outgoing.chain)
        } catch {
            throw RPCError(.failed, "The wallet could not write its journal.")
        }
    }
}
