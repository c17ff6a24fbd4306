import Ethereum
import BigInt
import Testing

@testable import ClearSigning

@Suite struct DescriptorBookTests {
    private static let field =
        #"{"path":"amount","label":"Amount","format":"tokenAmount","params":{"tokenPath":"@.to"}}"#

    private func file(
        _ fields: String = field, key: String = "pay(address to, uint256 amount, bytes data)", intent: String = "Pay",
        chainID: Int = 1, more: String = ""
    ) -> String {
        """
        {"context":{"contract":{"deployments":[{"chainId":\(chainID),"address":"\(Contract.token)"}]}},\(more)
        "metadata":{"owner":"Shop","constants":{"max":"0xff","coin":"\(Contract.friend)"},"enums":{"e":{"1":"One"}}},
        "display":{"definitions":{"amount":{"label":"Sum","format":"raw"}},
        "formats":{"\(key)":{"intent":"\(intent)","fields":[\(fields)]}}}}
        """
    }

    private func show(
        _ file: String, amount: ABIValue = .number(250), data: [UInt8] = [1, 2, 3], chainID: UInt64 = 1,
        to contract: EthereumAddress = Contract.token, others: [String: String] = [:]
    ) throws -> Display? {
        let book = DescriptorBook(files: others.merging(["a.json": file]) { $1 }.mapValues { Array($0.utf8) })
        let call = try Contract.data(
            "pay(address,uint256,bytes)", .address(Contract.friend), amount, .bytes(data))
        let context = DisplayContext(coin: "ETH") { address in
            address == Contract.token
                ? Token(chainID: chainID, address: address, symbol: "TOK", decimals: 2, isVouchedFor: true) : nil
        }
        return book.display(
            ContractCall(chainID: chainID, from: Contract.me, to: contract, value: 7, data: call), context: context)
    }

    private func row(_ field: String, amount: ABIValue = .number(250)) throws -> String? {
        try show(file(field), amount: amount)?.rows.map { "\($0.label): \($0.text)" }.joined(separator: ", ")
    }

    @Test func `a call is described with the owner of its contract`() throws {
        let display = try #require(try show(file()))
        #expect(display.intent == "Pay")
        #expect(display.owner == "Shop")
        #expect(display.rows.map(\.text) == ["2.5 TOK"])
        #expect(display.rows.map(\.isTheirs) == [false])
    }

    @Test func `a descriptor does not apply to another contract or chain`() throws {
        #expect(try show(file(), to: Contract.friend) == nil)
        #expect(try show(file(), chainID: 5) == nil)
        #expect(try show(file(chainID: 5), chainID: 5) != nil)
        let book = DescriptorBook(files: ["a.json": Array(file().utf8)])
        #expect(book.name(of: Contract.token, on: 1) == "Shop")
        #expect(book.name(of: Contract.token, on: 5) == nil)
        #expect(book.name(of: Contract.friend, on: 1) == nil)
    }

