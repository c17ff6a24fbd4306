import Keys
import Primitives
import Testing

@Suite struct PublicKeyTests {
    @Test func `both forms give the same key`() throws {
        let key = try PrivateKey.one().publicKey()
        #expect(try PublicKey(key.compressed) == key)
        #expect(try PublicKey(key.uncompressed) == key)
        #expect(
            Hex.encode(key.compressed) == "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
        )
        #expect(key.uncompressed.first == 4)
        #expect(key.uncompressed[1...32].elementsEqual(key.compressed[1...]))
    }

    @Test func `an invalid point is refused`() throws {
        let key = try PrivateKey.one().publicKey()
        var hybrid = key.uncompressed
        hybrid[0] = 6 | (hybrid[64] & 1)
        var beside = key.uncompressed
        beside[64] ^= 1
        let wrong: [[UInt8]] = [
            [], [0], [2], Array(key.compressed.dropLast()), key.compressed + [0],
            [4] + key.compressed.dropFirst(),
            [5] + key.compressed.dropFirst(), [2] + [UInt8](repeating: 0xFF, count: 32),
            [2] + [UInt8](repeating: 0, count: 32), Array(key.uncompressed.dropLast()),
            [4] + [UInt8](repeating: 0, count: 64), hybrid, beside,
        ]
        for bytes in wrong {
            #expect(throws: PrimitiveError.malformedPublicKey, "\(Hex.encode(bytes))") { try PublicKey(bytes) }
        }
    }

    @Test(arguments: [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    ])
    func `a number outside the group is not a private key`(text: String) throws {
        let bytes = try #require(Hex.decode(text))
        #expect(throws: KeyError.unusableKey) { _ = try PrivateKey(SecretBytes(copying: bytes)) }
    }

    @Test(arguments: [0, 31, 33])
    func `a private key has 32 bytes`(count: Int) {
        #expect(throws: KeyError.wrongSize(expected: 32, got: count)) {
            _ = try PrivateKey(SecretBytes(copying: [UInt8](repeating: 1, count: count)))
        }
    }
}
