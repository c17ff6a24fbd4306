import Keys
import Testing

@Suite struct SecretBytesTests {
    @Test(arguments: [0, 1, 32, 4_096, 4_097, 100_000])
    func `memory of any size begins as zero and keeps what is written`(count: Int) {
        var secret = SecretBytes(count: count)
        #expect(secret.withUnsafeBytes { $0.allSatisfy { $0 == 0 } })
        secret.withUnsafeMutableBytes {
            for index in $0.indices { $0[index] = UInt8(truncatingIfNeeded: index) }
        }
        #expect(secret.withUnsafeBytes { Array($0) } == (0..<count).map { UInt8(truncatingIfNeeded: $0) })
        #expect(secret.count == count)
    }

    @Test func `a failure while filling is passed on`() {
        #expect(throws: KeyError.unusableKey) {
            _ = try SecretBytes(count: 32) { _ throws(KeyError) in throw .unusableKey }
        }
    }

    @Test func `no error of the vault can carry secret bytes`() {
        // What an error can hold is numbers; text or bytes would need a look at where they come from.
        let errors: [KeyError] = [
            .wrongSize(expected: 1, got: 2), .wrongEntropySize(1), .wrongWordCount(1),
            .unknownWord(position: 1),
            .wrongPhraseChecksum, .phraseTooLong, .wrongSeedSize(1), .unusableKey, .unusableChild(index: 1),
            .malformedPath, .pathOutOfRange, .hardenedChildOfPublicKey, .malformedBase58,
            .wrongBase58Checksum,
            .malformedExtendedKey, .wrongExtendedKeyVersion, .malformedPublicKey, .malformedSignature,
            .unrecoverable,
        ]
        for error in errors { #expect(error.description.hasSuffix(".")) }
    }
}
