import Bridge
import Simulators
import Testing

@Suite(.timeLimit(.minutes(15))) struct GatewayScriptTests {
    @Test func `a script defines the payments and the faults`() throws {
        let script = try GatewayScript([
            "payments": [
                [
                    "id": "pay_1", "preset": "several", "merchant": "Baker", "unknowns": true,
                    "timeline": [["status": "processing", "answers": 3], ["status": "succeeded", "isFinal": true]],
                    "faults": [["call": "confirm", "delivery": "none", "takesEffect": true]],
                ],
                [
                    "options": [
                        ["asset": "usdt-polygon", "approves": true, "collect": ["kind": "hosted", "ending": "error"]]
                    ]
                ],
            ],
            "faults": [["status": 503, "code": "internal_error", "times": nil, "after": 2]],
        ])
        #expect(script.payments.map(\.id) == ["pay_1", nil])
        #expect(script.payments[0].plan.merchant == "Baker")
        #expect(script.payments[0].plan.timeline[0].answers == 3)
        #expect(script.payments[0].faults == [.lostAnswer(.confirm)])
        #expect(script.payments[1].plan.options[0].collect?.ending == .error)
        #expect(script.faults[0].times == nil)
    }

    @Test(
        arguments: [
            (["payment": []], "payment"), (["payments": [["preset": "gold"]]], "preset"),
            (["payments": [["options": [["asset": "gold"]]]]], "options[0].asset"),
            (["payments": [["options": [["asset": "usdc-base", "value": "2.5"]]]]], "options[0].value"),
            (["payments": [["timeline": [["status": "processing", "answer": 1]]]]], "timeline[0].answer"),
            (["payments": [["options": [["asset": "usdc-base", "eta": -1]]]]], "options[0].eta"),
            (["payments": [["pollInMs": -1]]], "pollInMs"),
            (["payments": [["expiresIn": "soon"]]], "expiresIn"), (["faults": [["call": "sing"]]], "call"),
            (["faults": [["status": 42]]], "status"),
            (["faults": [["headers": ["Retry-After": 1]]]], "headers.Retry-After"),
        ] as [(JSON, String)]) func `an error in a script is reported with its position`(
            _ script: JSON, _ place: String
        )
    {
        #expect {
            try GatewayScript(script)
        } throws: { error in
            guard case .script(let path, _)? = error as? SimulatorError else { return false }
            return path == place
        }
    }

    @Test func `scripts can be changed over HTTP`() async throws {
        var client = try await GatewayClient.start()
        client.headers = []
        let made = try await client.post("/control/payments", ["preset": "eth", "id": "pay_mine"])
        #expect(made.status == 201)
        #expect(made.json["link"] == "https://pay.walletconnect.com/?pid=pay_mine")
        _ = try await client.post("/control/payments/pay_mine/faults", ["call": "options", "status": 500])
        _ = try await client.post("/control/clock", ["forward": 30])
        let wallet = GatewayClient(client.gateway)
        let first = try await wallet.options("pay_mine")
        #expect(first.status == 500)
        let second = try await wallet.options("pay_mine")
        #expect(second.status == 200)
        _ = try await client.post("/control/payments/pay_mine/quotes", nil)
        let late = try await wallet.fetch("pay_mine", second.json["options"]?[0])
        #expect(late.json["code"] == "quote_expired")
        _ = try await client.post("/control/payments/pay_mine/status", ["status": "failed"])
        let state = try await client.get("/control/payments/pay_mine")
        #expect(state.json["status"] == "failed")
        #expect(state.json["calls"]?["options"] == 2)
        let wrong = try await client.post("/control/payments/pay_mine/status", ["status": "lost"])
        #expect(wrong.status == 400)
        let unknown = try await client.get("/control/payments/pay_other")
        #expect(unknown.status == 400)
        let exchanges = try await client.get("/control/exchanges")
        #expect(exchanges.json.array?.count == 3)
    }

    @Test func `unknown members are added if the script says so`() async throws {
        let client = try await GatewayClient.start()
        var plan = PaymentPreset.several.plan
        plan.hasUnknowns = true
        plan.timeline = [StatusStep("on_the_moon", answers: 1), StatusStep(.succeeded)]
        let payment = client.gateway.make(plan)
        let options = try await client.options(payment)
        #expect(options.json["futureMember"] != nil)
        let option = options.json["options"]?[0]
        let answer = try await client.confirm(payment, option, try client.results(for: option?["actions"]))
        #expect(answer.json["status"] == "on_the_moon")
        #expect(answer.json["isFinal"] == false)
    }
}
