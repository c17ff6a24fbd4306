import Bridge
import Foundation
import LocalServer
import TestServers
import Simulators
import Testing
import Network

@Suite(.timeLimit(.minutes(15))) struct GatewaySimulatorTests {
    @Test func `a payment goes from its options through a signature to its transaction`() async throws {
        let client = try await GatewayClient.start()
        let payment = client.gateway.make(.usdc)
        let options = try await client.options(payment)
        #expect(options.status == 200)
        #expect(options.json["info"]?["status"] == "requires_action")
        #expect(options.json["info"]?["merchant"]?["name"] == "Corner Shop")
        let option = options.json["options"]?[0]
        #expect(option?["amount"]?["unit"] == "caip19/eip155:8453/erc20:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913")
        #expect(option?["account"]?.string == (try client.account()))
        let first = try await client.confirm(payment, option, try client.results(for: option?["actions"]))
        #expect(first.json == ["status": "processing", "isFinal": false, "pollInMs": 1000])
        let last = try await client.status(payment)
        #expect(last.json["status"] == "succeeded")
        #expect(last.json["info"]?["txId"]?.string == client.gateway.state(of: payment)?.transaction)
        #expect(client.gateway.state(of: payment)?.payer == (try client.account()))
        #expect(client.gateway.count(.confirm, for: payment) == 1)
    }

    @Test(arguments: PaymentPreset.allCases) func `every named payment can be requested`(
        _ preset: PaymentPreset
    ) async throws {
        let client = try await GatewayClient.start()
        let answer = try await client.options(client.gateway.make(preset))
        #expect(answer.status == 200)
        let isOpen = answer.json["info"]?["status"] == "requires_action"
        #expect((answer.json["options"]?.array?.isEmpty == true) == (!isOpen || preset == .insufficient))
    }

    @Test func `a signature by another key, or of other data, is refused`() async throws {
        let client = try await GatewayClient.start()
        let payment = client.gateway.make(.several)
        let options = try await client.options(payment)
        let otherClient = GatewayClient(client.gateway, key: 2)
        let (option, other) = (options.json["options"]?[0], options.json["options"]?[1])
        let wrongKey = try await client.confirm(payment, option, try otherClient.results(for: option?["actions"]))
        #expect(wrongKey.status == 400)
        #expect(wrongKey.json["code"] == "params_validation")
        let swapped = try await client.confirm(payment, option, try client.results(for: other?["actions"]))
        #expect(swapped.status == 400)
        let short = try await client.confirm(payment, option, ["0x1234"])
        #expect(short.status == 400)
        let none = try await client.confirm(payment, option, [])
        #expect(none.json["message"] == "Validation error: Next result not present")
        #expect(client.gateway.state(of: payment)?.status == "requires_action")
    }

    @Test func `the first use of Permit2 is a transaction and a signature, in this order`() async throws {
        let client = try await GatewayClient.start()
        let payment = client.gateway.make(.usdtFirst)
        let option = try await client.options(payment).json["options"]?[0]
        let actions = option?["actions"]
        #expect(actions?.array?.map { $0["data"]?["method"] } == ["eth_sendTransaction", "eth_signTypedData_v4"])
        let results = try client.results(for: actions)
        let wrong = try await client.confirm(payment, option, results.reversed())
        #expect(wrong.status == 400)
        let right = try await client.confirm(payment, option, results)
        #expect(right.json["status"] == "processing")
    }

    @Test func `for ether the transaction is fetched, and its hash confirms the payment`() async throws {
        let client = try await GatewayClient.start()
        let payment = client.gateway.make(.eth)
        let option = try await client.options(payment).json["options"]?[0]
        #expect(option?["actions"] == [["type": "build", "data": ["data": ""]]])
        let actions = try await client.fetch(payment, option).json["actions"]
        #expect(actions?[0]?["data"]?["params"]?[0]?["value"] == "0x1cdda4faccd000")
        let results = try client.results(for: actions)
        _ = try await client.confirm(payment, option, results)
        let last = try await client.status(payment)
        #expect(last.json["info"]?["txId"]?.string == results[0])
    }

    @Test func `actions that are included cannot be fetched`() async throws {
        let client = try await GatewayClient.start()
        let payment = client.gateway.make(.usdc)
        let option = try await client.options(payment).json["options"]?[0]
        let answer = try await client.fetch(payment, option)
        #expect(answer.status == 400)
        #expect(answer.json["code"] == "params_validation")
    }

    @Test func `option ids are valid until options are requested again`() async throws {
        let client = try await GatewayClient.start()
        let payment = client.gateway.make(.usdc)
        let old = try await client.options(payment).json["options"]?[0]
        let new = try await client.options(payment).json["options"]?[0]
        #expect(old?["id"] != new?["id"])
        let late = try await client.confirm(payment, old, try client.results(for: old?["actions"]))
        #expect(late.status == 400)
        let right = try await client.confirm(payment, new, try client.results(for: new?["actions"]))
        #expect(right.status == 200)
    }

    @Test func `a quote expires, and so does the payment`() async throws {
        let client = try await GatewayClient.start()
        let payment = client.gateway.make(.shortQuote)
        let option = try await client.options(payment).json["options"]?[0]
        client.gateway.moveClock(by: 21)
        let late = try await client.fetch(payment, option)
        #expect(late.status == 400)
        #expect(late.json["code"] == "quote_expired")
        client.gateway.moveClock(by: 300)
        let over = try await client.fetch(payment, option)
        #expect(over.status == 400)
        #expect(over.json["code"] == "payment_expired")
        let options = try await client.options(payment)
        #expect(options.json["options"] == [])
        #expect(options.json["info"]?["status"] == "expired")
    }

    @Test func `a script can end a payment without a list of options, as the live gateway does`() async throws {
        let client = try await GatewayClient.start()
        let plan = try PaymentPlan(script: ["preset": "paid", "endsWithNull": true])
        #expect(try await client.options(client.gateway.make(plan)).json["options"] == .null)
    }

    /// The requirements of the official description for responses to a wallet (OpenAPI of 2026-02-18).
    @Test(arguments: PaymentPreset.allCases) func `answers contain what the official description requires`(
        _ preset: PaymentPreset
    ) async throws {
        let client = try await GatewayClient.start()
        let payment = client.gateway.make(preset)
        let answer = try await client.options(payment)
        let options = try #require(answer.json["options"]?.array)
        let wishes = ([answer.json["collectData"]] + options.map { $0["collectData"] })
            .compactMap(\.self).filter { $0 != .null }
        for wish in wishes {
            #expect(wish["url"]?.string != nil && wish.object?.keys.contains("schema") == true)
            for field in try #require(wish["fields"]?.array) {
                #expect(
                    ["type", "id", "name"].allSatisfy { field[$0]?.string != nil } && field["required"]?.bool != nil)
            }
        }
        for option in options {
            #expect(["id", "account"].allSatisfy { option[$0]?.string != nil } && option["etaS"]?.number != nil)
            #expect(option["actions"]?.array != nil)
            #expect(option["amount"]?["unit"]?.string != nil && option["amount"]?["value"]?.string != nil)
        }
        let fetched = try await client.fetch(payment, options.first)
        let confirmed = try await client.confirm(payment, options.first, ["0x1234"])
        let unknown = try await client.status("pay_nobody")
        client.gateway.moveClock(by: 86_400)
        for answer in [fetched, confirmed, unknown, try await client.confirm(payment, options.first, ["0x12"])] {
            #expect([200, 400, 401, 404, 500].contains(answer.status))
            guard answer.status != 200 else { continue }
            #expect(answer.json["code"]?.string != nil && answer.json["message"]?.string != nil)
        }
    }

    @Test func `the same confirmation twice is one payment; another one is refused and counted`() async throws {
        let client = try await GatewayClient.start()
        let payment = client.gateway.make(.usdc)
        let option = try await client.options(payment).json["options"]?[0]
        let results = try client.results(for: option?["actions"])
        _ = try await client.confirm(payment, option, results)
        let again = try await client.confirm(payment, option, results)
        #expect(again.json["status"] == "succeeded")
        let other = try await client.confirm(payment, option, results + results)
        #expect(other.json["code"] == "invalid_state")
        #expect(client.gateway.state(of: payment)?.repeats == 1)
        #expect(client.gateway.state(of: payment)?.contradictions == 1)
    }

    @Test func `a long poll is held until the status changes`() async throws {
        let client = try await GatewayClient.start()
        var plan = PaymentPreset.usdc.plan
        plan.timeline = [StatusStep(.processing, milliseconds: 3_600_000), StatusStep(.succeeded)]
        let payment = client.gateway.make(plan)
        let option = try await client.options(payment).json["options"]?[0]
        _ = try await client.confirm(payment, option, try client.results(for: option?["actions"]))
        async let held = client.status(payment, wait: 50_000)
        while client.gateway.count(.status, for: payment) == 0 { await Task.yield() }
        client.gateway.set(.failed, of: payment)
        let answer = try await held
        #expect(answer.json["status"] == "failed")
    }

    @Test func `a payment can be cancelled until it is confirmed`() async throws {
        let client = try await GatewayClient.start()
        let payment = client.gateway.make(.usdc)
        let path = "/v1/gateway/payment/\(payment)/cancel"
        let first = try await client.post(path, nil)
        #expect(first.json["status"] == "cancelled")
        let second = try await client.post(path, nil)
        #expect(second.json == ["code": "invalid_state", "message": "Payment cannot be cancelled"])
    }

    @Test func `its state survives a restart`() async throws {
        let client = try await GatewayClient.start()
        let payment = client.gateway.make(.usdc)
        let option = try await client.options(payment).json["options"]?[0]
        let port = client.gateway.port
        await client.gateway.stop()
        await #expect(throws: (any Error).self) { try await client.status(payment) }
        try await client.gateway.start(port: port)
        let answer = try await client.confirm(payment, option, try client.results(for: option?["actions"]))
        #expect(answer.json["status"] == "processing")
    }

    @Test func `an unknown hash pays nothing if a node can be queried`() async throws {
        var configuration = GatewaySimulator.Configuration()
        configuration.knows = { hash, chain in hash.hasPrefix("0xab") && chain == "eip155:1" }
        let client = try await GatewayClient.start(configuration)
        let payment = client.gateway.make(.eth)
        let option = try await client.options(payment).json["options"]?[0]
        let unknown = try await client.confirm(payment, option, ["0x" + String(repeating: "cd", count: 32)])
        #expect(unknown.json["message"] == "Validation error: There is no such transaction")
        let known = try await client.confirm(payment, option, ["0x" + String(repeating: "ab", count: 32)])
        #expect(known.status == 200)
    }

    @Test func `it supports TLS under the name of its certificate`() async throws {
        let identity = ServerIdentity(
            chain: try TestIdentity.file("server.pem"), key: try TestIdentity.file("server.key"))
        let gateway = try GatewaySimulator(.init(identity: identity, host: "localhost"))
        try await gateway.start()
        #expect(gateway.address == "https://localhost:\(gateway.port)")
        let client = GatewayClient(gateway, trusting: try .only(pem: TestIdentity.authority()))
        let options = try await client.options(gateway.make(.form))
        #expect(options.json["collectData"]?["url"]?.string?.hasPrefix(gateway.address + "/collect/?pid=") == true)
        await #expect(throws: SimulatorError.identity) {
            try await GatewaySimulator(.init(identity: ServerIdentity(chain: [], key: []))).start()
        }
    }

    @Test func `traffic is recorded line by line`() async throws {
        let path = NSTemporaryDirectory() + "gateway-\(UUID().uuidString).jsonl"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let client = try await GatewayClient.start(.init(record: path))
        _ = try await client.options(client.gateway.make(.usdc))
        _ = try await client.status("pay_nobody")
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let read = try lines.map { try JSON(parsing: String($0)) }
        #expect(read == client.gateway.exchanges.map(\.json))
        #expect(read.map { $0["status"] } == [200, 404])
        #expect(throws: SimulatorError.file("/nowhere/at/all")) {
            try GatewaySimulator(.init(record: "/nowhere/at/all"))
        }
    }
}
