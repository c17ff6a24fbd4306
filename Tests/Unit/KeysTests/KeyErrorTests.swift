import Keys
import Primitives
import Testing

@Suite struct KeyErrorTests {
    @Test func `no error of the vault can contain secret bytes`() {
        // Errors only contain numbers and small enums; for text or bytes, their origin would need a review.
        let errors: [KeyError] = [
            .wrongSize(expected: 1, got: 2), .malformedText, .noRandomness, .notEnoughMemory, .wrongEntropySize(1),
            .wrongWordCount(1), .unknownWord(position: 1, language: .czech), .wrongPhraseChecksum(language: .korean),
            .phraseTooLong, .noElectrumSeed, .twoFactorSeed, .phraseInsteadOfSeed, .wrongSeedSize(1), .unusableKey,
            .malformedKey, .unusualKey,
            .unusableChild(index: 1),
            .malformedPath,
            .pathOutOfRange, .hardenedChildOfPublicKey, .malformedExtendedKey, .wrongExtendedKeyVersion,
            .primitive(.wrongSize(expected: 1, got: 2)), .primitive(.malformedBase58),
            .primitive(.wrongBase58Checksum), .primitive(.malformedPublicKey), .primitive(.malformedSignature),
            .primitive(.unrecoverable), .locked, .wrongPassphrase, .tooManyAttempts(seconds: 2),
            .weakPassphrase(.tooShort(minimum: 12)), .weakPassphrase(.tooLong(maximum: 1)),
            .weakPassphrase(.repeated), .weakPassphrase(.sequence), .weakPassphrase(.common),
            .weakPassphrase(.containsName), .malformedName, .refusedChange(.accountExists),
            .refusedChange(.noSuchAccount), .refusedChange(.tooManyAccounts), .refusedChange(.singleKey),
            .noKeyAtPath, .noPhrase, .damagedVault, .laterVaultVersion, .vaultCostOutOfBounds, .unsafeFile(.link),
            .unsafeFile(.otherKind), .unsafeFile(.otherOwner), .unsafeFile(.openToOthers), .unsafeFile(.tooLarge),
            .unsafeFile(.exists), .unsafeFile(.missing), .changedElsewhere, .busy, .system(5), .notWritten,
            .sealedElsewhere, .malformedKeystore, .keystoreCostOutOfBounds,
        ]
        for error in errors { #expect(error.description.hasSuffix(".")) }
    }
}
