/// The kind of secret in a vault.
public enum VaultKind: Hashable, Sendable {
    /// A recovery phrase with this number of words; `hasExtraWord` tells whether it has a BIP-39 passphrase.
    case phrase(wordCount: Int, language: Language, hasExtraWord: Bool)

    /// One imported private key.
    case key
}
