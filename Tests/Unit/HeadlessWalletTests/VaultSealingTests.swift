import Foundation
import HeadlessWallet
import Keys
import Testing
import WalletConnect

@Suite struct VaultSealingTests {
    private let secret = Array("32 bytes that nobody may read...".utf8)

    private func vault(_ name: String) throws -> Vault {
        let path = FileManager.default.temporaryDirectory.appending(path: "sealing-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try VaultFolder(path: path, policy: .forTests).create(
            name: VaultName(name), phrase: Mnemonic(randomWords: 12),
            passphrase: SecretBytes(copying: Array("quiet river forty lamps".utf8)))
    }

    private func seal(_ sealing: VaultSealing) throws(WalletConnectError) -> [UInt8] {
        let copy = SecretBytes(copying: secret)
        return try copy.withUnsafeBytes { bytes throws(WalletConnectError) in try sealing.seal(bytes) }
    }

    private func open(_ sealed: [UInt8], _ sealing: VaultSealing) throws(WalletConnectError) -> [UInt8] {
        try sealing.open(sealed) { Array($0) }
    }

    @Test func `keys of sessions are sealed by the wallet in use, and closed without it, locked, or with another`()
        throws
    {
        let sealing = VaultSealing()
        #expect(throws: WalletConnectError.session(.locked)) { _ = try seal(sealing) }
        let (first, second) = (try vault("First"), try vault("Second"))
        sealing.use(first)
        let sealed = try seal(sealing)
        #expect(try open(sealed, sealing) == secret)
        sealing.use(second)
        #expect(throws: WalletConnectError.session(.locked)) { _ = try open(sealed, sealing) }
        sealing.use(first)
        #expect(try open(sealed, sealing) == secret)
        first.lock()
        #expect(throws: WalletConnectError.session(.locked)) { _ = try open(sealed, sealing) }
        #expect(throws: WalletConnectError.session(.locked)) { _ = try seal(sealing) }
        sealing.use(nil)
        #expect(throws: WalletConnectError.session(.locked)) { _ = try open(sealed, sealing) }
    }
}
