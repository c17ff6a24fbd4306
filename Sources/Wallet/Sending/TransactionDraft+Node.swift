import BigInt
import Bridge
import Ethereum

extension TransactionDraft {
    /// Asks `node` all that is needed to make a transaction of `wish`.
    ///
    /// The number is still zero, and is to be set.
    static func make(
        _ wish: TransactionWish, from account: EthereumAddress, on chain: Chain, asking node: any EthereumNode
    ) async throws(RPCError) -> TransactionDraft {
        do throws(NodeError) {
            guard
                let counted = try await node.ask("eth_getTransactionCount", [.string(account.description), "pending"])
                    .quantity,
                let balance = try await node.ask("eth_getBalance", [.string(account.description), "latest"]).bigQuantity
            else { throw .malformed }
            let proposal = try await FeeProposal.of(node, hasOnePrice: wish.hasOnePrice)
            let fees = wish.fees(beside: proposal)
            let simulation = await Simulation.of(wish.call(from: account, gas: wish.gasLimit), on: node)
            let estimate = simulation == .succeeds ? await estimate(wish, from: account, on: node) : nil
            var draft = TransactionDraft(
                wish: wish, chain: chain, account: account, proposal: proposal, counted: counted, balance: balance,
                simulation: simulation, estimate: estimate, nonce: wish.nonce ?? 0,
                gasLimit: wish.gasLimit ?? estimate.map { Self.limit(for: $0) } ?? fallback(wish),
                fees: fees ?? proposal[.normal], pace: fees == nil ? .normal : nil,
                isNonceChosen: wish.nonce != nil)
            if case .allowance(let allowance) = Intent(draft.call) {
                draft.holdings = await TokenContract(allowance.token, node: node).holdings(of: account)
            }
            return draft
        } catch {
            throw RPCError(error)
        }
    }

    /// Makes a transaction of a wish that says everything, without asking anybody.
    ///
    /// - Returns: `nil` where something is missing.
    static func alone(_ wish: TransactionWish, from account: EthereumAddress, on chain: Chain) -> TransactionDraft? {
        guard let nonce = wish.nonce, let gas = wish.gasLimit, let fees = wish.fees(beside: nil) else { return nil }
        return TransactionDraft(
            wish: wish, chain: chain, account: account, proposal: nil, counted: nil, balance: nil, simulation: .unknown,
            estimate: nil, nonce: nonce, gasLimit: gas, fees: fees, pace: nil, isNonceChosen: true)
    }

    private static func estimate(
        _ wish: TransactionWish, from account: EthereumAddress, on node: any EthereumNode
    ) async -> UInt64? {
        guard let gas = try? await node.ask("eth_estimateGas", [wish.call(from: account)]).quantity,
            gas <= 100_000_000
        else { return nil }
        return gas
    }

    /// A quarter more than the estimate, since what the contract finds may have changed by then; a mere payment needs
    /// exactly what it needs.
    private static func limit(for estimate: UInt64) -> UInt64 {
        estimate == 21_000 ? estimate : estimate + estimate / 4
    }

    /// Gas for a transaction that nobody could estimate.
    private static func fallback(_ wish: TransactionWish) -> UInt64 {
        wish.data.isEmpty ? 21_000 : 500_000 + UInt64(wish.data.count) * 16
    }
}
