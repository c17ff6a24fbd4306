internal import Glibc
internal import Primitives

extension KeyError: CustomStringConvertible {
    /// A sentence for the user.
    public var description: String {
        switch self {
        case .wrongSize(let expected, let got): "This must be \(expected) bytes long, but it is \(got)."
        case .malformedText: "This is not UTF-8 text."
        case .noRandomness: "The system provided no random bytes, so no key can be created."
        case .notEnoughMemory: "There is not enough free memory to work with this passphrase."
        case .wrongEntropySize: "The entropy of a recovery phrase must be 16, 20, 24, 28 or 32 bytes long."
        case .wrongWordCount(let count): "A recovery phrase has 12, 15, 18, 21 or 24 words, but this one has \(count)."
        case .unknownWord(let position, let language):
            "Word \(position) is not in the word list of \(language.name)."
        case .wrongPhraseChecksum(let language):
            "Every word is in the word list of \(language.name), but the checksum does not match: a word is wrong, or "
                + "two words are swapped."
        case .phraseTooLong: "This text is too long for a recovery phrase."
        case .wrongSeedSize: "A seed must be 16 to 64 bytes long."
        case .unusableKey: "This is not a valid private key."
        case .malformedKey: "A private key has 64 hexadecimal digits."
        case .unusableChild(let index): "There is no key at index \(index); the next one can be used."
        case .malformedPath: "A derivation path looks like m/44'/60'/0'/0/0."
        case .pathOutOfRange: "The derivation path has an index or a length beyond what BIP-32 allows."
        case .hardenedChildOfPublicKey: "A hardened key cannot be derived from a public key."
        case .malformedExtendedKey: "This is not an extended key."
        case .wrongExtendedKeyVersion: "This extended key is for a different type or network."
        case .primitive(let error): error.description
        case .locked: "The wallet is locked."
        case .wrongPassphrase: "This passphrase does not open the wallet."
        case .tooManyAttempts(let seconds): "Too many wrong passphrases. Please wait \(seconds) s."
        case .weakPassphrase(let weakness): weakness.sentence
        case .malformedName: "A name has 1 to 64 bytes and no invisible characters."
        case .refusedChange(let refusal): refusal.sentence
        case .noKeyAtPath: "This wallet is a single imported key, and has no other keys."
        case .noPhrase: "This wallet is a single imported key, and has no recovery phrase."
        case .damagedVault: "The wallet file is damaged, or is not a wallet file. It was not changed."
        case .laterVaultVersion: "The wallet file was written by a later version of this program."
        case .vaultCostOutOfBounds: "The key derivation of the wallet file is outside the limits of this program."
        case .unsafeFile(let fault): fault.sentence
        case .changedElsewhere: "The wallet file was changed by another program. Lock the wallet and unlock it again."
        case .busy: "Another program is writing the wallet file."
        case .system(let number): Self.systemSentence(number)
        case .notWritten: "The wallet file could not be written. The previous one is unchanged."
        case .malformedKeystore: "This is not a keystore file (Web3 secret storage, version 3)."
        case .keystoreCostOutOfBounds: "The key derivation of the keystore file exceeds the limits of this program."
        }
    }

    /// What the system's most common refusals mean for a wallet file.
    private static func systemSentence(_ number: Int32) -> String {
        switch number {
        case ENOSPC, EDQUOT: "The wallet was not saved: the disk is full."
        case EROFS: "The wallet was not saved: the disk cannot be written to."
        case EACCES, EPERM: "You do not have permission to read or write the wallet file."
        case EIO: "The disk failed to read or write the wallet file."
        default: "The system could not read or write the wallet file (error \(number))."
        }
    }
}
