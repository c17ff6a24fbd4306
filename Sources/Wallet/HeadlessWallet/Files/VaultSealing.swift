package import Keys
import Synchronization
package import WalletConnect

/// Encrypts the keys of WalletConnect's sessions with the vault in use, so that they can be read only while it is
/// unlocked.
///
/// The keys of sessions that another wallet has approved stay closed, and so do the sessions.
package final class VaultSealing: KeySealing {
    private let vault = Mutex<Vault?>(nil)

    /// Creates a sealing without a vault.
    package init() {}

    /// What the keys of the vault are used for.
    private static let purpose = "WalletConnect"

    /// Uses another vault from now on; none for a wallet without one.
    package func use(_ vault: Vault?) { self.vault.withLock { $0 = vault } }

    package func seal(_ secret: UnsafeRawBufferPointer) throws(WalletConnectError) -> [UInt8] {
        guard let vault = vault.withLock({ $0 }) else { throw .session(.locked) }
        do throws(KeyError) {
            return try vault.seal(secret, for: Self.purpose)
        } catch {
            throw .session(.locked)
        }
    }

    package func open<Result>(
        _ sealed: [UInt8], _ use: (UnsafeRawBufferPointer) throws(WalletConnectError) -> Result
    ) throws(WalletConnectError) -> Result {
        guard let vault = vault.withLock({ $0 }), let secret = try? vault.open(sealed, for: Self.purpose) else {
            throw .session(.locked)
        }
        return try secret.withUnsafeBytes(use)
    }
}
