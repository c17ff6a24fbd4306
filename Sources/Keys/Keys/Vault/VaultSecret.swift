/// The secret of a vault: a phrase, a seed of Electrum, or one private key.
struct VaultSecret: ~Copyable, Sendable {
    /// What ``bytes`` are.
    enum Form: Hashable, Sendable {
        /// The entropy of a phrase in this language.
        case phrase(Language)
        /// The words of a seed of Electrum as they are hashed.
        case electrum(ElectrumSeed.Kind)
        /// The words of a seed of Electrum before version 2.0, in lower case with single spaces.
        case oldElectrum
        /// The 32 bytes of a private key.
        case key
    }

    let form: Form

    /// The secret itself, as ``form`` says.
    let bytes: SecretBytes

    /// The decomposed BIP-39 passphrase, the words that extend a seed of Electrum as they are hashed, or nothing.
    let extraWord: SecretBytes

    /// Creates the secret of a phrase.
    init(language: Language, entropy: consuming SecretBytes, extraWord: consuming SecretBytes) {
        form = .phrase(language)
        bytes = entropy
        self.extraWord = extraWord
    }

    /// Creates the secret of a private key.
    init(key: consuming SecretBytes) {
        form = .key
        bytes = key
        extraWord = SecretBytes(count: 0)
    }

    /// Reads a seed of Electrum of any version, as Electrum does: words that are a seed of both are an old one.
    ///
    /// - Throws: ``KeyError/noElectrumSeed`` also for an old seed with an extension, or what ``ElectrumSeed`` throws.
    init(electrum text: borrowing SecretBytes, extension extra: borrowing SecretBytes) throws(KeyError) {
        let extraWord = try extra.withUnsafeBytes { text throws(KeyError) in try ElectrumSeed.normalized(text) }
        guard extraWord.count <= VaultContents.longestExtraWord else { throw .phraseTooLong }
        if extraWord.count == 0, let old = try? OldElectrumSeed(utf8: text) {
            form = .oldElectrum
            bytes = old.words.duplicate()
        } else {
            let seed = try ElectrumSeed(utf8: text)
            form = .electrum(seed.kind)
            bytes = seed.words.duplicate()
        }
        self.extraWord = extraWord
    }

    var kind: VaultKind {
        switch form {
        case .phrase(let language):
            .phrase(wordCount: bytes.count * 3 / 4, language: language, hasExtraWord: extraWord.count > 0)
        case .electrum(let kind): .electrum(kind)
        case .oldElectrum: .oldElectrum
        case .key: .key
        }
    }

    /// The phrase.
    ///
    /// - Throws: ``KeyError/noPhrase``.
    borrowing func phrase() throws(KeyError) -> Mnemonic {
        guard case .phrase(let language) = form else { throw .noPhrase }
        return try Mnemonic(entropy: bytes, language: language)
    }

    /// The root of the derivation: the seed of the phrase or of Electrum, or the private key itself; slow for an old
    /// seed of Electrum, of which it is the master key.
    borrowing func root() throws(KeyError) -> SecretBytes {
        switch form {
        case .phrase: return try phrase().seed(passphrase: extraWord)
        case .electrum: return try ElectrumSeed(utf8: bytes).seed(passphrase: extraWord)
        case .oldElectrum:
            return try OldElectrumSeed(utf8: bytes).masterKey().withUnsafeBytes { SecretBytes(copying: $0) }
        case .key: return bytes.duplicate()
        }
    }
}
