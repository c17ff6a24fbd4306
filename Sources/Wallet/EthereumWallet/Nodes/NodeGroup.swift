package import Bridge
import Network
import Synchronization

/// Several nodes of one chain: the first one that works is used, and another one when it fails.
///
/// If a node refuses a question that another one may answer, the others are asked, too. What a refusal says about the
/// question itself, such as that a contract reverted, is an answer. A request is asked again only if it certainly had no
/// effect. A transaction is offered to each of the ``members`` by ``Broadcast``, which keeps what each of them said.
package final class NodeGroup: EthereumNode {
    /// The health of a node, for the user.
    package struct Health: Hashable, Sendable {
        /// How often in a row it failed.
        package var failures = 0

        /// The last failure; `nil` after a success.
        package var error: NodeError?
    }

    private struct State {
        var health: [Health]
        var current = 0
    }

    /// The nodes, the preferred one first.
    package let members: [any EthereumNode]
    private let state: Mutex<State>

    /// Creates a group of nodes, the preferred one first.
    ///
    /// - Precondition: There is at least one node.
    package init(_ first: any EthereumNode, _ others: [any EthereumNode]) {
        members = [first] + others
        state = Mutex(State(health: Array(repeating: Health(), count: others.count + 1)))
    }

    /// The health of each node, in order.
    package var health: [Health] { state.withLock(\.health) }

    /// The place of the node that is used now.
    package var current: Int { state.withLock(\.current) }

    package func ask(_ method: String, _ params: JSON) async throws(NodeError) -> JSON {
        try await attempt(method, isOfWallet: true) { (node) async throws(NodeError) in
            let answer = try await node.ask(method, params)
            try Self.check(answer, to: method)
            return answer
        }
    }

    package func askForSite(_ method: String, _ params: JSON) async throws(NodeError) -> SiteAnswer {
        try await attempt(method, isOfWallet: false) { (node) async throws(NodeError) in
            try await node.askForSite(method, params)
        }
    }

    private func attempt<Answer: Sendable>(
        _ method: String, isOfWallet: Bool, _ ask: (any EthereumNode) async throws(NodeError) -> Answer
    ) async throws(NodeError) -> Answer {
        let first = current
        var (place, problem, refusing) = (first, NodeError?.none, [Int]())
        while true {
            let failure: NodeError
            do throws(NodeError) {
                let answer = try await ask(members[place])
                note(nil, at: place)
                // A node that fails where another one answers is no longer asked first. A site cannot cause this.
                if isOfWallet, !refusing.isEmpty { leave(refusing) }
                return answer
            } catch {
                failure = error
            }
            switch failure {
            case _ where failure.isOfTheNode || failure.isServerFailure: note(failure, at: place)
            case .refused(let refusal):
                // Even a refusal shows that the node works.
                note(nil, at: place)
                guard !refusal.isAnswer else { throw failure }
                if refusal != .unsupported, !Self.isLimited(method) { refusing.append(place) }
            case .status: refusing.append(place)
            case .wire(.tooLarge) where isOfWallet: break
            default: throw failure
            }
            problem = problem.map { $0.weight >= failure.weight ? $0 : failure } ?? failure
            let next = (place + 1) % members.count
            let mayRepeat = failure.isUnasked || method != "eth_sendRawTransaction"
            guard next != first, mayRepeat, !Task.isCancelled else { throw problem ?? failure }
            place = next
        }
    }

    /// Whether a node that works limits the answers to a method.
    private static func isLimited(_ method: String) -> Bool {
        method == "eth_getLogs" || method.hasPrefix("trace_") || method.hasPrefix("debug_")
    }

    /// Makes sure that an answer has the form that every node gives it.
    ///
    /// - Throws: ``NodeError/malformed``.
    private static func check(_ answer: JSON, to method: String) throws(NodeError) {
        let isValid =
            switch method {
            case "eth_blockNumber", "eth_chainId", "eth_estimateGas", "eth_getTransactionCount": answer.quantity != nil
            case "eth_gasPrice", "eth_getBalance", "eth_maxPriorityFeePerGas": answer.bigQuantity != nil
            case "eth_call", "eth_getCode": answer.string != nil
            case "eth_feeHistory": answer["baseFeePerGas"]?.array != nil
            case "eth_getLogs": answer.array != nil
            default: true
            }
        guard isValid else { throw .malformed }
    }

    /// Uses another node than `refusing` from now on, which is the next one that has answered.
    private func leave(_ refusing: [Int]) {
        state.withLock { state in
            while refusing.contains(state.current), refusing.count < state.health.count {
                state.current = (state.current + 1) % state.health.count
            }
        }
    }

    /// Notes how a node answered; after a failure, the next one is used from now on.
    private func note(_ error: NodeError?, at place: Int) {
        state.withLock { state in
            guard let error else {
                state.health[place] = Health()
                return
            }
            state.health[place].failures = min(state.health[place].failures + 1, 1_000_000)
            state.health[place].error = error
            if state.current == place { state.current = (place + 1) % state.health.count }
        }
    }
}

extension NodeError {
    /// Whether the server failed at its work, which another one may do.
    fileprivate var isServerFailure: Bool {
        switch self {
        case .status(429), .status(500...599), .malformed, .wire(.interrupted), .wire(.closed), .wire(.malformed): true
        default: false
        }
    }

    /// How much it says to the user about what can be done: of several failures, the first with the largest weight is
    /// told.
    fileprivate var weight: Int {
        switch self {
        case .refused(.limit), .status(429), .otherChain: 3
        case .refused: 2
        case .status, .malformed: 1
        default: 0
        }
    }
}