    @Test(arguments: [
        (#"{"path":"amount","label":"A","format":"raw"}"#, "A: 250"),
        (#"{"path":"to","label":"A","format":"addressName"}"#, "A: \(Contract.friend)"),
        (#"{"path":"@.value","label":"A","format":"amount"}"#, "A: 0.000000000000000007 ETH"),
        (#"{"path":"amount","label":"A","format":"unit","params":{"base":"%","decimals":2}}"#, "A: 2.5 %"),
        (
            #"{"path":"amount","label":"A","format":"date","params":{"encoding":"timestamp"}}"#,
            "A: 1970-01-01 00:04:10 UTC"
        ),
        (#"{"path":"amount","label":"A","format":"duration"}"#, "A: 4 min 10 s"),
        (#"{"path":"data","label":"A","format":"raw"}"#, "A: 0x010203"),
        (#"{"path":"data.[-2:]","label":"A","format":"raw"}"#, "A: 0x0203"),
        (#"{"path":"data.[0:1]","label":"A","format":"enum","params":{"$ref":"$.metadata.enums.e"}}"#, "A: One"),
        (#"{"path":"amount","label":"A","format":"enum","params":{"$ref":"$.metadata.enums.e"}}"#, "A: 250"),
        (#"{"path":"amount","$ref":"$.display.definitions.amount"}"#, "Sum: 250"),
        (
            #"{"path":"amount","label":"A","format":"tokenAmount","params":{"token":"$.metadata.constants.coin","nativeCurrencyAddress":"$.metadata.constants.coin"}}"#,
            "A: 0.00000000000000025 ETH"
        ),
        (
            #"{"path":"amount","label":"A","format":"tokenAmount","params":{"tokenPath":"@.to","threshold":"0xfa"}}"#,
            "A: Unlimited TOK"
        ),
        (
            #"{"path":"amount","label":"A","format":"tokenAmount","params":{"tokenPath":"to"}}"#,
            "A: 250 base units of an unknown token"
        ),
        (#"{"label":"A","value":"fixed","format":"raw"}"#, "A: fixed"),
        (#"{"path":"amount","label":"A","visible":"never","format":"raw"}"#, ""),
    ])
    func `values are shown in the format of their field`(field: String, text: String) throws {
        #expect(try row(field) == text)
    }

    @Test(arguments: [
        #"{"path":"none","label":"A","format":"raw"}"#, #"{"path":"amount.x","label":"A","format":"raw"}"#,
        #"{"path":"data.[2:9]","label":"A","format":"raw"}"#, #"{"path":"data.[x]","label":"A","format":"raw"}"#,
        #"{"path":"amount","format":"raw"}"#, #"{"path":"amount","label":"A","format":"magic"}"#,
        #"{"path":"to","label":"A","format":"date"}"#, #"{"path":"amount","$ref":"$.display.definitions.none"}"#,
        #"{"path":"$.metadata","label":"A","format":"raw"}"#, #"{"path":"data","label":"A","format":"calldata"}"#,
        #"{"path":"amount","label":"A","format":"enum","params":{"$ref":"$.none"}}"#,
    ])
    func `a field that does not fit discards the whole description`(field: String) throws {
        #expect(try row(Self.field + "," + field) == nil)
    }

    @Test func `a description that leaves out an argument is partial`() throws {
        let whole =
            Self.field + #",{"path":"to","label":"A","format":"raw"},{"path":"data","label":"B","format":"raw"}"#
        #expect(try #require(try show(file(whole))).isPartial == false)
        #expect(try #require(try show(file())).isPartial)
        // An empty argument hides nothing, and neither does a technical one.
        let most = Self.field + #",{"path":"to","label":"A","format":"raw"}"#
        #expect(try #require(try show(file(most))).isPartial)
        #expect(try #require(try show(file(most), data: [])).isPartial == false)
        let signed = file(most, key: "pay(address to, uint256 amount, bytes signature)")
        #expect(try #require(try show(signed)).isPartial == false)
    }

    @Test func `a minimum of next to nothing is found by its name`() throws {
        for name in ["minReturn", "amountOutMin", "_minAmountOut", "toAmount", "makingAmount"] {
            let key = "pay(address to, uint256 \(name), bytes data)"
            let text = file(#"{"path":"to","label":"A","format":"raw"}"#, key: key)
            #expect(try #require(try show(text, amount: .number(999))).acceptsNothing, "\(name)")
            #expect(try #require(try show(text, amount: .number(1_000))).acceptsNothing == false, "\(name)")
        }
        for name in ["amount", "minGasLimit", "mintAmount", "minSharesToMint"] {
            let text = file(
                #"{"path":"to","label":"A","format":"raw"}"#, key: "pay(address to, uint256 \(name), bytes data)")
            #expect(try #require(try show(text, amount: .number(0))).acceptsNothing == false, "\(name)")
        }
    }

    @Test func `pools that hide the bought token, and large fees, are found by the names of the arguments`() throws {
        let fields = #"{"path":"to","label":"A","format":"raw"}"#
        for name in ["pools", "dex"] {
            let hidden = file(fields, key: "pay(address to, uint256 minReturn, bytes \(name))")
            #expect(try #require(try show(hidden)).hidesPurchase, "\(name)")
        }
        let named = file(
            #"{"path":"destToken","label":"A","format":"raw"}"#,
            key: "pay(address destToken, uint256 minReturn, bytes pools)")
        #expect(try #require(try show(named)).hidesPurchase == false)
        #expect(try #require(try show(file(fields))).hidesPurchase == false)
        func hasLargeFee(_ fee: BigInt) -> Bool {
            let amounts: [DescribedMember] = [
                DescribedMember(name: "_amount", value: .number(100)),
                DescribedMember(name: "relayerFee", value: .number(fee)),
            ]
            return ArgumentRoles.hasLargeFee(.list([.record(amounts)]))
        }
        #expect(!hasLargeFee(10))
        #expect(hasLargeFee(11))
    }

    @Test func `a recipient in a number or a word is found, and an account of another network is marked`() throws {
        let low = try #require(BigUInt(Contract.spender.description.dropFirst(2), radix: 16))
        let fields = #"{"path":"data","label":"A","format":"raw"}"#
        for name in ["receiver", "l2Recipient", "delegatedExecutors", "to2"] {
            let text = file(fields, key: "pay(address to, uint256 \(name), bytes data)")
            let found = try #require(try show(text, amount: .uint(low)))
            #expect(found.receivers == [Contract.friend, Contract.spender], "\(name)")
            #expect(!found.hasForeignReceiver)
            let foreign = try #require(try show(text, amount: .uint(low + BigUInt(1) << 200)))
            #expect(foreign.hasForeignReceiver, "\(name)")
            // A small number is not an address.
            let small = try #require(try show(text, amount: .number(7)))
            #expect(small.receivers == [Contract.friend] && !small.hasForeignReceiver)
        }
    }

    @Test func `descriptor text stays on one line`() throws {
        let display = try #require(
            try show(file(#"{"path":"amount","label":"A\n\u202eB","format":"raw"}"#, intent: #"Pay\nSafe: yes"#)))
        #expect(display.intent == "Pay⟨U+000A⟩Safe: yes")
        #expect(display.rows.map(\.label) == ["A⟨U+000A⟩⟨U+202E⟩B"])
        let long = String(repeating: "x", count: 500)
        let cut = try #require(try show(file(#"{"path":"amount","label":"\#(long)","format":"raw"}"#, intent: long)))
        #expect(cut.intent.unicodeScalars.count == 60)
        #expect(cut.rows[0].label.unicodeScalars.count == 40)
    }

    @Test func `text from the call is marked as untrusted`() throws {
        let book = DescriptorBook(files: [
            "a.json": Array(file(#"{"path":"note","label":"Note","format":"raw"}"#, key: "say(string note)").utf8)
        ])
        let data = try Contract.data("say(string)", .string("Safe ✅\nFrom: you"))
        let display = book.display(
            ContractCall(chainID: 1, to: Contract.token, data: data), context: DisplayContext(coin: "ETH") { _ in nil })
        #expect(display?.rows.map(\.isTheirs) == [true])
    }

    @Test func `an inner call is found and described`() throws {
        let inner = try Contract.data("approve(address,uint256)", .address(Contract.spender), .number(1))
        let field =
            #"{"path":"data","label":"Then","format":"calldata","params":{"calleePath":"to","amountPath":"amount"}}"#
        let display = try #require(try show(file(field), data: inner))
        #expect(display.inner == [ContractCall(chainID: 1, to: Contract.friend, value: 250, data: inner)])
        #expect(display.rows.map(\.text) == [Contract.friend.description])
    }

    @Test func `a call that contains itself is bounded`() throws {
        let field = #"{"path":"data","label":"Then","format":"calldata","params":{"calleePath":"@.to"}}"#
        var data: [UInt8] = []
        for _ in 0..<8 {
            data = try Contract.data(
                "pay(address,uint256,bytes)", .address(Contract.friend), .number(1), .bytes(data))
        }
        let display = try #require(try show(file(field), data: data))
        #expect(display.inner.count == 3)
    }

    @Test func `an included file is overridden by the including file`() throws {
        let base =
            #"{"display":{"formats":{"pay(address to, uint256 amount, bytes data)":{"intent":"Base","fields":["#
            + #"{"path":"amount","label":"Base sum","format":"raw"},{"path":"to","label":"To","format":"raw"}]}}}}"#
        let file = file(#"{"path":"amount","label":"Sum"}"#, more: #""includes":"sub/base.json","#)
        let display = try #require(try show(file, others: ["sub/base.json": base]))
        #expect(display.intent == "Pay")
        #expect(display.rows.map(\.label) == ["Sum", "To"])
    }

    @Test(arguments: ["a.json", "none.json", "../a.json", "../../etc/passwd"])
    func `a file that includes itself or a missing file is refused`(include: String) {
        let file = file(more: #""includes":"\#(include)","#)
        let book = DescriptorBook(files: ["a.json": Array(file.utf8)])
        #expect(book.refused == ["a.json"])
        #expect(book.count == 0)
    }

    @Test(arguments: [
        "", "{", "[]", "{\"a\":1,\"a\":2}", #"{"context":{}}"#,
        #"{"context":{"contract":{"deployments":[{"chainId":"1","address":"0x00"}]}}}"#,
        #"{"context":{"contract":{"deployments":[{"chainId":-1,"address":"0x00"}]}}}"#,
    ])
    func `an invalid descriptor is refused without affecting the others`(text: String) {
        let book = DescriptorBook(files: ["a.json": Array(text.utf8), "b.json": Array(file().utf8)])
        #expect(book.refused == ["a.json"])
        #expect(book.count == 1)
    }

    @Test func `two formats for the same types are both ignored`() throws {
        let second = #""pay(address receiver, uint256 sum, bytes more)":{"intent":"Give","fields":[]}"#
        let both = file().replacing(#""formats":{"#, with: #""formats":{\#(second),"#)
        #expect(both != file())
        #expect(try show(both) == nil)
        let other = #""give(address receiver, uint256 sum, bytes more)":{"intent":"Give","fields":[]}"#
        #expect(try show(file().replacing(#""formats":{"#, with: #""formats":{\#(other),"#))?.intent == "Pay")
    }

    @Test func `a field is shown unless it has one of some values, and another must have one of them`() throws {
        let to = #"{"path":"to","label":"To","format":"addressName"}"#
        func amount(_ rule: String) -> String {
            #"{"path":"amount","label":"A","format":"raw","visible":\#(rule)}"#
        }
        for (rule, rows) in [
            (#""always""#, 2), (#""optional""#, 2), (#""never""#, 1), (#"{"ifNotIn":["250"]}"#, 1),
            (#"{"ifNotIn":[250]}"#, 1),
            (#"{"ifNotIn":["0xfa"]}"#, 1), (#"{"ifNotIn":[1,"2",true,null]}"#, 2), (#"{"mustBe":[250]}"#, 1),
            (#"{"mustBe":["1","250"]}"#, 1),
        ] {
            #expect(try show(file("\(to),\(amount(rule))"))?.rows.count == rows, "\(rule)")
        }
        for rule in [
            #"{"mustBe":[1]}"#, #"{"mustBe":[]}"#, #"{"ifNotIn":"250"}"#, #""sometimes""#, #"{"unless":[1]}"#, "true",
            #"{"ifNotIn":[1],"mustBe":[250]}"#,
        ] {
            #expect(try show(file("\(to),\(amount(rule))")) == nil, "\(rule)")
        }
        let address =
            #"{"path":"to","label":"To","format":"addressName","visible":{"ifNotIn":["\#(Contract.friend)"]}}"#
        #expect(try show(file("\(address),\(amount(#""always""#))"))?.rows.map(\.label) == ["A"])
    }

    @Test func `a constant may depend on a value of the call, and is missing for an unlisted value`() throws {
        func file(_ values: String) -> String {
            let reference = #"{"map":"$.metadata.maps.coins","keyPath":"to"}"#
            let field = #"{"path":"amount","label":"A","format":"tokenAmount","params":{"token":\#(reference)}}"#
            return self.file(field).replacing(
                #""metadata":{"#, with: #""metadata":{"maps":{"coins":{"$keyType":"address","values":{\#(values)}}},"#)
        }
        let friend = Contract.friend.description
        for key in [friend, friend.lowercased()] {
            #expect(try show(file(#""\#(key)":"\#(Contract.token)""#))?.rows.map(\.text) == ["2.5 TOK"])
        }
        #expect(try show(file(#""\#(Contract.me)":"\#(Contract.token)""#)) == nil)
        #expect(try show(file("")) == nil)
    }

    @Test func `a call that is for another chain is not said to be one of this chain`() throws {
        func field(_ chain: String) -> String {
            #"{"path":"data","label":"Call","format":"calldata","params":{"calleePath":"to"\#(chain)}}"#
        }
        for chain in ["", #","chainId":1"#, #","chainIdPath":"@.chainId""#] {
            #expect(try show(file(field(chain)))?.inner.count == 1, "\(chain)")
        }
        for chain in [#","chainId":137"#, #","chainIdPath":"amount""#] {
            #expect(try show(file(field(chain))) == nil, "\(chain)")
        }
    }

    @Test func `the addresses among the arguments are found, with their tokens and rights`() throws {
        let format = """
            {"context":{"contract":{"deployments":[{"chainId":1,"address":"\(Contract.token)"}]}},
            "metadata":{"owner":"Shop"},"display":{"formats":{
            "run((address who, bool approved)[] list, address coin, uint256 sum, address referrer)":{"intent":"Run",
            "fields":[{"path":"list.[].who","label":"Who","format":"addressName"},
            {"path":"list.[].approved","label":"Yes","format":"raw"},
            {"path":"sum","label":"Sum","format":"tokenAmount","params":{"tokenPath":"coin"}},
            {"path":"referrer","label":"By","format":"addressName"}]}}}}
            """
        let book = DescriptorBook(files: ["a.json": Array(format.utf8)])
        func parties(_ isApproved: Bool) throws -> Display {
            let entry = ABIValue.tuple([.address(Contract.friend), .bool(isApproved)])
            let data = try Contract.data(
                "run((address,bool)[],address,uint256,address)", .array([entry]),
                .address(Contract.spender), .number(5), .address(Contract.me))
            let call = ContractCall(chainID: 1, from: Contract.me, to: Contract.token, data: data)
            return try #require(book.display(call, context: DisplayContext(coin: "ETH") { _ in nil }))
        }
        let given = try parties(true)
        #expect(given.parties.map(\.address) == [Contract.friend, Contract.spender, Contract.me])
        #expect(given.parties.map(\.role) == [.holder, .token, .referrer])
        #expect(given.parties.map(\.isGranted) == [true, false, false])
        #expect(given.movesValue)
        #expect(!given.isPartial)
        #expect(try parties(false).parties.map(\.isGranted) == [false, false, false])
    }
}
