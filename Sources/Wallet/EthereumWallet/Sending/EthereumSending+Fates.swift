package import Bridge
import Ethereum
import Keys
import Messages
import Primitives
package import WalletCore

extension EthereumSending {
    /// Looks up the outcome of every transaction that is pending, was given up or was declined.
    package func resolve() async {
        await ReceiptWatcher(journal: journal, chains: chains, now: clock.now).look(alsoPossible: true)
    }

    /// The status of a pending transaction in the network; an outcome that the network shows is recorded.
    package func networkStatus(of outgoing: TransactionRecord) async -> NetworkStatus {
        if underway.contains(outgoing.txid) { return .underway }
        return await ReceiptWatcher(journal: journal, chains: chains, now: clock.now).settle(outgoing)
    }

    /// Sends a transaction again that may never have arrived.
    ///
    /// It sends the same bytes, so the transaction cannot happen twice.
    ///
    /// A rejection by a server does not change the recorded state, because the transaction may have arrived earlier.
    ///
    /// - Throws: An error if no server is known to have it; the sentence says why.
    package func sendAgain(_ outgoing: TransactionRecord) async throws(RPCError) {
        let (outgoing, scope, node) = try await current(outgoing)
        // A transaction that the network knows need not be sent again.
        if await networkStatus(of: outgoing) == .known { return }
        guard Self.isOwn(outgoing, of: scope.account) else {
            throw RPCError(
                .failed,
                sentence: localizable(
                    "The transaction in the journal is not the one that was signed; nothing was sent."))
        }
        let outcome = await broadcast(to: node, on: outgoing.chain).send(outgoing)
        switch outcome {
        case .sent: try await set(.sent, outgoing)
        case .unknown(let error):
            try await set(.unknown, outgoing)
            throw error
        case .declined(let refusal, _):
            throw RPCError(
                .notSent,
                sentence: localizable(
                    """
                    The node did not accept the transaction now. \(refusal.text, as: "reason") It may have accepted it \
                    earlier.
                    """))
        case .refused(let error): throw error
        }
    }

    /// Offers transactions to each of the nodes of a chain.
    func broadcast(to node: any EthereumNode, on chain: String) -> Broadcast {
        let known = ChainID(chain).flatMap(chains.chain)
        let names = known.map { chains.endpoints(of: $0).map(\.description) } ?? []
        return Broadcast(journal: journal, node: node, time: clock.time, names: names)
    }

    /// Whether the bytes in the journal are those of the transaction that it names, signed by `account`.
    private static func isOwn(_ outgoing: TransactionRecord, of account: EthereumAddress) -> Bool {
        guard HexText.of(EthereumTransaction.hash(ofRaw: outgoing.raw).bytes) == outgoing.txid else { return false }
        // The wallet makes transactions with an authorization only to revoke the delegation of its own account.
        return outgoing.raw.first == 4 || (try? SignedTransaction(raw: outgoing.raw))?.sender == account
    }

    /// Gives up a transaction that no server knows; its coins or its nonce can then be used again.
    ///
    /// Anyone who has its bytes can still send it; on Ethereum, until another transaction with its nonce is in a block.
    ///
    /// - Throws: An error if a server knows it, or if no server could be asked.
    package func giveUp(_ outgoing: TransactionRecord) async throws(RPCError) {
        let (outgoing, scope, _) = try await current(outgoing)
        switch await networkStatus(of: outgoing) {
        case .missing:
            try await set(.abandoned, outgoing)
            if let nonce = outgoing.nonce { nonces.release(nonce, of: scope) }
        case .known:
            throw RPCError(.failed, sentence: localizable("The network knows this transaction: it cannot be given up."))
        case .unasked:
            throw RPCError(
                .failed, sentence: localizable("The node did not answer, so the transaction was not given up."))
        case .underway:
            throw RPCError(.failed, sentence: localizable("This transaction is being sent: it cannot be given up."))
        }
    }

    /// The current journal entry of a transaction that the user decides about, with its nonce scope and its node.
    ///
    /// - Throws: An error if there is no longer anything to decide.
    private func current(
        _ outgoing: TransactionRecord
    ) async throws(RPCError) -> (TransactionRecord, Nonces.Scope, any EthereumNode) {
        guard !sites.gate.isLocked else { throw .locked }
        guard let open = try? await journal.open() else {
            throw RPCError(.failed, sentence: localizable("The wallet could not read its journal."))
        }
        guard let outgoing = open.first(where: { $0.txid == outgoing.txid && $0.chain == outgoing.chain }) else {
            throw RPCError(.failed, sentence: localizable("This transaction is no longer pending."))
        }
        guard let account = try? EthereumAddress(outgoing.from),
            let chain = ChainID(outgoing.chain).flatMap(chains.chain)
        else {
            throw RPCError(.unknownChain, sentence: localizable("The wallet does not know this transaction's chain."))
        }
        return (outgoing, Nonces.Scope(account: account, chainID: chain.id), try chains.node(for: chain))
    }

    private func set(_ state: TransactionRecord.State, _ outgoing: TransactionRecord) async throws(RPCError) {
        do throws(JournalError) {
            try await journal.setState(state, of: outgoing.txid, on: outgoing.chain)
        } catch {
            throw RPCError(.failed, sentence: localizable("The wallet could not write its journal."))
        }
    }
}
