/// What is known about a vault file without its passphrase.
public struct VaultEntry: Hashable, Sendable {
    /// The file's name in the folder.
    public let file: String

    /// The wallet's name in the file; unverified until the vault is unlocked.
    public let name: VaultName?

    /// Why the file cannot be opened; `nil` if it can.
    public let fault: KeyError?

    /// What keeps the file from being opened, as a sentence that names the file; `nil` where nothing does.
    public var problem: String? {
        fault.map { "“\(file)” cannot be opened. \($0)" }
    }
}
