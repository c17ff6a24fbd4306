import Bridge
import Simulators
import Testing
import Network

@Suite(.timeLimit(.minutes(15))) struct FormSiteTests {
    private static let details: JSON = [
        "fullName": "Ada Example", "dob": "1990-12-31", "porCountry": "AT", "porAddress": "Graz",
        "tosConfirmed": "true",
    ]

    private func submit(
        _ client: GatewayClient, _ payment: String, _ fields: JSON, accounts: String? = nil
    ) async throws -> GatewayClient.Answer {
        let accounts = try accounts ?? client.account()
        return try await client.post(
            "/collect/submit", ["pid": .string(payment), "accounts": .string(accounts), "fields": fields])
    }

    @Test func `the form opens at the address from the options, and not in a frame`() async throws {
        let client = try await GatewayClient.start()
        let payment = client.gateway.make(.form)
        let options = try await client.options(payment, chains: [8453])
        let url = try #require(options.json["options"]?[0]?["collectData"]?["url"]?.string)
        #expect(url == options.json["collectData"]?["url"]?.string)
        let page = try await client.send(HTTPRequest(.get, url))
        #expect(page.status == 200)
        #expect(page.response.header("X-Frame-Options") == "DENY")
        #expect(page.response.header("Content-Security-Policy")?.contains("frame-ancestors 'none'") == true)
        for file in ["form.js", "form.css"] {
            let answer = try await client.get("/collect/\(file)")
            #expect(answer.status == 200)
        }
    }

    @Test func `nothing can be confirmed until the form was submitted`() async throws {
        let client = try await GatewayClient.start()
        let payment = client.gateway.make(.form)
        let option = try await client.options(payment).json["options"]?[0]
        let results = try client.results(for: option?["actions"])
        let early = try await client.confirm(payment, option, results)
        #expect(early.json == ["code": "params_validation", "message": "IC data required but not found"])
        let sent = try await submit(client, payment, Self.details)
        #expect(sent.json == ["message": "object"])
        let right = try await client.confirm(payment, option, results)
        #expect(right.json["status"] == "processing")
        #expect(client.gateway.state(of: payment)?.known == [try client.account().lowercased()])
    }

    @Test func `the transaction is not returned before the form was submitted`() async throws {
        let client = try await GatewayClient.start()
        var plan = PaymentPreset.eth.plan
        plan.options[0].collect = .hosted
        let payment = client.gateway.make(plan)
        let option = try await client.options(payment).json["options"]?[0]
        let early = try await client.fetch(payment, option)
        #expect(early.status == 400)
        _ = try await submit(client, payment, Self.details, accounts: try client.account(on: 1))
        let late = try await client.fetch(payment, option)
        #expect(late.status == 200)
    }

    @Test(
        arguments: [
            ["fullName": " "], ["fullName": nil], ["dob": "31.12.1990"], ["dob": "2001-02-29"],
            ["porCountry": "Austria"],
            ["porAddress": nil], ["tosConfirmed": "false"], ["tosConfirmed": nil], ["pobCountry": "A"],
            ["shoeSize": "43"],
        ] as [[String: String?]]) func `insufficient details are not stored`(_ change: [String: String?])
        async throws
    {
        let client = try await GatewayClient.start()
        let payment = client.gateway.make(.form)
        guard case .object(var fields) = Self.details else { return }
        for (key, value) in change { fields[key] = value.map { .string($0) } }
        let answer = try await submit(client, payment, .object(fields))
        #expect(answer.json["error"]?.string?.hasPrefix("Please check") == true)
        #expect(client.gateway.state(of: payment)?.known.isEmpty == true)
    }

    @Test func `requested fields are answered in the confirmation`() async throws {
        let client = try await GatewayClient.start()
        let payment = client.gateway.make(.fields)
        let options = try await client.options(payment)
        let (option, fields) = (options.json["options"]?[0], options.json["collectData"]?["fields"]?.array ?? [])
        #expect(fields.map { $0["type"] } == ["text", "date", "text", "text", "checkbox"])
        let values = ["Ada Example", "1990-12-31", "AT", "Graz", "true"]
        let data = zip(fields, values).map { field, value -> JSON in
            ["id": field["id"] ?? nil, "value": .string(value)]
        }
        let results = try client.results(for: option?["actions"])
        let half = try await client.confirm(payment, option, results, data: ["fields": .array(data.dropLast())])
        #expect(half.json["message"] == "Validation error: tosConfirmed")
        let whole = try await client.confirm(payment, option, results, data: ["fields": .array(data)])
        #expect(whole.json["status"] == "processing")
        let page = try await client.get("/collect/?pid=\(payment)&accounts=\(try client.account())")
        #expect(page.status == 404)
    }

    @Test func `a form that ends in an error stores nothing, nor does one that falsely reports success`() async throws {
        let client = try await GatewayClient.start()
        for ending in [CollectPlan.Ending.error, .lie] {
            var plan = PaymentPreset.usdc.plan
            plan.collect = CollectPlan(.hosted, ending: ending, message: .text)
            let payment = client.gateway.make(plan)
            let answer = try await submit(client, payment, Self.details)
            #expect((answer.json["error"] == nil) == (ending == .lie))
            #expect(answer.json["message"] == "text")
            #expect(client.gateway.state(of: payment)?.known == [])
        }
    }

    @Test func `typed text is not recorded`() async throws {
        let client = try await GatewayClient.start()
        let payment = client.gateway.make(.form)
        _ = try await submit(client, payment, Self.details)
        let exchange = try #require(client.gateway.exchanges.last)
        #expect(exchange.call == .submit)
        #expect(!exchange.json.text.contains("Ada"))
    }
}
