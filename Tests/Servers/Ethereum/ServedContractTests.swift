import BigInt
import Bridge
import ChainServers
import Ethereum
import Network
import Testing

@testable import WalletTesting

/// A node with an EVM of its own, asked what `NodeContractTests` ask the simulated one.
@Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: EthereumServer.isInstalled, "run scripts/venv"))
struct ServedContractTests {
    @Test func `the node answers as the simulated one does`() async throws {
        let server = try await EthereumServer.own()
        let token = try await server.contracts.token
        let client = WebClient()
        let subject = NodeContract.Subject(
            chainID: server.chainID, token: try EthereumAddress(token),
            ask: { method, params in
                let question: JSON = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
                let response = try await client.send(
                    HTTPRequest(
                        .post, server.url, headers: [("Content-Type", "application/json")], body: question.bytes))
                let answer = try JSON(parsing: response.body)
                if let result = answer["result"] { return .result(result) }
                return .error(
                    code: answer["error"]?["code"]?.number?.integer ?? 0,
                    message: answer["error"]?["message"]?.string ?? "", data: answer["error"]?["data"]?.string)
            },
            fund: { try await server.ask("test_fund", [.string($0.description), .string(Quantity.text($1))]) },
            giveTokens: {
                try await server.ask(
                    "test_token", [.string($0.description), .number(JSONNumber(Int(clamping: $1)))])
            })
        #expect(try await NodeContract(subject, account: 71).differences() == [])
    }
}
