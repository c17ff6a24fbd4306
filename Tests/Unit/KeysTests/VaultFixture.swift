import Foundation
import Synchronization

@testable import Keys

/// A folder of cheap vaults for one test, with a manual clock.
final class VaultFixture: Sendable {
    static let passphrase = "quiet river forty lamps"
    static let phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow"

    let path: String
    private let time = Mutex(ContinuousClock.now)

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("vaults-\(UUID().uuidString)").path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The folder, with `disk` as its file system.
    func folder(disk: any VaultDisk = SystemDisk()) throws -> VaultFolder {
        try VaultFolder(path: path, policy: .forTests, disk: disk) { [self] in time.withLock { $0 } }
    }

    /// Advances the clock.
    func wait(_ duration: Duration) {
        time.withLock { $0 += duration }
    }

    /// An unlocked vault with the well-known phrase.
    func vault(named name: String = "Savings", disk: any VaultDisk = SystemDisk()) throws -> Vault {
        try folder(disk: disk).create(
            name: VaultName(name), phrase: Mnemonic(Self.phrase), passphrase: Self.secret(Self.passphrase))
    }

    /// The same vault, read from disk and locked.
    func again(disk: any VaultDisk = SystemDisk()) throws -> Vault {
        let folder = try folder(disk: disk)
        guard let entry = try folder.entries().first else { throw KeyError.unsafeFile(.missing) }
        return try folder.open(entry)
    }

    func url(_ file: String) -> URL {
        URL(fileURLWithPath: path).appendingPathComponent(file)
    }

    func bytes(_ file: String = "savings.vault") throws -> [UInt8] {
        try Array(Data(contentsOf: url(file)))
    }

    func write(_ bytes: [UInt8], to file: String = "savings.vault", mode: Int = 0o600) throws {
        try Data(bytes).write(to: url(file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url(file).path)
    }

    static func secret(_ text: String) -> SecretBytes {
        SecretBytes(copying: text.utf8)
    }
}

extension Vault {
    /// Unlocks with the passphrase of the stage, or with another one.
    func unlock(_ text: String = VaultFixture.passphrase) throws(KeyError) {
        try unlock(passphrase: VaultFixture.secret(text))
    }
}
