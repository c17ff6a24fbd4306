/// What a vault holds.
public enum VaultKind: Hashable, Sendable {
    /// A recovery phrase of so many words; `hasExtraWord` where a BIP-39 passphrase belongs to it.
    case phrase(wordCount: Int, language: Language, hasExtraWord: Bool)

    /// One imported private key.
    case key
}
