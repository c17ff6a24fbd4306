import Foundation
import Keys
import Primitives
import TestSupport
import Testing

@Suite struct HashesTests {
    @Test func `every hash matches the vectors`() throws {
        let cases: [HashCase] = try Vectors.read("hashes/hashes.json")
        for each in cases {
            #expect(Keccak256.hash(each.data.bytes).bytes == each.keccak256.bytes, "\(each.name)")
            #expect(SHA256.hash(each.data.bytes).bytes == each.sha256.bytes, "\(each.name)")
            #expect(SHA512.hash(each.data.bytes) == each.sha512.bytes, "\(each.name)")
            #expect(RIPEMD160.hash(each.data.bytes) == each.ripemd160.bytes, "\(each.name)")
        }
        #expect(cases.count == 130)
        Suites.record("hashes", cases: cases.count)
    }

    @Test func `input in pieces of any size gives the same hash`() throws {
        let input = (0..<700).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let whole = Keccak256.hash(input)
        for size in [1, 7, 8, 135, 136, 137, 271, 272, 273, 700] {
            var hash = Keccak256()
            for start in stride(from: 0, to: input.count, by: size) {
                hash.update(input[start..<min(start + size, input.count)])
            }
            #expect(hash.finish() == whole, "pieces of \(size)")
        }
    }

    @Test func `noncontiguous input is hashed, too`() {
        let bytes = (0..<200).lazy.map { UInt8($0) }
        #expect(Keccak256.hash(bytes) == Keccak256.hash(Array(bytes)))
        #expect(SHA256.hash(bytes) == SHA256.hash(Array(bytes)))
    }

    @Test func `a hash can be read before more input is added`() {
        var hash = Keccak256()
        hash.update("a".utf8)
        let first = hash.finish()
        hash.update("b".utf8)
        #expect(first == Keccak256.hash("a".utf8))
        #expect(hash.finish() == Keccak256.hash("ab".utf8))
    }

    @Test func `a digest has exactly 32 bytes`() throws {
        #expect(throws: PrimitiveError.wrongSize(expected: 32, got: 31)) {
            try Digest32([UInt8](repeating: 1, count: 31))
        }
        #expect(throws: PrimitiveError.wrongSize(expected: 32, got: 33)) {
            try Digest32([UInt8](repeating: 1, count: 33))
        }
        let bytes = (1...32).map { UInt8($0) }
        #expect(try Digest32(bytes).bytes == bytes)
        #expect(try Digest32(bytes).description == "0x" + Hex.encode(bytes))
    }

    @Test func `the hash of a key in Bitcoin is RIPEMD-160 of SHA-256`() throws {
        let key = try #require(
            Hex.decode("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"))
        #expect(Hex.encode(Hash160.hash(key)) == "751e76e8199196d454941c45d1b3a323f1433bd6")
    }
}

private struct HashCase: Decodable {
    let name: String
    let data, sha256, sha512, ripemd160, keccak256: HexBytes
}
