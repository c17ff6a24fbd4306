import Bridge
import Synchronization
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

/// A node whose responses a test provides.
final class FakeNode: EthereumNode {
    typealias Answer = @Sendable (JSON) throws(NodeError) -> JSON

    private struct State {
        var answers: [String: Answer] = [:]
        var asked: [(method: String, params: JSON)] = []
    }

    private let state: Mutex<State>

    init(chainID: UInt64 = 1) {
        state = Mutex(State())
        set("eth_chainId") { _ in .string("0x" + String(chainID, radix: 16)) }
    }

    /// The requests, in order, without those for the chain ID.
    var asked: [(method: String, params: JSON)] { state.withLock(\.asked).filter { $0.method != "eth_chainId" } }

    /// The requested methods, in order, without those for the chain ID.
    var methods: [String] { asked.map(\.method) }

    /// Responds to `method` with `answer` from now on.
    func set(_ method: String, _ answer: @escaping Answer) {
        state.withLock { $0.answers[method] = answer }
    }

    /// Responds to `method` with `value` from now on.
    func set(_ method: String, _ value: JSON) {
        set(method) { _ in value }
    }

    func ask(_ method: String, _ params: JSON) async throws(NodeError) -> JSON {
        let answer = state.withLock { state in
            state.asked.append((method, params))
            return state.answers[method]
        }
        guard let answer else { throw .refused(.unsupported) }
        return try answer(params)
    }
}
