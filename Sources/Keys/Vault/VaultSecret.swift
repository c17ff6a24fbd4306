/// The secret of a vault: a phrase, or one private key.
struct VaultSecret: ~Copyable, Sendable {
    /// The language of the phrase; `nil` if the secret is a private key.
    let language: Language?

    /// The entropy of the phrase, or the 32 bytes of the private key.
    let bytes: SecretBytes

    /// The decomposed BIP-39 passphrase, or an empty one.
    let extraWord: SecretBytes

    /// Creates the secret of a phrase.
    init(language: Language, entropy: consuming SecretBytes, extraWord: consuming SecretBytes) {
        self.language = language
        bytes = entropy
        self.extraWord = extraWord
    }

    /// Creates the secret of a private key.
    init(key: consuming SecretBytes) {
        language = nil
        bytes = key
        extraWord = SecretBytes(count: 0)
    }

    var kind: VaultKind {
        guard let language else { return .key }
        return .phrase(wordCount: bytes.count * 3 / 4, language: language, hasExtraWord: extraWord.count > 0)
    }

    /// The phrase.
    ///
    /// - Throws: ``KeyError/noPhrase``.
    borrowing func phrase() throws(KeyError) -> Mnemonic {
        guard let language else { throw .noPhrase }
        return try Mnemonic(entropy: bytes, language: language)
    }

    /// The root of the derivation: the seed of the phrase, or the private key itself.
    borrowing func root() throws(KeyError) -> SecretBytes {
        guard language != nil else { return bytes.duplicate() }
        return try phrase().seed(passphrase: extraWord)
    }
}
