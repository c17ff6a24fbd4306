import Primitives
import TestSupport
import Testing

@testable import UniformResources

@Suite struct PublicKeyExportTests {
    @Test func `private keys, master keys and other types are refused`() throws {
        let vectors: AccountCases = try Vectors.read("hummingbird/vectors.json")
        #expect(throws: UniformResourceError.cbor) { try PublicKeyExport.all(in: UniformResource(vectors.master)) }
        #expect(throws: UniformResourceError.type) {
            try PublicKeyExport.all(in: UniformResource(type: "crypto-seed", .map([.number(1): .bytes([1])])))
        }
        let key: [CBOR: CBOR] = [
            .number(3): .bytes([2] + [UInt8](repeating: 1, count: 32)),
            .number(4): .bytes([UInt8](repeating: 2, count: 32)),
        ]
        func read(_ changes: [CBOR: CBOR]) throws -> [PublicKeyExport] {
            try PublicKeyExport.all(
                in: UniformResource(type: "crypto-hdkey", .map(key.merging(changes) { $1 })))
        }
        #expect(try read([:]).count == 1)
        for changes: [CBOR: CBOR] in [
            [.number(2): .bool(true)], [.number(1): .bool(true)], [.number(3): .bytes([2])],
            [.number(3): .bytes([UInt8](repeating: 0, count: 33))], [.number(4): .bytes([])],
            [.number(6): .number(1)], [.number(6): .tagged(304, .map([.number(1): .array([.number(1)])]))],
            [.number(6): .tagged(304, .map([.number(1): .array([.number(1 << 31), .bool(true)])]))],
            [.number(6): .tagged(304, .map([.number(1): .array([.array([]), .bool(true)])]))],
            [.number(6): .tagged(304, .map([.number(1): .array([]), .number(2): .number(1 << 32)]))],
        ] {
            #expect(throws: UniformResourceError.cbor, "\(changes)") { try read(changes) }
        }
    }

    @Test func `the keys of an account are those of Hummingbird`() throws {
        let vectors: AccountCases = try Vectors.read("hummingbird/vectors.json")
        let keys = try PublicKeyExport.all(in: UniformResource(vectors.account))
        #expect(keys.map(\.script) == [.pkh, .nestedWpkh, .wpkh])
        for (key, expected) in zip(keys, vectors.keys) {
            let parts = key.text.split(separator: "]")
            #expect("\(parts[0])]" == expected.origin)
            let bytes = try Base58Check.decode(String(parts[1]))
            #expect(Hex.encode(bytes.suffix(33)) == expected.key)
            #expect(Hex.encode(bytes.dropLast(33).suffix(32)) == expected.chainCode)
            #expect(Hex.encode(bytes[5..<9]) == expected.parent)
            #expect(Hex.encode(bytes.prefix(5)) == "0488b21e03")
            #expect(Hex.encode(bytes[9..<13]) == "80000000")
        }
        #expect(keys.count == vectors.keys.count)
        Suites.record("hummingbird", cases: 3)
    }
}

private struct AccountCases: Decodable {
    struct Key: Decodable {
        let origin, key, chainCode, parent: String
    }

    let account, master: String
    let keys: [Key]
}
