public import Primitives

/// Why an operation of the vault failed.
///
/// No case contains any part of a secret: for example the position of a word in a phrase, but never the word.
public enum KeyError: Error, Hashable, Sendable {
    /// A value of fixed size has another size; both in bytes.
    case wrongSize(expected: Int, got: Int)

    /// The bytes are not valid UTF-8.
    case malformedText

    /// The system could not generate random bytes.
    case noRandomness

    /// There is not enough memory for the key derivation.
    case notEnoughMemory

    // MARK: Phrases

    /// The entropy of a phrase must have 16, 20, 24, 28 or 32 bytes.
    case wrongEntropySize(Int)

    /// A phrase must have 12, 15, 18, 21 or 24 words.
    case wrongWordCount(Int)

    /// The word at `position`, counted from one, is not in the list of `language`, which has most of the other words.
    case unknownWord(position: Int, language: Language)

    /// All words are in the list of `language`, but their checksum is wrong.
    case wrongPhraseChecksum(language: Language)

    /// The text is longer than any phrase.
    case phraseTooLong

    /// The words are not a seed of Electrum, or one of a kind that needs a service.
    case noElectrumSeed

    /// The words are a recovery phrase of BIP-39, and not a seed of Electrum.
    case phraseInsteadOfSeed

    /// The words are a seed of Electrum for two-factor authentication, whose coins need a key of a service.
    case twoFactorSeed

    // MARK: Keys

    /// A seed must have 16 to 64 bytes.
    case wrongSeedSize(Int)

    /// The bytes are not a valid private key: zero, or not below the order of the group.
    case unusableKey

    /// The text is not a private key: 64 hexadecimal digits, with or without `0x`.
    case malformedKey

    /// The key is for a test network, or its public key is written in 65 bytes: a wallet does not show its addresses.
    case unusualKey

    /// The child at this index does not exist; the probability is about 2^-127 (BIP-32, "Child key derivation").
    case unusableChild(index: UInt32)

    /// The text is not a valid derivation path.
    case malformedPath

    /// A derivation path has an index of 2^31 or more, or more than 255 steps.
    case pathOutOfRange

    /// A hardened child of a public key was requested.
    case hardenedChildOfPublicKey

    /// The extended key does not match BIP-32.
    case malformedExtendedKey

    /// The extended key belongs to another network, or is private instead of public, or the reverse.
    case wrongExtendedKeyVersion

    /// A public value inside is malformed.
    case primitive(PrimitiveError)

    // MARK: Vaults

    /// The vault is locked.
    case locked

    /// The passphrase is wrong, or the file was deliberately modified.
    case wrongPassphrase

    /// Too many wrong passphrases: the next attempt is possible after this many seconds.
    case tooManyAttempts(seconds: Int)

    /// The passphrase is too easy to guess.
    case weakPassphrase(PassphraseWeakness)

    /// The name is empty, too long, or has invisible characters.
    case malformedName

    /// The contents of the vault do not allow this change.
    case refusedChange(VaultRefusal)

    /// The vault does not have the requested key: a vault of one imported key only has the path `m`.
    case noKeyAtPath

    /// The vault has an imported key and no phrase.
    case noPhrase

    /// The file is damaged, or is not a vault.
    case damagedVault

    /// The file was written by a later version of the program.
    case laterVaultVersion

    /// The file's key derivation cost is outside the limits; it was modified, or not made by this program.
    case vaultCostOutOfBounds

    /// The file or its folder does not have the properties that a vault requires, and was not touched.
    case unsafeFile(FileFault)

    /// The file changed on disk since it was unlocked.
    case changedElsewhere

    /// Another program is writing the vault.
    case busy

    /// The folder with this path could not be created or opened, so that there can be no wallet; with the system's error code
    /// (`errno`).
    case unusableFolder(path: String, Int32)

    /// The system failed to read or write; the number is its error code (`errno`).
    case system(Int32)

    /// The written file could not be read back; the vault on disk is the previous one.
    case notWritten

    /// The data was not encrypted by this vault for this purpose, or was changed.
    case sealedElsewhere

    // MARK: Web3 secret storage

    /// The text is not valid Web3 secret storage of version 3.
    case malformedKeystore

    /// The key derivation cost of the Web3 secret storage is outside the limits.
    case keystoreCostOutOfBounds
}

extension KeyError {
    /// Runs `read`, and throws its error as one of this module.
    static func from<Value>(_ read: () throws(PrimitiveError) -> Value) throws(KeyError) -> Value {
        do throws(PrimitiveError) { return try read() } catch { throw .primitive(error) }
    }
}
