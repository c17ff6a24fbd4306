package import Bridge
import Network
import Synchronization

/// Several nodes of one chain: the first one that works is used, and another one when it fails.
///
/// A request is asked again only if it certainly had no effect. A transaction is offered to each of the ``members`` by
/// ``Broadcast``, which keeps what each of them said.
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
        try await attempt(method) { (node) async throws(NodeError) in try await node.ask(method, params) }
    }

    package func askForSite(_ method: String, _ params: JSON) async throws(NodeError) -> SiteAnswer {
        try await attempt(method) { (node) async throws(NodeError) in try await node.askForSite(method, params) }
    }

    private func attempt<Answer: Sendable>(
        _ method: String, _ ask: (any EthereumNode) async throws(NodeError) -> Answer
    ) async throws(NodeError) -> Answer {
        let first = current
        var place = first
        while true {
            do throws(NodeError) {
                let answer = try await ask(members[place])
                note(nil, at: place)
                return answer
            } catch {
                guard error.isOfTheNode || error == .status(429) || error.isServerFailure else {
                    // An answer, even a refusal, shows that the node works.
                    if case .refused = error { note(nil, at: place) }
                    throw error
                }
                note(error, at: place)
                let next = (place + 1) % members.count
                let mayRepeat = error.isUnasked || method != "eth_sendRawTransaction"
                guard next != first, mayRepeat, !Task.isCancelled else { throw error }
                place = next
            }
        }
    }

    /// Notes how a node answered; after a failure, the next one is used from now on.
    private func note(_ error: NodeError?, at place: Int) {
        state.withLock { state in
            guard let error else {
                state.health[place] = Health()
                state.current = place
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
        case .status(500...599), .malformed, .wire(.interrupted), .wire(.closed): true
        default: false
        }
    }
}
