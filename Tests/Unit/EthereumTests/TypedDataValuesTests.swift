import Bridge
import Testing
import Ethereum

@Suite struct TypedDataValuesTests {
    @Test(arguments: [
        ("uint8", ["0", "255", "\"0\"", "\"255\"", "\"0xff\"", "\"0xFF\"", "\"0x00ff\""]),
        ("int8", ["-128", "127", "\"-128\"", "\"0x7f\""]),
        ("uint256", ["\"\(maximum)\"", maximum, "\"0x\(String(repeating: "f", count: 64))\""]),
        ("int256", ["\"-\(half)\"", "-\(half)"]),
        ("bool", ["true", "false"]),
        ("bytes", ["\"0x\"", "\"0x00\"", "\"0xABcd\""]),
        ("bytes2", ["\"0x0102\""]),
        ("string", ["\"\"", "\"0x12\"", "\"é\""]),
        (
            "address",
            ["\"0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826\"", "\"0xCD2A3D9F938E13CD947EC05ABC7FE734DF8DD826\""]
        ),
        ("uint8[]", ["[]", "[1]", "[1,2,3]"]),
        ("uint8[2]", ["[1,2]"]),
        ("uint8[2][]", ["[]", "[[1,2]]"]),
        ("A[]", ["[]", "[null]"]),
    ])
    func `a value that fits its type is accepted`(type: String, values: [String]) throws {
        for value in values { #expect(throws: Never.self, "\(value)") { try read(value, as: type) } }
    }

    @Test(arguments: [
        ("uint8", ["256", "-1", "\"256\"", "\"-1\"", "\"0x100\""], TypedDataFault.range),
        ("int8", ["128", "-129", "\"0x80\""], .range),
        ("uint256", ["\"\(beyond)\"", beyond], .range),
        (
            "uint256",
            [
                "1.0", "1e2", "137.5", "-0", "1E0", "\"\"", "\"0x\"", "\"0137\"", "\"-0\"", "\"+1\"", "\" 1\"",
                "\"1 \"",
                "\"1_000\"", "\"1.5\"", "\"0b1\"", "\"0X1\"", "\"-0x1\"", "\"0x-1\"", "\"0xg\"", "\"１\"", "\"ten\"",
                "\"0x1\(String(repeating: "0", count: 64))\"", "\"1\(String(repeating: "0", count: 78))\"",
            ], .number
        ),
        ("uint256", ["true", "null", "[]", "{}"], .wrongKind),
        ("bool", ["0", "1", "\"true\"", "null", "[]"], .wrongKind),
        ("string", ["1", "true", "null", "[]", "{}"], .wrongKind),
        ("bytes", ["\"\"", "\"00\"", "\"0x0\"", "\"0xzz\"", "\"0X00\"", "\"text\""], .bytes),
        ("bytes", ["1", "null", "[1,2]"], .wrongKind),
        ("bytes2", ["\"0x\"", "\"0x01\"", "\"0x010203\""], .range),
        (
            "address",
            [
                "\"\"", "\"0x\"", "\"0x0\"", "\"0xcd2a3d9f938e13cd947ec05abc7fe734df8dd8\"",
                "\"cd2a3d9f938e13cd947ec05abc7fe734df8dd826\"", "\"0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD827\"",
                "\"0xcd2a3d9f938e13cd947ec05abc7fe734df8dd82600\"", "\"vitalik.eth\"",
            ], .address
        ),
        ("address", ["0", "null"], .wrongKind),
        ("uint8[]", ["1", "null", "{}", "\"[]\""], .wrongKind),
        ("uint8[2]", ["[]", "[1]", "[1,2,3]"], .wrongCount),
    ])
    func `a value that does not fit its type is refused`(type: String, values: [String], fault: TypedDataFault) {
        for value in values {
            #expect(throws: EthereumError.typedData(fault, path: "message.b"), "\(value)") { try read(value, as: type) }
        }
    }

    @Test func `a number in three notations gives the same message`() throws {
        let plain = try read("137", as: "uint256")
        #expect(try read("\"137\"", as: "uint256") == plain)
        #expect(try read("\"0x89\"", as: "uint256") == plain)
        #expect(try read("\"0x0089\"", as: "uint256") == plain)
    }

    @Test(arguments: ["1", "\"1\"", "\"0x1\""])
    func `a chain ID is read in its plain forms`(text: String) throws {
        #expect(try chainID(text).chainID == 1)
    }

    @Test(arguments: [
        "\"0x01\"", "\"01\"", "1.0", "1e0", "\"0x\"", "\"\"", "-1", "null", "true", "[1]", "\"eip155:1\"",
        "18446744073709551616",
    ])
    func `a chain ID in any other form is refused`(text: String) {
        #expect(throws: EthereumError.self) { try chainID(text) }
    }

    @Test func `a domain can omit the chain ID`() throws {
        #expect(try read("1", as: "uint8").chainID == nil)
        #expect(try chainID("\"0x0\"").chainID == 0)
    }

    private func read(_ value: String, as type: String) throws -> TypedData {
        try TypedData(
            .message(["A": [["name": "b", "type": .string(type)]]], ["b": JSON(parsing: value)]))
    }

    private func chainID(_ text: String) throws -> TypedData {
        try TypedData([
            "types": ["EIP712Domain": [["name": "chainId", "type": "uint256"]], "A": []],
            "domain": ["chainId": JSON(parsing: text)], "primaryType": "A", "message": [:],
        ])
    }
}

/// The largest 256-bit number, the next one, and the one with only the highest bit set.
private let maximum = "115792089237316195423570985008687907853269984665640564039457584007913129639935"
private let beyond = "115792089237316195423570985008687907853269984665640564039457584007913129639936"
private let half = "57896044618658097711785492504343953926634992332820282019728792003956564819968"
