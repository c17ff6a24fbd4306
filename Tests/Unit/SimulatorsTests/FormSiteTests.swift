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
        _ guest: GatewayGuest, _ payment: String, _ fields: JSON, accounts: String? = nil
    ) async throws -> GatewayGuest.Answer {
        let accounts = try accounts ?? guest.account()
        return try await guest.post(
            "/collect/submit", ["pid": .string(payment), "accounts": .string(accounts), "fields": fields])
    }

    @Test func `the form opens at the address from the options, and not in a frame`() async throws {
        let guest = try await GatewayGuest.start()
        let payment = guest.gateway.make(.form)
        let options = try await guest.options(payment, chains: [8453])
        let url = try #require(options.json["options"]?[0]?["collectData"]?["url"]?.string)
        #expect(url == options.json["collectData"]?["url"]?.string)
        let page = try await guest.send(HTTPRequest(.get, url))
        #expect(page.status == 200)
        #expect(page.response.header("X-Frame-Options") == "DENY")
        #expect(page.response.header("Content-Security-Policy")?.contains("frame-ancestors 'none'") == true)
        for file in ["form.js", "form.css"] {
            let answer = try await guest.get("/collect/\(file)")
            #expect(answer.status == 200)
        }
    }

    @Test func `nothing can be confirmed until the form was submitted`() async throws {
        let guest = try await GatewayGuest.start()
        let payment = guest.gateway.make(.form)
        let option = try await guest.options(payment).json["options"]?[0]
        let results = try guest.results(for: option?["actions"])
        let early = try await guest.confirm(payment, option, results)
        #expect(early.json == ["code": "params_validation", "message": "IC data required but not found"])
        let sent = try await submit(guest, payment, Self.details)
        #expect(sent.json == ["message": "object"])
        let right = try await guest.confirm(payment, option, results)
        #expect(right.json["status"] == "processing")
        #expect(guest.gateway.state(of: payment)?.known == [try guest.account().lowercased()])
    }

    @Test func `the transaction is not returned before the form was submitted`() async throws {
        let guest = try await GatewayGuest.start()
        var plan = PaymentPreset.eth.plan
        plan.options[0].collect = .hosted
        let payment = guest.gateway.make(plan)
        let option = try await guest.options(payment).json["options"]?[0]
        let early = try await guest.fetch(payment, option)
        #expect(early.status == 400)
        _ = try await submit(guest, payment, Self.details, accounts: try guest.account(on: 1))
        let late = try await guest.fetch(payment, option)
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
        let guest = try await GatewayGuest.start()
        let payment = guest.gateway.make(.form)
        guard case .object(var fields) = Self.details else { return }
        for (key, value) in change { fields[key] = value.map { .string($0) } }
        let answer = try await submit(guest, payment, .object(fields))
        #expect(answer.json["error"]?.string?.hasPrefix("Please check") == true)
        #expect(guest.gateway.state(of: payment)?.known.isEmpty == true)
    }

    @Test func `requested fields are answered in the confirmation`() async throws {
        let guest = try await GatewayGuest.start()
        let payment = guest.gateway.make(.fields)
        let options = try await guest.options(payment)
        let (option, fields) = (options.json["options"]?[0], options.json["collectData"]?["fields"]?.array ?? [])
        #expect(fields.map { $0["type"] } == ["text", "date", "text", "text", "checkbox"])
        let values = ["Ada Example", "1990-12-31", "AT", "Graz", "true"]
        let data = zip(fields, values).map { field, value -> JSON in
            ["id": field["id"] ?? nil, "value": .string(value)]
        }
        let results = try guest.results(for: option?["actions"])
        let half = try await guest.confirm(payment, option, results, data: ["fields": .array(data.dropLast())])
        #expect(half.json["message"] == "Validation error: tosConfirmed")
        let whole = try await guest.confirm(payment, option, results, data: ["fields": .array(data)])
        #expect(whole.json["status"] == "processing")
        let page = try await guest.get("/collect/?pid=\(payment)&accounts=\(try guest.account())")
        #expect(page.status == 404)
    }

    @Test func `a form that ends in an error stores nothing, nor does one that lies`() async throws {
        let guest = try await GatewayGuest.start()
        for ending in [CollectPlan.Ending.error, .lie] {
            var plan = PaymentPreset.usdc.plan
            plan.collect = CollectPlan(.hosted, ending: ending, message: .text)
            let payment = guest.gateway.make(plan)
            let answer = try await submit(guest, payment, Self.details)
            #expect((answer.json["error"] == nil) == (ending == .lie))
            #expect(answer.json["message"] == "text")
            #expect(guest.gateway.state(of: payment)?.known == [])
        }
    }

    @Test func `typed text is in no record`() async throws {
        let guest = try await GatewayGuest.start()
        let payment = guest.gateway.make(.form)
        _ = try await submit(guest, payment, Self.details)
        let exchange = try #require(guest.gateway.exchanges.last)
        #expect(exchange.call == .submit)
        #expect(!exchange.json.text.contains("Ada"))
    }
}
