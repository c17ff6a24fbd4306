import Bridge
import Synchronization
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

/// A node whose answers a test writes.
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

    /// What was asked, in order, without the chain's number.
    var asked: [(method: String, params: JSON)] { state.withLock(\.asked).filter { $0.method != "eth_chainId" } }

    /// The methods that were asked, in order, without the chain's number.
    var methods: [String] { asked.map(\.method) }

    /// Answers `method` from now on by `answer`.
    func set(_ method: String, _ answer: @escaping Answer) {
        state.withLock { $0.answers[method] = answer }
    }

    /// Answers `method` from now on with `value`.
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
