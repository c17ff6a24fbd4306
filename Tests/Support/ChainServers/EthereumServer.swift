package import Bridge
internal import Network

/// A node of Ethereum with an EVM that shares no line with the wallet; `Tests/Independent/servers/ethereum.py` describes
/// it.
///
/// All tests of a process share it, so a test uses an account of its own.
package struct EthereumServer: Sendable {
    /// Its URL.
    package let url: String

    /// Its chain ID.
    package let chainID: UInt64

    private let program: ServerProgram
    private let client = WebClient()

    /// The node of this process; the first use starts it.
    package static var shared: EthereumServer {
        get async throws { try await starting.value }
    }

    /// Whether it can be started: `scripts/venv` installs what it needs.
    package static var isInstalled: Bool { ServerProgram.isInstalled }

    /// The node of this process with the chain ID of Ethereum, for a wallet whose settings have no other chain.
    package static var mainnet: EthereumServer {
        get async throws { try await startingMainnet.value }
    }

    /// A node of its own, for a test that replaces blocks.
    package static func own() async throws -> EthereumServer {
        try await Task.detached { try EthereumServer(chainID: 1_337) }.value
    }

    private static let starting = Task.detached { try EthereumServer(chainID: 1_337) }
    private static let startingMainnet = Task.detached { try EthereumServer(chainID: 1) }

    private init(chainID: UInt64) throws {
        self.chainID = chainID
        program = try ServerProgram("ethereum.py", ["\(chainID)"])
        url = program.line
    }

    /// Asks it, also what only tests ask: the methods that begin with `test_`.
    ///
    /// - Throws: ``ServerFailure`` with the node's message if it was refused.
    @discardableResult package func ask(_ method: String, _ params: JSON = []) async throws -> JSON {
        let question: JSON = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
        let response = try await client.send(
            HTTPRequest(.post, url, headers: [("Content-Type", "application/json")], body: question.bytes))
        let answer = try JSON(parsing: response.body)
        guard let result = answer["result"] else {
            throw ServerFailure(description: answer["error"]?["message"]?.string ?? "\(method) failed")
        }
        return result
    }
}
