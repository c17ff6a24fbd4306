internal import Glibc
internal import Messages
internal import Primitives

extension KeyError: CustomStringConvertible {
    /// A sentence for the user.
    public var description: String {
        switch self {
        case .wrongSize(let expected, let got):
            localized("This must be \(expected, as: "expected") bytes long, but it is \(got, as: "size").")
        case .malformedText: localized("This is not UTF-8 text.")
        case .noRandomness: localized("The system provided no random bytes, so no key can be created.")
        case .notEnoughMemory: localized("There is not enough free memory to work with this passphrase.")
        case .wrongEntropySize: localized("The entropy of a recovery phrase must be 16, 20, 24, 28 or 32 bytes long.")
        case .wrongWordCount(let count):
            localized(
                "A recovery phrase has 12, 15, 18, 21 or 24 words, but this one has \(count, as: "count").")
        case .unknownWord(let position, let language):
            localized("Word \(position, as: "position") is not in the \(language.name, as: "language") word list.")
        case .wrongPhraseChecksum(let language):
            localized(
                """
                Every word is in the \(language.name, as: "language") word list, but the checksum does not \
                match: a word is wrong, or two words are swapped.
                """)
        case .phraseTooLong: localized("This text is too long for a recovery phrase.")
        case .noElectrumSeed: localized("These words are not a seed of Electrum.")
        case .phraseInsteadOfSeed:
            localized(
                "These words are a recovery phrase (BIP-39), not a seed of Electrum. Choose the number of words instead."
            )
        case .twoFactorSeed:
            localized(
                """
                This seed is for two-factor authentication: a service has another key of its coins. Send the coins to \
                this wallet with Electrum.
                """)
        case .wrongSeedSize: localized("A seed must be 16 to 64 bytes long.")
        case .unusableKey: localized("This is not a valid private key.")
        case .malformedKey: localized("A private key has 64 hexadecimal digits, or is in the wallet import format.")
        case .unusualKey:
            localized("This key is for a test network or for old addresses. Sweep it to another wallet instead.")
        case .unusableChild(let index):
            localized("There is no key at index \(index, as: "index"); the next one can be used.")
        case .malformedPath: localized("A derivation path looks like m/44'/60'/0'/0/0.")
        case .pathOutOfRange: localized("The derivation path has an index or a length beyond what BIP-32 allows.")
        case .hardenedChildOfPublicKey: localized("A hardened key cannot be derived from a public key.")
        case .malformedExtendedKey: localized("This is not an extended key.")
        case .wrongExtendedKeyVersion: localized("This extended key is for a different type or network.")
        case .primitive(let error): Self.sentence(for: error)
        case .locked: localized("The wallet is locked.")
        case .wrongPassphrase: localized("This passphrase does not open the wallet.")
        case .tooManyAttempts(let seconds):
            localized(
                "Too many wrong passphrases. Wait \(seconds, as: "count") second.",
                plural: "Too many wrong passphrases. Wait \(seconds, as: "count") seconds.", count: seconds)
        case .weakPassphrase(let weakness): weakness.sentence
        case .malformedName: localized("A name has 1 to 64 bytes and no invisible characters.")
        case .refusedChange(let refusal): refusal.sentence
        case .noKeyAtPath: localized("This wallet has no key at this path.")
        case .noPhrase: localized("This wallet has no recovery phrase.")
        case .damagedVault: localized("The wallet file is damaged, or is not a wallet file. It was not changed.")
        case .laterVaultVersion: localized("The wallet file was written by a later version of this program.")
        case .vaultCostOutOfBounds:
            localized("The key derivation of the wallet file is outside the limits of this program.")
        case .unsafeFile(let fault): fault.sentence
        case .changedElsewhere:
            localized("The wallet file was changed by another program. Lock the wallet and unlock it again.")
        case .busy: localized("Another program is writing the wallet file.")
        case .unusableFolder(let path, let number):
            localized(
                """
                The folder \(path, as: "path") cannot be used: \(String(cString: strerror(number)), as: "reason"). Make it a \
                folder that you can read and write, or set XDG_DATA_HOME to another one.
                """)
        case .system(let number): Self.systemSentence(number)
        case .notWritten: localized("The wallet file could not be written. The previous one is unchanged.")
        case .sealedElsewhere: localized("This data was encrypted by another wallet, or was changed.")
        case .malformedKeystore: localized("This is not a keystore file (Web3 secret storage, version 3).")
        case .keystoreCostOutOfBounds:
            localized("The key derivation of the keystore file exceeds the limits of this program.")
        }
    }

    private static func sentence(for error: PrimitiveError) -> String {
        switch error {
        case .wrongSize(let expected, let got):
            localized("This must be \(expected, as: "expected") bytes long, but it is \(got, as: "size").")
        case .malformedBase58: localized("This text is not valid Base58.")
        case .wrongBase58Checksum: localized("The checksum of this text is wrong; it may have been mistyped.")
        case .malformedPublicKey: localized("These bytes are not a valid public key.")
        case .malformedSignature: localized("These bytes are not a valid signature.")
        case .unrecoverable: localized("No key can have made this signature.")
        case .file(.missing): localized("The file does not exist.")
        case .file(.otherKind): localized("The file is not a regular file.")
        case .file(.tooLarge): localized("The file is too long.")
        case .file(.system(let number)):
            localized("The file cannot be read (error \(number, as: "number")).")
        }
    }

    /// The meaning of the system's most common errors for a wallet file.
    private static func systemSentence(_ number: Int32) -> String {
        switch number {
        case ENOSPC, EDQUOT: localized("The wallet was not saved: the disk is full.")
        case EROFS: localized("The wallet was not saved: the disk is read-only.")
        case EACCES, EPERM: localized("You do not have permission to read or write the wallet file.")
        case EIO: localized("The disk failed to read or write the wallet file.")
        default: localized("The system could not read or write the wallet file (error \(number, as: "number")).")
        }
    }
}
