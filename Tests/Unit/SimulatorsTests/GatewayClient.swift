import Bridge
import Ethereum
import Keys
import Primitives
import TestServers
import Simulators
import Network

/// A wallet that sends requests to the gateway without the project's client.
struct GatewayClient {
    let gateway: GatewaySimulator
    let key: [UInt8]
    var headers: [(name: String, value: String)] = [
        ("WCP-Version", "2026-02-18"), ("App-Id", "app"), ("Client-Id", "client"), ("Sdk-Name", "test"),
        ("Sdk-Version", "1"), ("Sdk-Platform", "linux"),
    ]
    private let client: WebClient

    /// A wallet with its own key, for a gateway that listens.
    init(_ gateway: GatewaySimulator, key: UInt8 = 1, trusting roots: TrustRoots = .system) {
        client = WebClient(trusting: roots)
        self.gateway = gateway
        self.key = [UInt8](repeating: key, count: 32)
    }

    static func start(_ configuration: GatewaySimulator.Configuration = .init()) async throws -> GatewayClient {
        let gateway = try GatewaySimulator(configuration)
        try await gateway.start(port: QuietPort.take())
        return GatewayClient(gateway)
    }

    var address: String {
        get throws {
            EthereumAddress(try PrivateKey(SecretBytes(copying: key)).publicKey()).description
        }
    }

    func account(on chain: Int = 8453) throws -> String { "eip155:\(chain):\(try address)" }

    struct Answer {
        let status: Int
        let json: JSON
        let response: HTTPResponse
    }

    func get(_ path: String) async throws -> Answer { try await send(HTTPRequest(.get, gateway.address + path)) }

    func post(_ path: String, _ body: JSON?) async throws -> Answer {
        try await send(HTTPRequest(.post, gateway.address + path, body: body?.bytes ?? []))
    }

    func send(_ request: HTTPRequest) async throws -> Answer {
        var request = request
        request.headers += headers
        if request.method == .post { request.headers.append(("Content-Type", "application/json")) }
        request.timeLimit = .seconds(60)
        let answer = try await client.send(request)
        return Answer(status: answer.status, json: (try? JSON(parsing: answer.body)) ?? .null, response: answer)
    }

    func options(_ payment: String, chains: [Int] = [8453, 137, 1]) async throws -> Answer {
        let accounts = try chains.map { JSON.string(try account(on: $0)) }
        return try await post(
            "/v1/gateway/payment/\(payment)/options?includePaymentInfo=true",
            ["accounts": .array(accounts), "refresh": nil])
    }

    func fetch(_ payment: String, _ option: JSON?) async throws -> Answer {
        try await post("/v1/gateway/payment/\(payment)/fetch", ["optionId": option?["id"] ?? nil, "data": ""])
    }

    func confirm(
        _ payment: String, _ option: JSON?, _ results: [String], data: JSON = .null, wait: Int? = nil
    ) async throws -> Answer {
        try await post(
            "/v1/gateway/payment/\(payment)/confirm" + (wait.map { "?maxPollMs=\($0)" } ?? ""),
            [
                "optionId": option?["id"] ?? nil, "collectedData": data,
                "results": .array(results.map { ["type": "walletRpc", "data": [.string($0)]] }),
            ])
    }

    func status(_ payment: String, wait: Int? = nil) async throws -> Answer {
        try await get("/v1/gateway/payment/\(payment)/status" + (wait.map { "?maxPollMs=\($0)" } ?? ""))
    }

    /// The results of a wallet for the actions of an option: signatures, and a hash for each transaction.
    func results(for actions: JSON?) throws -> [String] {
        try (actions?.array ?? []).map { action in
            guard action["data"]?["method"]?.string == "eth_signTypedData_v4" else {
                return "0x" + String(repeating: "ab", count: 32)
            }
            return try sign(action["data"]?["params"]?[1] ?? .null)
        }
    }

    func sign(_ data: JSON) throws -> String {
        let digest = try TypedData(data).digest
        return "0x" + Hex.encode(try PrivateKey(SecretBytes(copying: key)).sign(digest).encoded)
    }
}
