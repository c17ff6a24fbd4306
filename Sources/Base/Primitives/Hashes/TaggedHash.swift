/// The tagged SHA-256 of BIP-340, which separates the purposes of hashes.
public enum TaggedHash {
    /// Hashes `bytes` for the purpose that `tag` names, such as `TapTweak`.
    public static func hash(_ tag: String, _ bytes: some Sequence<UInt8>) -> Digest32 {
        let prefix = SHA256.hash(tag.utf8).bytes
        return SHA256.hash(prefix + prefix + Array(bytes))
    }
}
