import Foundation
import Keys
import WalletCore

/// A wallet on disk that was restored from a seed of Electrum, and opened again from its file.
struct ElectrumVault {
    private static let passphrase = SecretBytes(copying: "quiet river forty lamps".utf8)

    /// The keys, as after a restart of the program.
    let vault: Vault

    /// The account that the window makes of it.
    let account: Account

    init(_ words: String, extended by: String = "", _ use: Account.ElectrumUse) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("seeds-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = try VaultFolder(path: path, policy: .forTests)
        try folder.create(
            name: VaultName("Seed"), electrumSeed: SecretBytes(copying: words.utf8),
            extraWords: SecretBytes(copying: by.utf8), passphrase: Self.passphrase
        ).lock()
        guard let entry = try folder.entries().first else { throw KeyError.unsafeFile(.missing) }
        vault = try folder.open(entry)
        try vault.unlock(passphrase: Self.passphrase)
        account = Account(name: "Seed", index: 0, electrum: use)
    }
}
