import BigInt
package import Bridge
import Ethereum
import Messages
package import WalletCore

/// What replaces a pending transaction.
package enum Replacement: Sendable {
    /// The same transaction with a higher fee.
    case faster
    /// A transaction that only cancels it: a payment of zero to the account itself.
    case cancelling
}

extension EthereumSending {
    /// Shows a transaction that replaces `outgoing`, with the same nonce and fees that are at least a tenth higher,
    /// signs it and sends it.
    ///
    /// The network decides which of the two is mined; the journal tracks both.
    ///
    /// - Returns: The hash of the new transaction.
    /// - Throws: If `outgoing` is no longer pending, is not of an account of the wallet, or the user rejected it.
    package func replace(
        _ outgoing: TransactionRecord, by replacement: Replacement, for request: Request
    ) async throws(RPCError) -> String {
        guard !sites.gate.isLocked else { throw .locked }
        guard outgoing.state.isOpen else {
            throw RPCError(.invalidParameters, sentence: localizable("This transaction is no longer pending."))
        }
        guard let old = try? SignedTransaction(raw: outgoing.raw),
            let chain = chains.chain(id: old.transaction.chainID), chain.caip == outgoing.chain
        else { throw RPCError(.invalidParameters, sentence: localizable("This transaction cannot be replaced.")) }
        guard sites.activeAccount.account(withEthereum: old.sender.description) != nil else { throw .unauthorized }
        let node = try chains.node(for: chain)
        let turn = try await turn(of: old.sender, on: chain, for: request)
        defer { turn.end() }
        var wanted = TransactionRequest()
        wanted.nonce = old.transaction.nonce
        if case .legacy = old.transaction.fees { wanted.type = 0 }
        switch replacement {
        case .cancelling: wanted.to = old.sender
        case .faster:
            wanted.to = old.transaction.to
            (wanted.value, wanted.data) = (old.transaction.value, old.transaction.data)
            (wanted.accessList, wanted.gasLimit) = (old.transaction.accessList, old.transaction.gasLimit)
            if case .accessList = old.transaction.fees { wanted.type = 1 }
        }
        var draft = try await prepare(wanted, from: old.sender, on: chain, asking: node)
        draft.fees = Self.higher(draft.proposal?[.fast] ?? draft.fees, than: old.transaction.fees)
        draft.pace = nil
        draft.isReplacement = true
        let purpose: UnsignedTransaction.Purpose =
            switch replacement {
            case .faster: .speedUp(outgoing.txid)
            case .cancelling: .cancel(outgoing.txid, what: outgoing.what)
            }
        return try await send(draft, to: node, for: request, in: turn, purpose: purpose)
    }

    /// The fees of `proposal`, with each part raised to at least a tenth and one wei above that of `old`, as nodes
    /// require.
    static func higher(
        _ proposal: EthereumTransaction.Fees, than old: EthereumTransaction.Fees
    ) -> EthereumTransaction.Fees {
        func above(_ price: BigUInt) -> BigUInt { price * 11 / 10 + 1 }
        switch (proposal, old) {
        case (.dynamic(let maxFee, let tip), .dynamic(let oldMaxFee, let oldTip)):
            let tip = max(tip, above(oldTip))
            return .dynamic(maxFee: max(maxFee, above(oldMaxFee), tip), maxPriorityFee: tip)
        case (.dynamic(let maxFee, let tip), _):
            let least = above(old.highest)
            return .dynamic(maxFee: max(maxFee, least), maxPriorityFee: max(tip, least))
        case (.accessList(let price), _): return .accessList(gasPrice: max(price, above(old.highest)))
        case (.legacy(let price), _): return .legacy(gasPrice: max(price, above(old.highest)))
        }
    }
}
