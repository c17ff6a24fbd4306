import Bridge
import Ethereum
import Primitives
import TestSupport
import Testing

@Suite struct TypedDataRefusalsTests {
    @Test func `a message without one of its four parts is refused`() {
        #expect(throws: EthereumError.typedData(.members, path: "")) { try TypedData(.mail.with("types", nil)) }
        #expect(throws: EthereumError.typedData(.members, path: "")) { try TypedData(.mail.with("domain", nil)) }
        #expect(throws: EthereumError.typedData(.members, path: "")) { try TypedData(.mail.with("message", nil)) }
        #expect(throws: EthereumError.typedData(.primaryType, path: "primaryType")) {
            try TypedData(.mail.with("primaryType", nil))
        }
        for json: JSON in [nil, true, 1, [], [:], ["types": [:]]] {
            #expect(throws: EthereumError.typedData(.members, path: "")) { try TypedData(json) }
        }
    }

    @Test(arguments: ["", "Letter", "EIP712Domain", "mail", "Mail ", "Mail[]", "string", "__proto__"])
    func `a primary type that the message does not define is refused`(name: String) {
        #expect(throws: EthereumError.typedData(.primaryType, path: "primaryType")) {
            try TypedData(.mail.with("primaryType", .string(name)))
        }
    }

    @Test func `a message with far more members than its type is refused as soon as it is read`() throws {
        let fields = (0..<256).map { #"{"name":"f\#($0)","type":"string"}"# }.joined(separator: ",")
        let members = (0..<70_000).map { #""m\#($0)":0"# }.joined(separator: ",")
        let wished = (0..<256).map { #""f\#($0)":"""# }.joined(separator: ",")
        let text = """
            {"types":{"EIP712Domain":[],"A":[\(fields)]},"primaryType":"A","domain":{},"message":{\(members),\(wished)}}
            """
        let json = try JSON(parsing: text)
        #expect(throws: EthereumError.typedData(.unknownField, path: "message.m0")) { try TypedData(json) }
        var (parsing, refusing) = (Duration.seconds(3_600), Duration.seconds(3_600))
        for _ in 0..<3 {
            parsing = min(parsing, try threadTime(of: text) { _ = try JSON(parsing: $0) })
            refusing = min(refusing, threadTime(of: json) { _ = try? TypedData($0) })
        }
        #expect(refusing < parsing, "parsing \(parsing), refusing \(refusing)")
    }

    @Test func `the text of a message with more values than can be read in a moment is refused`() {
        let values = String(repeating: "0,", count: 70_000)
        let text = JSON.string(#"{"types":{},"primaryType":"A","domain":{},"message":{"a":["# + values + "0]}}")
        #expect(throws: EthereumError.typedData(.json, path: "")) { try TypedData(text) }
        #expect(throws: EthereumError.typedData(.json, path: "")) { try LegacyTypedData(.string("[" + values + "0]")) }
    }

    @Test func `a long message is parsed like a short one`() async throws {
        for count in [10, 100_000] {
            let mail = JSON.mail.with("message", JSON.mail["message"]?.with("contents", .string(text(count))))
            #expect(mail.isLong == (count > 10))
            #expect(try await TypedData.read(mail, version: .v4) == TypedData(mail))
            let wrong = mail.with("primaryType", "Letter")
            await #expect(throws: EthereumError.typedData(.primaryType, path: "primaryType")) {
                try await TypedData.read(wrong, version: .v4)
            }
        }
    }

    private func text(_ count: Int) -> String { String(repeating: "x", count: count) }

    @Test func `types without the domain's, or none at all, are refused`() {
        let types = JSON.mail["types"] ?? nil
        #expect(throws: EthereumError.typedData(.noDomainType, path: "types")) {
            try TypedData(.mail.with("types", types.with("EIP712Domain", nil)))
        }
        #expect(throws: EthereumError.typedData(.noDomainType, path: "types")) {
            try TypedData(.mail.with("types", [:]))
        }
        for json: JSON in [nil, [], "types", 1] {
            #expect(throws: EthereumError.typedData(.types, path: "types")) { try TypedData(.mail.with("types", json)) }
        }
    }

    @Test(arguments: [
        "", " ", "a b", "Mail(string x)", "a,b", "a)", "[]", "A[]", "é", "\u{212A}", "1a", "a\0", "a\n", "😀", "a-b",
        "a.b",
        String(repeating: "a", count: 65),
    ])
    func `a name that could disguise a type is refused, for types and for fields`(name: String) {
        #expect(throws: EthereumError.typedData(.name, path: "types")) {
            try TypedData(.message([name: []], [:], primaryType: name))
        }
        #expect(throws: EthereumError.typedData(.name, path: "types.A")) {
            try TypedData(.message(["A": [["name": .string(name), "type": "bool"]]], [:]))
        }
    }

    @Test(arguments: [
        "bool", "address", "string", "bytes", "bytes32", "uint256", "uint", "int7", "byte", "function", "__proto__",
    ])
    func `a structure cannot take the name of a built-in type`(name: String) {
        #expect(throws: EthereumError.typedData(.reservedName, path: "types.\(name)")) {
            try TypedData(.message([name: []], [:], primaryType: name))
        }
    }

    @Test(arguments: [
        "", "uint", "int", "byte", "uint7", "uint0", "uint264", "uint08", "uint256 ", " uint256", "int256x", "bytes0",
        "bytes33", "bytes01", "Bool", "function", "fixed128x18", "B", "A [] ", "A[", "A]", "A[]]", "A[-1]", "A[0]",
        "A[01]", "A[1.5]", "A[9999999]", "A[][", "[]", "uint8[][][][][][][][][]", "A[]x", "tuple",
    ])
    func `an unknown type of a field is refused`(type: String) {
        #expect(throws: EthereumError.typedData(.unknownType, path: "types.A.b")) {
            try TypedData(.message(["A": [["name": "b", "type": .string(type)]]], ["b": 1]))
        }
    }

    @Test func `a duplicate field is refused`() {
        #expect(throws: EthereumError.typedData(.duplicateField, path: "types.A.b")) {
            try TypedData(
                .message(["A": [["name": "b", "type": "bool"], ["name": "b", "type": "uint8"]]], ["b": true]))
        }
    }

    @Test func `malformed type definitions are refused`() {
        for fields: JSON in [
            nil, [:], "bool", [nil], ["bool"], [["name": "b"]], [["type": "bool"]], [["name": 1, "type": "bool"]],
        ] {
            #expect(throws: EthereumError.typedData(.types, path: "types.A")) {
                try TypedData(.message(["A": fields], [:]))
            }
        }
    }

    @Test func `extra fields, which would not be signed, are refused`() {
        let types: JSON = ["A": [["name": "b", "type": "B"]], "B": [["name": "b", "type": "bool"]]]
        #expect(throws: EthereumError.typedData(.unknownField, path: "message.c")) {
            try TypedData(.message(types, ["b": nil, "c": 1]))
        }
        #expect(throws: EthereumError.typedData(.unknownField, path: "message.b.c")) {
            try TypedData(.message(types, ["b": ["b": true, "c": 1]]))
        }
        #expect(throws: EthereumError.typedData(.unknownField, path: "domain.salt")) {
            try TypedData(.message(types, ["b": nil]).with("domain", ["salt": "0x00"]))
        }
        // Equal to K in Swift, but with other bytes than the K that would be hashed.
        #expect(throws: EthereumError.typedData(.unknownField, path: "message")) {
            try TypedData(.message(["A": [["name": "K", "type": "bool"]]], ["\u{212A}": true]))
        }
    }

    @Test(
        arguments: [
            (["A": [["name": "b", "type": "A"]]], "A"),
            (["A": [["name": "b", "type": "B[2][1]"]], "B": [["name": "c", "type": "A"]]], "A"),
            (["A": [], "C": [["name": "b", "type": "D"]], "D": [["name": "c", "type": "C"]]], "C"),
            (["A": [["name": "b", "type": "B"]], "B": [["name": "c", "type": "B"]]], "B"),
        ] as [(JSON, String)])
    func `infinitely recursive types are refused, used or not`(types: JSON, name: String) {
        for message: JSON in [[:], ["b": nil], ["b": []]] {
            #expect(throws: EthereumError.typedData(.cycle, path: "types.\(name)")) {
                try TypedData(.message(types, message))
            }
        }
    }

    @Test func `the domain cannot refer to itself either`() {
        let types: JSON = ["EIP712Domain": [["name": "of", "type": "EIP712Domain"]], "A": []]
        #expect(throws: EthereumError.typedData(.cycle, path: "types.EIP712Domain")) {
            try TypedData(["types": types, "domain": [:], "primaryType": "A", "message": [:]])
        }
    }

    @Test func `a tree is not an infinite type`() throws {
        let types: JSON = ["A": [["name": "b", "type": "B[][2]"]], "B": [["name": "c", "type": "A[]"]]]
        let leaf: JSON = ["b": [[], []]]
        #expect(try TypedData(.message(types, ["b": [[["c": [leaf]]], []]])).fields.count == 4)
    }

    @Test func `a type that two others refer to is not a cycle`() throws {
        let types: JSON = [
            "A": [["name": "b", "type": "B"], ["name": "c", "type": "C[]"]], "B": [["name": "c", "type": "C"]],
            "C": [["name": "d", "type": "bool"]],
        ]
        #expect(throws: Never.self) {
            try TypedData(.message(types, ["b": ["c": ["d": true]], "c": [["d": false]]]))
        }
    }

    @Test func `missing fields are refused`() {
        #expect(throws: EthereumError.typedData(.missing, path: "message.b")) {
            try TypedData(.message(["A": [["name": "b", "type": "bool"]]], [:]))
        }
        #expect(throws: EthereumError.typedData(.missing, path: "message.b")) {
            try TypedData(.message(["A": [["name": "b", "type": "bool[]"]]], [:]))
        }
    }

    @Test func `the domain's chain is a number, and nothing of the domain has parts`() {
        for (name, type) in [
            ("chainId", "string"), ("chainId", "uint64"), ("chainId", "bytes32"), ("name", "string[]"), ("salt", "A"),
            ("verifyingContract", "A[]"), ("verifyingContract", "address[1]"),
        ] {
            let types: JSON = ["EIP712Domain": [["name": .string(name), "type": .string(type)]], "A": []]
            #expect(throws: EthereumError.typedData(.domainType, path: "types.EIP712Domain.\(name)")) {
                try TypedData(["types": types, "domain": [:], "primaryType": "A", "message": [:]])
            }
        }
    }

    @Test func `a domain of another system is parsed, hashed unchanged, and reported as unusual`() throws {
        let data = try TypedData([
            "types": [
                "EIP712Domain": [
                    ["name": "name", "type": "string"], ["name": "version", "type": "string"],
                    ["name": "chainId", "type": "uint256"], ["name": "verifyingContract", "type": "string"],
                    ["name": "salt", "type": "string"],
                ],
                "Tx": [["name": "memo", "type": "string"], ["name": "amount", "type": "uint256"]],
            ],
            "primaryType": "Tx",
            "domain": [
                "name": "Injective Web3", "version": "1.0.0", "chainId": "0x1", "verifyingContract": "cosmos",
                "salt": "0",
            ],
            "message": ["memo": "hello", "amount": "5"],
        ])
        // Computed with PyCryptodome by the standard's definition.
        #expect(
            Hex.encode(data.digest.bytes) == "adcfe6f873b361ede3268205a489ff437ff0d440560181afa53d94fc520cb508")
        #expect(data.unusualDomainFields.map(\.name) == ["verifyingContract", "salt"])
        #expect(data.domain["verifyingContract"]?.text == "cosmos")
        #expect(data.chainID == 1)
        #expect(try TypedData(.mail).unusualDomainFields.isEmpty)
    }

    @Test func `messages beyond what a person could read are refused`() {
        let deep = (0..<70).reduce(JSON.null) { inner, _ in ["b": inner] }
        var chain = JSON.object(JSONObject()).with("A", [["name": "b", "type": "A0"]])
        for index in 0..<70 { chain = chain.with("A\(index)", [["name": "b", "type": .string("A\(index + 1)")]]) }
        #expect(throws: EthereumError.typedData(.tooLarge, path: "message" + String(repeating: ".b", count: 64))) {
            try TypedData(.message(chain.with("A70", []), deep))
        }
        let long = JSON.array(.init(repeating: 1, count: 10_001))
        #expect(throws: EthereumError.typedData(.tooLarge, path: "message.b[9999]")) {
            try TypedData(.message(["A": [["name": "b", "type": "uint8[]"]]], ["b": long]))
        }
        let fields = JSON.array((0..<257).map { ["name": .string("f\($0)"), "type": "bool"] })
        #expect(throws: EthereumError.typedData(.tooLarge, path: "types.A")) {
            try TypedData(.message(["A": fields], [:]))
        }
        var types = JSON.object(JSONObject())
        for index in 0..<256 { types = types.with("T\(index)", []) }
        #expect(throws: EthereumError.typedData(.tooLarge, path: "types")) { try TypedData(.message(types, [:])) }
    }
}
