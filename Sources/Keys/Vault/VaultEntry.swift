/// A vault file in a folder, as far as it can be known without its passphrase.
public struct VaultEntry: Hashable, Sendable {
    /// The file's name in the folder.
    public let file: String

    /// The wallet's name as the file says it; believed only after unlocking.
    public let name: VaultName?

    /// Why the file cannot be opened; `nil` where it may.
    public let fault: KeyError?
}
