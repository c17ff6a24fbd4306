import Bridge
import Primitives
import Testing
import Ethereum

@Suite struct LegacyTypedDataTests {
    /// The first three hashes are from the tests of MetaMask/eth-sig-util, the fourth from OneKey.
    @Test(arguments: [
        (
            #"[{"type":"string","name":"message","value":"Hi, Alice!"}]"#,
            "0x14b9f24872e28cc49e72dc104d7380d8e0ba84a3fe2e712704bcac66a5702bd5"
        ),
        (
            #"[{"type":"string","name":"message","value":"Hi, Alice!"},{"type":"uint8","name":"value","value":10}]"#,
            "0xf7ad23226db5c1c00ca0ca1468fd49c8f8bbc1489bc1c382de5adc557a69c229"
        ),
        (
            #"[{"type":"bytes","name":"message","value":"0xdeadbeaf"}]"#,
            "0x6c69d03412450b174def7d1e48b3bcbbbd8f51df2e76e2c5b3a5d951125be3a9"
        ),
        (
            #"[{"type":"string","name":"message","value":"Hi, Alice!"},"#
                + #"{"type":"address","name":"wallet","value":"0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC"}]"#,
            "0x5b418c432491db89c10a5cae30b033eef42088c59459f9161756b8124653b7bc"
        ),
    ])
    func `messages have the same hashes as in other wallets`(text: String, hash: String) throws {
        #expect(try LegacyTypedData(.string(text)).digest.description == hash)
        #expect(try LegacyTypedData(JSON(parsing: text)) == LegacyTypedData(.string(text)))
    }

    @Test func `values are packed to the width of their types`() throws {
        func values(_ elements: JSON) throws -> [UInt8] { Array(try LegacyTypedData(elements).preimage.suffix(32)) }
        let packed = try values([
            ["type": "bool", "name": "a", "value": true], ["type": "int16", "name": "b", "value": -2],
            ["type": "uint256", "name": "c", "value": "0x0102"], ["type": "bytes3", "name": "d", "value": "0x0a0b0c"],
            ["type": "uint24", "name": "e", "value": "258"],
        ])
        let zeros = [UInt8](repeating: 0, count: 30)
        #expect(
            packed == Keccak256.hash([1, 0xFF, 0xFE] + zeros + [1, 2, 0x0A, 0x0B, 0x0C, 0, 1, 2]).bytes)
    }

    @Test func `every value has a row with the name that the page gives it`() throws {
        let data = try LegacyTypedData([
            ["type": "string", "name": "Message", "value": "Hi, Alice!"],
            ["type": "uint32", "name": "A number", "value": "1337"],
        ])
        #expect(
            data.fields == [
                .init(path: "Message", type: "string", value: "Hi, Alice!"),
                .init(path: "A number", type: "uint32", value: "1337"),
            ])
        #expect(data.preimage.count == 64)
        #expect(data.preimage.prefix(32).elementsEqual(Keccak256.hash("string Messageuint32 A number".utf8).bytes))
    }

    @Test(
        arguments: [
            (nil, TypedDataFault.list), (true, .list), ([:], .list), ([], .list), ("{}", .list), ("[", .json),
            ("[1,]", .json),
        ] as [(JSON, TypedDataFault)])
    func `anything but a list of values is refused`(parameter: JSON, fault: TypedDataFault) {
        #expect(throws: EthereumError.typedData(fault, path: "")) { try LegacyTypedData(parameter) }
    }

    @Test(
        arguments: [
            (nil, TypedDataFault.types), ("a", .types), (["type": "bool", "name": "a"], .types),
            (["type": "bool", "value": true], .types), (["name": "a", "value": true], .types),
            (["type": 1, "name": "a", "value": true], .types),
            (["type": "bool", "name": "a", "value": true, "more": 1], .unknownField),
            (["type": "bool", "name": "", "value": true], .name),
            (["type": "bool", "name": "a\nb", "value": true], .name),
            (["type": "bool", "name": "a\u{202E}b", "value": true], .name),
            (["type": "bool", "name": .string(String(repeating: "a", count: 129)), "value": true], .name),
            (["type": "bool[]", "name": "a", "value": [true]], .unknownType),
            (["type": "Mail", "name": "a", "value": [:]], .unknownType),
            (["type": "uint", "name": "a", "value": 1], .unknownType),
            (["type": "uint8", "name": "a", "value": 256], .range),
            (["type": "int8", "name": "a", "value": -129], .range),
            (["type": "bytes2", "name": "a", "value": "0x01"], .range),
            (["type": "bytes", "name": "a", "value": "deadbeef"], .bytes),
            (["type": "address", "name": "a", "value": "0x00"], .address),
            (["type": "string", "name": "a", "value": 1], .wrongKind),
            (["type": "string", "name": "a", "value": nil], .wrongKind),
        ] as [(JSON, TypedDataFault)])
    func `an invalid value is refused with its path`(value: JSON, fault: TypedDataFault) {
        #expect(throws: EthereumError.typedData(fault, path: "[1]")) {
            try LegacyTypedData([["type": "bool", "name": "first", "value": true], value])
        }
    }

    @Test func `the number of values is limited`() {
        let value: JSON = ["type": "bool", "name": "a", "value": true]
        #expect(throws: Never.self) { try LegacyTypedData(.array(Array(repeating: value, count: 256))) }
        #expect(throws: EthereumError.typedData(.tooLarge, path: "")) {
            try LegacyTypedData(.array(Array(repeating: value, count: 257)))
        }
    }

    @Test func `the versions are distinguished by their form`() {
        for yes: JSON in [[], [1], "[]", " \n[{}]"] { #expect(LegacyTypedData.isLikely(yes)) }
        for no: JSON in [[:], "{}", "", nil, "{\"a\":[]}"] { #expect(!LegacyTypedData.isLikely(no)) }
    }
}
