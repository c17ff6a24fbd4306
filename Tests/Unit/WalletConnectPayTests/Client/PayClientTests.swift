import Bridge
import WalletConnectPay
import Testing
import Network

struct PayClientTests {
    private static let build: JSON = ["type": "build", "data": ["data": "b1"]]

    private static func call(_ method: String) -> JSON {
        ["type": "walletRpc", "data": ["chain_id": "eip155:8453", "method": .string(method), "params": []]]
    }

    private static func methods(_ actions: [PaymentAction]) -> [String] {
        actions.map { action in
            switch action {
            case .rpc(_, let method, _): method
            case .build(let data): "build \(data)"
            case .other(let type): "other \(type)"
            }
        }
    }

    @Test func `options are requested in the gateway's format`() async throws {
        let bench = try ClientBench(["options": [.ok(GatewayText.options())]])
        let answer = try await bench.options()
        #expect(answer.options.count == 1)
        let request = try #require(bench.sender.requests.first)
        #expect(request.url == "https://gateway.example/v1/gateway/payment/pay_1/options?includePaymentInfo=true")
        #expect(request.method == .post)
        #expect(try JSON(parsing: request.body) == ["accounts": [.string(GatewayText.account)]])
        #expect(request.sizeLimit == 1 << 20)
        let headers = Dictionary(uniqueKeysWithValues: request.headers.map { ($0.name, $0.value) })
        #expect(headers["WCP-Version"] == "2026-02-18")
        #expect(headers["App-Id"] == "app-1")
        #expect(headers["Content-Type"] == "application/json")
        #expect(headers["Sdk-Name"] == "drawbridge")
        #expect(headers["Sdk-Platform"] == "linux")
        #expect(headers["Api-Key"] == nil)
        _ = try await bench.client.options(for: bench.payment, accounts: [], includeInfo: false)
        #expect(bench.sender.requests.last?.url.hasSuffix("?includePaymentInfo=false") == true)
    }

    @Test func `actions that are included are used as they are, without a request`() async throws {
        let bench = try ClientBench(["options": [.ok(GatewayText.options())]])
        let option = try #require(try await bench.options().options.first)
        #expect(try await bench.client.actions(of: bench.payment, option: option.id) == option.actions)
        #expect(bench.sender.asked == ["options"])
    }

    @Test func `actions to build are fetched in place, each once`() async throws {
        let actions: [JSON] = [Self.call("approve"), Self.build, Self.call("last")]
        let bench = try ClientBench([
            "options": [.ok(GatewayText.options([GatewayText.option(actions: actions)]))],
            "fetch": [.ok(["actions": [Self.call("one"), Self.build, Self.call("two"), ["type": "dance"]]])],
        ])
        _ = try await bench.options()
        let list = try await bench.client.actions(of: bench.payment, option: "opt_1")
        #expect(Self.methods(list) == ["approve", "one", "two", "other dance", "last"])
        #expect(bench.sender.bodies(of: "fetch") == [["optionId": "opt_1", "data": "b1"]])
    }

    @Test func `missing actions are fetched, and so are those with empty build data`() async throws {
        let empty: JSON = ["type": "build", "data": ["data": ""]]
        for options in [GatewayText.option(actions: []), GatewayText.option(actions: [empty])] {
            let bench = try ClientBench([
                "options": [.ok(GatewayText.options([options]))],
                "fetch": [.ok(["actions": [Self.call("eth_sendTransaction")]])],
            ])
            _ = try await bench.options()
            let list = try await bench.client.actions(of: bench.payment, option: "opt_1")
            #expect(Self.methods(list) == ["eth_sendTransaction"])
            #expect(bench.sender.bodies(of: "fetch") == [["optionId": "opt_1", "data": ""]])
        }
    }

