import BigInt
import Bridge
import Ethereum
import Testing

@testable import Simulators
@testable import WalletTesting

/// The simulated node, asked what `ServedContractTests` ask one with an EVM of its own.
@Suite(.timeLimit(.minutes(5))) struct NodeContractTests {
    @Test func `the simulated node answers as nodes do`() async throws {
        let chain = EthereumChain(chainID: 1_337, now: { 1_800_000_000 })
        let subject = NodeContract.Subject(
            chainID: 1_337, token: chain.deployments.dollar, ask: { await chain.ask($0, $1) },
            fund: { _ = try await chain.fund($0.description, "\($1 / 1_000_000_000_000_000_000)", asset: nil) },
            giveTokens: { _ = try await chain.fund($0.description, "\($1 / 1_000_000)", asset: "USDC") })
        #expect(try await NodeContract(subject, account: 71).differences() == [])
    }
}

extension EthereumChain {
    /// The answer to one question.
    func ask(_ method: String, _ params: JSON = []) async -> NodeContract.Answer {
        let question: JSON = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
        guard case .answer(let answer) = await answer(question.bytes, nil) else {
            return .error(code: 0, message: "silence", data: nil)
        }
        if let result = answer["result"] { return .result(result) }
        return .error(
            code: answer["error"]?["code"]?.number?.integer ?? 0, message: answer["error"]?["message"]?.string ?? "",
            data: answer["error"]?["data"]?.string)
    }

    /// The result of one question; `nil` for an error.
    func result(_ method: String, _ params: JSON = []) async -> JSON? {
        guard case .result(let json) = await ask(method, params) else { return nil }
        return json
    }
}
