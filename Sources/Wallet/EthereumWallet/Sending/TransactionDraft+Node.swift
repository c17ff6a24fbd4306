import BigInt
import Bridge
import ClearSigning
import Ethereum
import WalletCore

extension TransactionDraft {
    /// Asks `node` everything that is needed to make the transaction `wanted`.
    ///
    /// The nonce is still zero and must be set afterwards.
    ///
    /// - Parameters:
    ///   - wanted: The request.
    ///   - account: The sender.
    ///   - chain: The chain on which it is sent.
    ///   - node: The node of that chain.
    ///   - earlier: The requests of the same batch that come before it.
    ///   - nodeSite: The site that named the node, whose reports about tokens are not trusted; `nil` if the user did.
    ///   - block: The state on which it is simulated: `pending` if earlier transactions are not confirmed yet.
    ///   - isForSite: Whether a site may learn the error, which then does not tell what is between wallet and node.
    /// - Returns: The draft, with the fees of the normal pace unless the request has others.
    /// - Throws: Why the node could not be asked.
    static func make(
        _ wanted: TransactionRequest, from account: EthereumAddress, on chain: Chain, asking node: any EthereumNode,
        after earlier: [TransactionRequest] = [], nodeSite: String? = nil, block: JSON = "latest",
        isForSite: Bool = true
    ) async throws(RPCError) -> TransactionDraft {
        do throws(NodeError) {
            guard
                let counted = try await node.ask("eth_getTransactionCount", [.string(account.description), "pending"])
                    .quantity,
                let balance = try await node.ask("eth_getBalance", [.string(account.description), "latest"]).bigQuantity
            else { throw .malformed }
            let proposal = try await FeeProposal.of(node, hasOnePrice: wanted.hasOnePrice)
            let fees = wanted.fees(beside: proposal)
            let call = wanted.call(from: account, gas: wanted.gasLimit)
            // A site's node could invent what the transaction changes.
            let simulator = TransactionSimulator(account: account, chain: chain, node: node, block: block)
            let before = earlier.map { $0.call(from: account) }
            let simulated =
                nodeSite == nil
                ? await simulator.simulate(call, after: before)
                : .init(
                    verdict: earlier.isEmpty ? await Simulation.of(call, on: node, at: block) : .unknown,
                    changes: .fromSite(nodeSite ?? ""))
            let simulation = simulated.verdict
            // The node estimates a call without those before it.
            let estimate =
                earlier.isEmpty
                ? (simulation == .succeeds ? await estimate(wanted, from: account, on: node) : nil) : simulated.gas
            var draft = TransactionDraft(
                wanted: wanted, chain: chain, account: account, proposal: proposal, counted: counted, balance: balance,
                nodeSite: nodeSite, simulation: simulation, estimate: estimate, nonce: wanted.nonce ?? 0,
                gasLimit: wanted.gasLimit ?? estimate.map { Self.limit(for: $0) } ?? fallback(wanted),
                fees: fees ?? proposal[.normal], pace: fees == nil ? .normal : nil,
                isNonceChosen: wanted.nonce != nil)
            draft.changes = simulated.changes
            draft.dataFee = await DataFee.of(draft, asking: node)
            if nodeSite == nil {
                draft.foundTokens = await TokenContract.tokens(in: simulated.changes, on: chain, asking: node)
                do throws(NodeError) {
                    draft.delegation = try await AccountDelegation.of(account, asking: node)
                } catch {
                    draft.isDelegationKnown = false
                }
                draft.holdings = await Holdings.of(account, in: Intent(draft.call), asking: node)
                draft.holdings.coins = balance
                draft.evidence = await SimulatedEvidence.of(
                    draft.call, simulated.changes, asking: node, fee: proposal.baseFee
                ) { await simulator.simulate(call, after: before, in: $0) }
            } else {
                draft.holdings = Holdings.unreported(in: Intent(draft.call))
            }
            return draft
        } catch {
            throw RPCError(isForSite ? error.concealed : error)
        }
    }

    /// Makes a transaction from a complete request, without asking a node.
    ///
    /// - Returns: `nil` if something is missing.
    static func alone(_ wanted: TransactionRequest, from account: EthereumAddress, on chain: Chain) -> TransactionDraft?
    {
        guard let nonce = wanted.nonce, let gas = wanted.gasLimit, let fees = wanted.fees(beside: nil) else {
            return nil
        }
        return TransactionDraft(
            wanted: wanted, chain: chain, account: account, proposal: nil, counted: nil, balance: nil,
            simulation: .unknown,
            estimate: nil, nonce: nonce, gasLimit: gas, fees: fees, pace: nil, isNonceChosen: true)
    }

    private static func estimate(
        _ wanted: TransactionRequest, from account: EthereumAddress, on node: any EthereumNode
    ) async -> UInt64? {
        guard let gas = try? await node.ask("eth_estimateGas", [wanted.call(from: account)]).quantity,
            gas <= 100_000_000
        else { return nil }
        return gas
    }

    /// A quarter more than the estimate, because the state may change before the transaction is in a block; a plain
    /// payment always uses the same amount of gas.
    ///
    /// The result is at most the limit for one transaction (EIP-7825), unless the chain's estimate is higher, because
    /// not every chain has that limit.
    static func limit(for estimate: UInt64) -> UInt64 {
        guard estimate != 21_000 else { return estimate }
        return min(estimate + estimate / 4, max(estimate, EthereumTransaction.mostGas))
    }

    /// Gas for a transaction that could not be estimated: the maximum cost of its data (EIP-7623), and an allowance for
    /// execution.
    private static func fallback(_ wanted: TransactionRequest) -> UInt64 {
        wanted.data.isEmpty ? 21_000 : min(500_000 + UInt64(wanted.data.count) * 40, EthereumTransaction.mostGas)
    }
}
