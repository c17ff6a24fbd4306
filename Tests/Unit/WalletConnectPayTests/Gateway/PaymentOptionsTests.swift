import Bridge
import WalletConnectPay
import Testing

struct PaymentOptionsTests {
    private func read(_ json: JSON) throws -> PaymentOptions {
        try PaymentOptions(json, of: #require(PaymentID("pay_1")))
    }

    @Test func `the whole answer is read`() throws {
        let answer = try read(GatewayText.options())
        let option = try #require(answer.options.first)
        #expect(answer.paymentID.text == "pay_1")
        #expect(option.id == "opt_1")
        #expect(option.account.description == GatewayText.account)
        #expect(option.etaSeconds == 5)
        #expect(option.expiresAt == nil)
        #expect(option.collectData == nil)
        #expect(
            option.actions == [
                .rpc(
                    chain: try #require(ChainID("eip155:8453")), method: "eth_signTypedData_v4",
                    params: ["0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed", #"{"message":{"nonce":"0x30f"}}"#])
            ])
        #expect(answer.info?.merchantName == "Example Shop")
        #expect(answer.info?.status == .requiresAction)
        #expect(answer.info?.amount.decimal == "1.00")
        #expect(answer.info?.expiresAt == 1_800_000_000)
    }

    @Test func `a finished payment has null instead of options`() throws {
        let answer = try read(GatewayText.options(nil, info: GatewayText.info("failed")))
        #expect(answer.options.isEmpty)
        #expect(answer.info?.status == .failed)
        #expect(try read([:]).options.isEmpty)
    }

    @Test func `empty build data, missing members and unknown members are accepted`() throws {
        let option = GatewayText.option(
            actions: [["type": "build", "data": ["data": ""]], ["type": "build", "data": nil], ["type": "dance"]],
            more: ["etaS": nil, "rank": 3, "expiresAt": 1_799_999_000])
        let answer = try read(GatewayText.options([option]).with("weather", "fine"))
        #expect(answer.options.first?.actions == [.build(""), .build(""), .other("dance")])
        #expect(answer.options.first?.etaSeconds == nil)
        #expect(answer.options.first?.expiresAt == 1_799_999_000)
    }

    @Test(arguments: [Int.min, -1, 253_402_300_800, .max])
    func `a time before 1970 or after the year 9999 is invalid`(moment: Int) throws {
        let time = JSON.number(JSONNumber(moment))
        let answer = try read(GatewayText.options([GatewayText.option("o1", more: ["expiresAt": time])]))
        #expect(answer.options.isEmpty && answer.unreadableCount == 1)
        #expect(throws: PayError.malformed) {
            try read(GatewayText.options([GatewayText.option()], info: GatewayText.info().with("expiresAt", time)))
        }
    }

    @Test func `an invalid option does not affect the others`() throws {
        let broken: [JSON] = [
            GatewayText.option("b1", more: ["account": "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"]),
            GatewayText.option("b2", more: ["amount": nil]), GatewayText.option("", more: [:]),
            GatewayText.option(String(repeating: "x", count: 65_537)), "opt", nil, 7,
            GatewayText.option("b3", actions: [["type": "walletRpc"]]),
            GatewayText.option("b4", more: ["etaS": "5"]),
        ]
        let answer = try read(GatewayText.options(.array(broken + [GatewayText.option("good")])))
        #expect(answer.options.map(\.id) == ["good"])
        #expect(answer.unreadableCount == broken.count)
    }

    @Test func `more than 64 options, or more than 32 fields, are refused`() throws {
        func options(_ count: Int) -> JSON {
            GatewayText.options(.array((0..<count).map { GatewayText.option("o\($0)") }))
        }
        #expect(try read(options(64)).options.count == 64)
        #expect(throws: PayError.malformed) { try read(options(65)) }
        #expect(throws: PayError.malformed) {
            try read(GatewayText.options(.array(Array(repeating: "opt", count: 4_500))))
        }
        func fields(_ count: Int) -> JSON {
            let fields = (0..<count).map { number -> JSON in
                ["id": .string("f\(number)"), "name": .string("F\(number)"), "type": "text"]
            }
            return ["fields": .array(fields)]
        }
        #expect(try CollectData(fields(32)).fields.count == 32)
        #expect(throws: PayError.malformed) { try CollectData(fields(33)) }
    }

    @Test func `options with the same id are refused`() {
        #expect(throws: PayError.malformed) {
            try read(GatewayText.options([GatewayText.option("x"), GatewayText.option("x")]))
        }
    }

    @Test(
        arguments: [
            [], "x", 1, nil, ["options": "none"], ["options": [], "info": "x"], ["options": [], "collectData": []],
            ["options": [], "info": ["status": "requires_action"]],
        ] as [JSON])
    func `an invalid answer is refused`(json: JSON) {
        #expect(throws: PayError.malformed) { try read(json) }
    }

    @Test func `either name of the chain is accepted, but not both, and parameters may be a string`() throws {
        let data: JSON = ["method": "eth_sendTransaction", "params": #"[{"to":"0x1"}]"#]
        let action = PaymentAction.rpc(
            chain: try #require(ChainID("eip155:1")), method: "eth_sendTransaction", params: [["to": "0x1"]])
        for name in ["chainId", "chain_id"] {
            #expect(try PaymentAction(["type": "walletRpc", "data": data.with(name, "eip155:1")]) == action)
        }
        let both = data.with("chainId", "eip155:1").with("chain_id", "eip155:2")
        #expect(throws: PayError.malformed) { try PaymentAction(["type": "walletRpc", "data": both]) }
        for params in [nil, "[", "{}", [:], 1, #"{"a":1,"a":2}"#] as [JSON] {
            let json = data.with("chainId", "eip155:1").with("params", params)
            #expect(throws: PayError.malformed) { try PaymentAction(["type": "walletRpc", "data": json]) }
        }
    }

    @Test func `details may be requested by a page, by fields, or not at all`() throws {
        let page = try CollectData(["url": "https://pay.walletconnect.com/collect/?pid=pay_1", "fields": nil])
        #expect(page.url != nil)
        #expect(page.fields.isEmpty)
        let fields = try CollectData([
            "schema": #"{"type":"object"}"#,
            "fields": [
                ["type": "text", "id": "fullName", "name": "Full name", "required": true],
                ["fieldType": "date", "id": "dob", "name": "Date of birth"],
                ["type": "checkbox", "id": "tosConfirmed"], ["type": "iris", "id": "eye"],
            ],
        ])
        #expect(fields.schema == ["type": "object"])
        #expect(fields.fields.map(\.kind) == [.text, .date, .checkbox, .other("iris")])
        #expect(fields.fields.map(\.isRequired) == [true, false, false, false])
        #expect(fields.fields[2].name == "tosConfirmed")
        #expect(try CollectData([:]).url == nil)
        // Where the official schema requires an address and there is no page.
        let noPage = try CollectData(["url": "", "schema": nil, "fields": [["type": "text", "id": "fullName"]]])
        #expect(noPage.url == nil)
        #expect(noPage.schema == nil)
        #expect(noPage.fields.map(\.id) == ["fullName"])
        let nothing: JSON = ["options": [], "collectData": ["url": "", "schema": nil, "fields": []]]
        #expect(try read(nothing).collectData == nil)
        #expect(throws: PayError.malformed) { try CollectData(["fields": [["id": "x"]]]) }
    }
}
