import Bridge
import LocalServer
import WalletConnectPay
import Simulators
import Network

/// A server that always sends the same response immediately, and its two clients.
struct PaymentBenchServer {
    private let server: LoopbackServer
    private let sender = WebClient()
    private let material: PaymentMaterial
    private let account: AccountID
    private let questions: [HTTPRequest]

    init(_ material: PaymentMaterial) async throws {
        self.material = material
        let options = try material.read(material.options)
        guard let option = options.options.first, let account = AccountID(PaymentMaterial.account) else {
            throw BenchError("there is no way to pay")
        }
        self.account = account
        let done = JSON.object(["status": "succeeded", "isFinal": true, "pollInMs": 1_000])
        server = try await LoopbackServer { request in
            let answer = request.target.contains("/options") ? material.options : done.bytes
            return ServedAnswer(200, headers: [.init("Content-Type", "application/json")], body: answer)
        }
        let base = "http://127.0.0.1:\(server.port)/v1/gateway/payment/\(material.payment)"
        let headers = [
            (name: "Accept", value: "application/json"), (name: "WCP-Version", value: "2026-02-18"),
            (name: "App-Id", value: "bench"), (name: "Content-Type", value: "application/json"),
        ]
        let accounts = JSON.object(["accounts": [.string(account.description)]])
        let results = JSON.object([
            "optionId": .string(option.id), "results": [["type": "walletRpc", "data": [.string(Self.signature)]]],
        ])
        questions = [
            HTTPRequest(.post, "\(base)/options?includePaymentInfo=true", headers: headers, body: accounts.bytes),
            HTTPRequest(.post, "\(base)/confirm?maxPollMs=1000", headers: headers, body: results.bytes),
            HTTPRequest(.get, "\(base)/status", headers: headers),
        ]
    }

    private static let signature = "0x" + String(repeating: "5a", count: 65)

    /// Asks as a wallet does.
    func pay() async throws {
        // A new client each time, as in a wallet that was just started.
        let client = try PayClient(configuration, sender: sender)
        let options = try await client.options(for: material.payment, accounts: [account], includeInfo: true)
        guard let option = options.options.first else { throw BenchError("there is no way to pay") }
        _ = try await client.actions(of: material.payment, option: option.id)
        let end = try await client.confirm(
            material.payment, option: option.id, signatures: [Self.signature], maxPollMs: 1_000)
        let status = try await client.status(of: material.payment)
        guard end.status == .succeeded, status.status == .succeeded else { throw BenchError("it was not paid") }
    }

    private var configuration: PayClient.Configuration {
        var configuration = PayClient.Configuration(appID: "bench")
        configuration.baseURL = "http://127.0.0.1:\(server.port)"
        return configuration
    }

    /// Sends the same bytes, and looks at nothing but the status.
    func send() async throws {
        for question in questions {
            guard try await sender.send(question).status == 200 else { throw BenchError("the server does not answer") }
        }
    }

    /// The milliseconds that each of `count` runs of `work` takes.
    func time(_ count: Int, _ work: () async throws -> Void) async throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        for _ in 0..<count { try await work() }
        return (clock.now - start) / .milliseconds(1) / Double(count)
    }

    func close() async {
        await sender.close()
        await server.close()
    }
}
