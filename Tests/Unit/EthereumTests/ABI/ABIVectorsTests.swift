import BigInt
import Bridge
import Ethereum
import Primitives
import TestSupport
import Testing

@Suite struct ABIVectorsTests {
    @Test func `all 497 cases of ethers are encoded and decoded byte for byte`() throws {
        let cases = try #require(Vectors.json("abi-ethers/abi.json").array)
        var checked = 0
        for entry in cases {
            let name = try #require(entry["name"]?.string)
            let type = try ABIType(#require(entry["type"]?.string))
            let encoded = try #require(entry["encoded"]?.string.flatMap { Hex.decode($0) })
            let value = try Self.value(#require(entry["verbose"]), as: type)
            #expect(try ABIEncoder.encode([value], as: [type]) == encoded, "\(name)")
            #expect(try ABIDecoder.decode([type], from: encoded) == [value], "\(name)")
            checked += 1
        }
        #expect(checked == 497)
        Suites.record("abi-ethers", cases: checked)
    }

    @Test func `all 3 cases of the Ethereum tests are encoded and decoded byte for byte`() throws {
        let cases = try #require(Vectors.json("abi-ethereum-tests/basic_abi_tests.json").object)
        var checked = 0
        for entry in cases.members {
            let types = try #require(entry.value["types"]?.array).map { try ABIType($0.string ?? "") }
            let arguments = try #require(entry.value["args"]?.array)
            let values = try zip(arguments, types).map { try Self.plain($0, as: $1) }
            let encoded = try #require(entry.value["result"]?.string.flatMap { Hex.decode("0x" + $0) })
            #expect(try ABIEncoder.encode(values, as: types) == encoded, "\(entry.key)")
            #expect(try ABIDecoder.decode(types, from: encoded) == values, "\(entry.key)")
            checked += 1
        }
        #expect(checked == 3)
        Suites.record("abi-ethereum-tests", cases: checked)
    }

    /// A value in the form of ethers: with its kind.
    private static func value(_ entry: JSON, as type: ABIType) throws -> ABIValue {
        let content = try #require(entry["value"])
        switch (type, content) {
        case (.array(let element, _), .array(let values)): return .array(try values.map { try value($0, as: element) })
        case (.tuple(let components), .array(let values)):
            return .tuple(try zip(values, components).map { try value($0, as: $1.type) })
        default: return try plain(content, as: type)
        }
    }

    private static func plain(_ json: JSON, as type: ABIType) throws -> ABIValue {
        switch (type, json) {
        case (.array(let element, _), .array(let values)): return .array(try values.map { try plain($0, as: element) })
        case (_, .bool(let value)): return .bool(value)
        case (_, .number(let number)): return .number(try #require(BigInt(number.text)))
        case (.address, .string(let text)): return .address(try EthereumAddress(text))
        case (.string, .string(let text)): return .string(text)
        case (.uint, .string(let text)), (.int, .string(let text)): return .number(try #require(BigInt(text)))
        case (_, .string(let text)):
            return .bytes(Hex.decode(text).flatMap { text.hasPrefix("0x") ? $0 : nil } ?? Array(text.utf8))
        default: throw EthereumError.abi(.value)
        }
    }
}