    @Test func `new options replace the old ones, even if the request fails`() async throws {
        let bench = try ClientBench([
            "options": [
                .ok(GatewayText.options()), .error(400, "invalid_params"),
                .ok(GatewayText.options([GatewayText.option("opt_2")])),
            ],
            "fetch": [.error(400, "params_validation", "Unknown option")],
        ])
        _ = try await bench.options()
        await #expect(throws: PayError.invalidRequest) { try await bench.options() }
        await #expect(throws: PayError.optionNotFound) {
            try await bench.client.actions(of: bench.payment, option: "opt_1")
        }
        _ = try await bench.options()
        await #expect(throws: PayError.optionNotFound) {
            try await bench.client.actions(of: bench.payment, option: "opt_1")
        }
        #expect(try await bench.client.actions(of: bench.payment, option: "opt_2").count == 1)
        let other = try #require(PaymentID("pay_2"))
        await #expect(throws: PayError.optionNotFound) { try await bench.client.actions(of: other, option: "opt_2") }
    }

    @Test func `an answer with no actions, or too many, is invalid`() async throws {
        let many = JSON.array(Array(repeating: Self.call("x"), count: 17))
        for actions in [[], many, [Self.build], nil] as [JSON] {
            let bench = try ClientBench(["fetch": [.ok(["actions": actions])]])
            await #expect(throws: PayError.fetchFailed) {
                try await bench.client.actions(of: bench.payment, option: "opt_1")
            }
        }
    }

    @Test func `signatures are submitted in order, with the payer's answers`() async throws {
        let bench = try ClientBench(["confirm": [.ok(["status": "processing", "isFinal": false, "pollInMs": 500])]])
        let result = try await bench.client.confirm(
            bench.payment, option: "opt_1", signatures: ["0xaa", "0xbb"],
            collectedData: [CollectedField(id: "tosConfirmed", value: "true")], maxPollMs: 5_000)
        #expect(result.pollMilliseconds == 500)
        #expect(
            bench.sender.bodies(of: "confirm") == [
                [
                    "optionId": "opt_1",
                    "results": [["type": "walletRpc", "data": ["0xaa"]], ["type": "walletRpc", "data": ["0xbb"]]],
                    "collectedData": ["fields": [["id": "tosConfirmed", "value": "true"]]],
                ]
            ])
        #expect(bench.sender.requests.last?.url.hasSuffix("/confirm?maxPollMs=5000") == true)
    }

    @Test(arguments: [
        (nil, "", Duration.seconds(30)), (0, "?maxPollMs=0", .seconds(30)), (-5, "?maxPollMs=0", .seconds(30)),
        (25_000, "?maxPollMs=25000", .seconds(35)), (60_000, "?maxPollMs=25000", .seconds(35)),
        (.max, "?maxPollMs=25000", .seconds(35)),
    ])
    func `the client waits longer than the gateway may delay an answer`(poll: Int?, query: String, limit: Duration)
        async throws
    {
        let answer = ScriptedSender.Reply.ok(["status": "succeeded", "isFinal": true])
        let bench = try ClientBench(["status": [answer], "confirm": [answer]])
        _ = try await bench.client.status(of: bench.payment, maxPollMs: poll)
        _ = try await bench.client.confirm(bench.payment, option: "o", signatures: [], maxPollMs: poll)
        for request in bench.sender.requests {
            #expect(request.url.hasSuffix(query.isEmpty ? "us" : query) || query.isEmpty)
            #expect(request.timeLimit == limit)
        }
        #expect(bench.sender.requests.first?.method == .get)
        #expect(bench.sender.requests.first?.url == "https://gateway.example/v1/gateway/payment/pay_1/status\(query)")
    }

    @Test func `a payment is cancelled, even if the first answer is lost`() async throws {
        let cancelled: JSON = ["paymentId": "pay_1", "status": "cancelled", "cancelledReason": "cancelled_by_customer"]
        let bench = try ClientBench(["cancel": [.ok(cancelled)]])
        #expect(try await bench.client.cancel(bench.payment) == .cancelled)
        #expect(bench.sender.requests.first?.body == [])
        for second in [ScriptedSender.Reply.error(400, "invalid_state"), .raw(200, [], [])] {
            let lost = try ClientBench([
                "cancel": [.failure(.interrupted), second], "status": [.ok(["status": "cancelled"])],
            ])
            #expect(try await lost.client.cancel(lost.payment) == .cancelled)
        }
    }

    @Test func `a payment in progress cannot be cancelled`() async throws {
        let bench = try ClientBench([
            "cancel": [.error(400, "params_validation", "Payment cannot be cancelled")],
            "status": [.ok(["status": "processing"])],
        ])
        await #expect(throws: PayError.invalidState) { try await bench.client.cancel(bench.payment) }
    }

    @Test func `a cancelled task sends no more requests`() async throws {
        let bench = try ClientBench(["status": [.silence], "options": [.silence], "confirm": [.silence]])
        for work in [
            { @Sendable in _ = try await bench.client.status(of: bench.payment) },
            { @Sendable in _ = try await bench.options() }, { @Sendable in _ = try await bench.confirm() },
        ] {
            let count = bench.sender.requests.count
            let task = Task { try await work() }
            while bench.sender.requests.count == count { await Task.yield() }
            task.cancel()
            await #expect(throws: PayError.cancelled) { try await task.value }
            #expect(bench.sender.requests.count == count + 1)
        }
    }
}
