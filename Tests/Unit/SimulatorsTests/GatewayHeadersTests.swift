import Bridge
import Simulators
import Testing

@Suite(.timeLimit(.minutes(15))) struct GatewayHeadersTests {
    private typealias Fields = [(name: String, value: String)]

    private func code(_ fields: Fields, apps: Set<String>? = nil, keys: Set<String>? = nil) async throws -> String? {
        var configuration = GatewaySimulator.Configuration()
        configuration.apps = apps
        configuration.keys = keys
        var client = try await GatewayClient.start(configuration)
        client.headers = fields
        let answer = try await client.status(client.gateway.make(.usdc))
        #expect(answer.status == (answer.json["code"] == nil ? 200 : 400) || answer.status == 401)
        return answer.json["code"]?.string
    }

    @Test func `either a wallet's two headers or a key is required, and never both`() async throws {
        let version = ("WCP-Version", "2026-02-18")
        #expect(try await code([version, ("App-Id", "a"), ("Client-Id", "c")]) == nil)
        #expect(try await code([version, ("Api-Key", "k")]) == nil)
        #expect(try await code([version]) == "missing_auth_headers")
        #expect(try await code([version, ("App-Id", "a")]) == "missing_client_id")
        #expect(try await code([version, ("Client-Id", "c")]) == "missing_app_id")
        #expect(try await code([version, ("App-Id", ""), ("Client-Id", "c")]) == "invalid_app_id")
        #expect(
            try await code([version, ("Api-Key", "k"), ("App-Id", "a"), ("Client-Id", "c")])
                == "conflicting_auth_headers")
        #expect(try await code([version, ("App-Id", "a"), ("Client-Id", "c")], apps: ["b"]) == "invalid_app_id")
        #expect(try await code([version, ("Api-Key", "k")], keys: ["l"]) == "invalid_api_key")
    }

    @Test func `the version is optional, and must be a known date`() async throws {
        let key = ("Api-Key", "k")
        #expect(try await code([key]) == nil)
        #expect(try await code([key, ("WCP-Version", "new")]) == "invalid_api_version")
        #expect(try await code([key, ("WCP-Version", "2031-01-01")]) == "unknown_api_version")
        #expect(try await code([key, ("WCP-Version", "2026-02-19.preview")]) == nil)
        #expect(try await code([key, ("WCP-Version", "2026-02-18"), ("Sdk-Name", "übel")]) == "header_not_ascii")
    }

    @Test func `a merchant creates one payment per idempotency key`() async throws {
        var client = try await GatewayClient.start()
        client.headers = [("WCP-Version", "2026-02-18")]
        let order: JSON = ["referenceId": "order", "amount": ["unit": "iso4217/USD", "value": "5000"]]
        let nobody = try await client.post("/v1/payments", order)
        #expect(nobody.json["code"] == "missing_merchant_id")
        client.headers.append(("Merchant-Id", "shop"))
        let keyless = try await client.post("/v1/payments", order)
        #expect(keyless.json["code"] == "missing_merchant_api_key")
        client.headers += [("Api-Key", "k"), ("Idempotency-Key", "one")]
        let first = try await client.post("/v1/payments", order)
        #expect(first.status == 201)
        let again = try await client.post("/v1/payments", order)
        #expect(again.json == first.json)
        for reference in ["", "ÄÖ", "a\u{7}", String(repeating: "a", count: 201)] {
            let odd = try await client.post(
                "/v1/payments", ["referenceId": .string(reference), "amount": order["amount"] ?? nil])
            #expect(odd.status == 400, "\(reference)")
        }
        let other = try await client.post("/v1/payments", ["referenceId": "other", "amount": order["amount"] ?? nil])
        #expect(other.status == 400)
        #expect(other.json["code"] == "idempotency_conflict")
        let payment = first.json["paymentId"]?.string ?? ""
        #expect(first.json["gatewayUrl"]?.string == "https://pay.walletconnect.com/?pid=\(payment)")
        let wallet = try await GatewayClient(client.gateway).options(payment)
        #expect(wallet.json["options"]?[0]?["amount"]?["value"] == "50000000")
        let back = try await client.post("/v1/payments/\(payment)/cancel", nil)
        #expect(back.json["cancelledReason"] == "cancelled_by_merchant")
        let status = try await client.get("/v1/payments/\(payment)/status")
        #expect(status.json == ["status": "cancelled", "isFinal": true])
    }
}
