/// Why the vault could not do what it was asked.
///
/// No case carries a secret, nor a part of one: a position in a phrase, never the word that stands there.
public enum KeyError: Error, Hashable, Sendable {
    /// Something of fixed size came with another size; all in bytes.
    case wrongSize(expected: Int, got: Int)

    /// The bytes are no text in UTF-8.
    case malformedText

    /// The system gave no random bytes.
    case noRandomness

    /// There is not enough memory for the work that makes guessing slow.
    case notEnoughMemory

    // MARK: Phrases

    /// Entropy of a phrase must be 16, 20, 24, 28 or 32 bytes long.
    case wrongEntropySize(Int)

    /// A phrase must have 12, 15, 18, 21 or 24 words.
    case wrongWordCount(Int)

    /// The word at `position`, counted from one, is not in the list of `language`, which has most of the others.
    case unknownWord(position: Int, language: Language)

    /// All words are in the list of `language` but they do not belong together.
    case wrongPhraseChecksum(language: Language)

    /// The text is longer than any phrase can be.
    case phraseTooLong

    // MARK: Keys

    /// A seed must be 16 to 64 bytes long.
    case wrongSeedSize(Int)

    /// The bytes are no private key: zero, or not below the order of the group.
    case unusableKey

    /// The text is no private key: 64 hexadecimal digits, with `0x` or without.
    case malformedKey

    /// The child at this index does not exist; about one in 2^127 (BIP-32, "Child key derivation").
    case unusableChild(index: UInt32)

    /// The text is no derivation path.
    case malformedPath

    /// A derivation path has an index of 2^31 or more, or more than 255 steps.
    case pathOutOfRange

    /// A hardened child was asked of a public key.
    case hardenedChildOfPublicKey

    /// The text is not Base58, or too long to be looked at.
    case malformedBase58

    /// The last four bytes of Base58Check text do not match the rest.
    case wrongBase58Checksum

    /// The extended key is not one of BIP-32.
    case malformedExtendedKey

    /// The extended key is of another network, or private where a public one is expected, or the reverse.
    case wrongExtendedKeyVersion

    /// The bytes are no point of the curve in the encodings of SEC 1 (33 or 65 bytes).
    case malformedPublicKey

    /// The bytes are no signature: wrong form, or r or s outside 1 up to the order of the group.
    case malformedSignature

    /// No public key could have made this signature over this digest.
    case unrecoverable

    // MARK: Vaults

    /// The vault is locked.
    case locked

    /// The passphrase is wrong, or somebody changed the file with care.
    case wrongPassphrase

    /// Too many wrong passphrases: the next is heard after so many seconds.
    case tooManyAttempts(seconds: Int)

    /// The passphrase is too easy to guess.
    case weakPassphrase(PassphraseWeakness)

    /// The name is empty, too long, or has marks that cannot be seen.
    case malformedName

    /// The vault's contents do not allow this change.
    case refusedChange(VaultRefusal)

    /// A key was asked for that this vault does not hold: a vault of one imported key has only the path `m`.
    case noKeyAtPath

    /// The vault holds one imported key and no phrase.
    case noPhrase

    /// The file is damaged, or no vault.
    case damagedVault

    /// The file was written by a later version of the program.
    case laterVaultVersion

    /// The file asks for work outside the limits; it was changed, or made by something else.
    case vaultCostOutOfBounds

    /// The file or its folder is not as a vault's must be, and was not touched.
    case unsafeFile(FileFault)

    /// The file changed on disk since it was unlocked.
    case changedElsewhere

    /// Another program is writing the vault.
    case busy

    /// The system refused to read or write; the number is its own (`errno`).
    case system(Int32)

    /// What was written could not be read back; the vault on disk is the one before.
    case notWritten

    // MARK: Web3 secret storage

    /// The text is no Web3 secret storage of version 3.
    case malformedKeystore

    /// The Web3 secret storage asks for work outside the limits.
    case keystoreCostOutOfBounds
}
