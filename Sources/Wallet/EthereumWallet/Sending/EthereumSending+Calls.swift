package import Bridge
package import Ethereum
import Messages
import WalletCore

/// Batches of calls (EIP-5792).
extension EthereumSending {
    /// Shows the transactions of a batch one after the other, signs each, and sends them in order after the last one was
    /// approved.
    ///
    /// They are separate transactions: each can fail without the others. If the user rejects one, none is sent.
    ///
    /// - Parameters:
    ///   - calls: The calls, in order.
    ///   - account: The account that sends them.
    ///   - chain: The chain.
    ///   - request: The request that asks for it.
    /// - Returns: The hashes of those that a node has or may have; fewer than there are calls if one was not accepted.
    /// - Throws: Why nothing was sent.
    package func send(
        calls: [TransactionRequest], by account: EthereumAddress, on chain: Chain, for request: Request
    ) async throws(RPCError) -> [String] {
        let node = try chains.node(for: chain)
        let turn = try await turn(of: account, on: chain, for: request)
        defer { turn.end() }
        var signed: [Approved] = []
        do throws(RPCError) {
            for (place, wanted) in calls.enumerated() {
                let draft = try await prepare(
                    wanted, from: account, on: chain, asking: node, after: Array(calls.prefix(place)))
                signed.append(
                    try await approved(draft, for: request, in: turn, purpose: .batch(place + 1, of: calls.count)))
                // The next question may still be cancelled; nothing has been sent.
                if place + 1 < calls.count { sites.gate.uncommit(request) }
            }
        } catch {
            await drop(signed)
            throw error
        }
        let (transactions, broadcast) = (signed, broadcast(to: node, on: chain.caip))
        for approved in transactions { underway.insert(approved.outgoing.txid) }
        let sending = Task { () async -> ([String], RPCError?) in
            await send(transactions, with: broadcast, for: request)
        }
        let (hashes, error) = await sending.value
        if hashes.isEmpty, let error { throw error }
        return hashes
    }

    private func send(
        _ transactions: [Approved], with broadcast: Broadcast, for request: Request
    ) async -> ([String], RPCError?) {
        var hashes: [String] = []
        for (place, approved) in transactions.enumerated() {
            let outgoing = approved.outgoing
            let outcome = await broadcast.run(outgoing)
            underway.remove(outgoing.txid)
            sites.gate.note(SendOutcome(hash: outgoing.txid, fate: outcome.fate), for: request)
            if outcome.state == .sent { await knowledge.remember(approved.explanation, on: outgoing.chain) }
            guard [.refused, .declined].contains(outcome.state) else {
                hashes.append(outgoing.txid)
                continue
            }
            if let nonce = outgoing.nonce { nonces.release(nonce, of: approved.scope) }
            // Those after it would wait for a nonce that may never be used.
            let rest = Array(transactions[(place + 1)...])
            for approved in rest { underway.remove(approved.outgoing.txid) }
            await drop(rest)
            return (hashes, outcome.error)
        }
        return (hashes, nil)
    }

    /// Gives up transactions that never left the wallet.
    private func drop(_ signed: [Approved]) async {
        for approved in signed {
            let outgoing = approved.outgoing
            try? await journal.setState(.refused, of: outgoing.txid, on: outgoing.chain)
            if let nonce = outgoing.nonce { nonces.release(nonce, of: approved.scope) }
        }
    }
}
