/// Why the vault could not do what it was asked.
///
/// No case carries a secret, nor a part of one: a position in a phrase, never the word that stands there.
public enum KeyError: Error, Hashable, Sendable {
    /// Something of fixed size came with another size; all in bytes.
    case wrongSize(expected: Int, got: Int)

    /// Entropy of a phrase must be 16, 20, 24, 28 or 32 bytes long.
    case wrongEntropySize(Int)

    /// A phrase must have 12, 15, 18, 21 or 24 words.
    case wrongWordCount(Int)

    /// The word at `position`, counted from one, is not in the word list.
    case unknownWord(position: Int)

    /// All words are known but they do not belong together.
    case wrongPhraseChecksum

    /// The text is longer than any phrase can be.
    case phraseTooLong

    /// A seed must be 16 to 64 bytes long.
    case wrongSeedSize(Int)

    /// The bytes are no private key: zero, or not below the order of the group.
    case unusableKey

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
}

extension KeyError: CustomStringConvertible {
    /// A sentence for the user.
    public var description: String {
        switch self {
        case .wrongSize(let expected, let got): "This must be \(expected) bytes long, but it is \(got)."
        case .wrongEntropySize: "The entropy of a phrase must be 16, 20, 24, 28 or 32 bytes long."
        case .wrongWordCount(let count): "A phrase has 12, 15, 18, 21 or 24 words, but this one has \(count)."
        case .unknownWord(let position): "Word \(position) is not in the English word list."
        case .wrongPhraseChecksum:
            "Every word is in the list, but they do not belong together: one is wrong, or two changed places."
        case .phraseTooLong: "This text is too long to be a phrase."
        case .wrongSeedSize: "A seed must be 16 to 64 bytes long."
        case .unusableKey: "These bytes are no private key."
        case .unusableChild(let index): "There is no key at index \(index); the next one can be used."
        case .malformedPath: "A derivation path looks like m/44'/60'/0'/0/0."
        case .pathOutOfRange: "The derivation path has an index or a length beyond what BIP-32 allows."
        case .hardenedChildOfPublicKey: "A hardened key cannot be derived from a public key."
        case .malformedBase58: "This text is not Base58."
        case .wrongBase58Checksum: "The checksum of this text is wrong; it may have been mistyped."
        case .malformedExtendedKey: "This is no extended key."
        case .wrongExtendedKeyVersion: "This extended key is of another kind or network."
        case .malformedPublicKey: "These bytes are no public key."
        case .malformedSignature: "These bytes are no signature."
        case .unrecoverable: "No key can have made this signature."
        }
    }
}
