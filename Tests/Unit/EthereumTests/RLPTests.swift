import BigInt
import Bridge
import Primitives
import TestSupport
import Testing

@testable import Ethereum

@Suite struct RLPTests {
    @Test func `items match the vectors of ethers in both directions`() throws {
        let cases = try Vectors.json("rlp-ethers/rlp.json").array ?? []
        for each in cases {
            let item = try Self.item(each["decoded"])
            #expect("0x" + Hex.encode(item.encoded) == each["encoded"]?.string, "\(each["name"]?.string ?? "")")
            #expect(try RLP(Self.bytes(each["encoded"])) == item)
        }
        Suites.record("rlp-ethers", cases: cases.count)
        #expect(cases.count == 30)
    }

    @Test func `Ethereum's valid items are encoded and decoded`() throws {
        let cases = try Vectors.json("rlp-ethereum-tests/rlptest.json").object?.members ?? []
        for each in cases {
            let item = try Self.item(each.value["in"])
            #expect("0x" + Hex.encode(item.encoded) == each.value["out"]?.string, "\(each.key)")
            #expect(try RLP(Self.bytes(each.value["out"])) == item, "\(each.key)")
        }
        Suites.record("rlp-ethereum-tests", cases: cases.count)
        #expect(cases.count == 12)
    }

    @Test func `Ethereum's invalid items are refused`() throws {
        let cases = try Vectors.json("rlp-ethereum-tests/invalidRLPTest.json").object?.members ?? []
        for each in cases {
            #expect(throws: EthereumError.self, "\(each.key)") { try RLP(Self.bytes(each.value["out"])) }
        }
        Suites.record("rlp-ethereum-tests", cases: cases.count)
        #expect(cases.count == 15)
    }

    @Test(arguments: [
        ("", RLPFault.short, 0), ("81", .short, 1), ("8100", .notShortest, 0), ("817f", .notShortest, 0),
        ("b800", .notShortest, 1), ("b837" + String(repeating: "00", count: 55), .notShortest, 1),
        ("b90038", .notShortest, 1), ("c1", .short, 1), ("c28100", .notShortest, 1), ("c0c0", .rest, 1),
        ("8000", .rest, 1), ("c2c1", .short, 1), ("bfffffffffffffffff", .short, 1), ("f90000", .notShortest, 1),
        ("bf0000000000000001ff", .notShortest, 1), ("f7", .short, 1), ("c180c0", .rest, 2), ("c183ffffff", .short, 2),
    ])
    func `an item that is not canonical is refused with its offset`(hex: String, fault: RLPFault, offset: Int) {
        #expect(throws: EthereumError.rlp(fault, offset: offset)) { try RLP(Hex.decode(hex) ?? []) }
    }

    @Test func `depth and size are limited`() throws {
        func nested(_ depth: Int) -> RLP { (1..<depth).reduce(RLP.list([])) { inner, _ in .list([inner]) } }
        #expect(try RLP(nested(16).encoded) == nested(16))
        #expect(throws: EthereumError.rlp(.tooDeep, offset: 16)) { try RLP(nested(17).encoded) }
        #expect(throws: EthereumError.rlp(.tooDeep, offset: 0)) { try RLP([0xC0], depth: 0) }
        #expect(throws: EthereumError.rlp(.tooLarge, offset: 0)) { try RLP(Array(repeating: 0, count: 262_145)) }
        let many = RLP.list(Array(repeating: .bytes([]), count: 65_536))
        #expect(throws: EthereumError.self) { try RLP(many.encoded) }
        #expect(throws: EthereumError.self) { try RLP(Array(repeating: 0xF8, count: 100_000)) }
        let long = RLP.bytes(Array(repeating: 7, count: 200_000))
        #expect(try RLP(long.encoded) == long)
    }

    @Test func `numbers have no leading zeros`() {
        #expect(RLP.number(0 as UInt64).encoded == [0x80])
        #expect(RLP.number(127 as UInt64).encoded == [0x7F])
        #expect(RLP.number(1024 as UInt64) == .bytes([4, 0]))
        #expect(RLP.number(UInt64.max) == .bytes(Array(repeating: 0xFF, count: 8)))
        #expect(RLP.number(BigUInt(1) << 64) == .bytes([1] + Array(repeating: 0, count: 8)))
        #expect(RLP.number(BigUInt(0)).encoded == [0x80])
        for number in [BigUInt(0), 1, 255, 256, BigUInt(1) << 63, BigUInt(1) << 64, (BigUInt(1) << 256) - 1] {
            #expect(BigUInt(bigEndian: number.bigEndian) == number)
        }
        #expect(BigUInt(bigEndian: [0, 0, 1]) == 1)
    }

    /// A vector's item: hexadecimal bytes, text, a number (beyond 64 bits as text after `#`), or a list.
    private static func item(_ json: JSON?) throws -> RLP {
        switch json {
        case .array(let elements): return .list(try elements.map { try item($0) })
        case .number(let number): return .number(BigUInt(try #require(number.integer)))
        case .string(let text):
            if text.hasPrefix("#") { return .number(try #require(BigUInt(String(text.dropFirst())))) }
            guard text.hasPrefix("0x") else { return .bytes(Array(text.utf8)) }
            return .bytes(try #require(Hex.decode(text)))
        default: throw EthereumError.rlp(.short, offset: 0)
        }
    }

    private static func bytes(_ json: JSON?) throws -> [UInt8] {
        try #require(json?.string.flatMap { Hex.decode($0) })
    }
}
