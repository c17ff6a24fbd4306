internal import CNettle
internal import Primitives

/// PBKDF2 with HMAC-SHA-256 (RFC 8018, section 5.2), for Web3 key files.
public enum PBKDF2SHA256 {
    /// Derives `count` bytes from `passphrase` and `salt` in `rounds` rounds (at least one).
    public static func derive(
        passphrase: borrowing SecretBytes, salt: [UInt8], rounds: UInt32, count: Int
    ) -> SecretBytes {
        precondition(rounds > 0)  // No trap: a keystore without rounds is refused.
        // nettle leaves copies on the stack.
        defer { CallStack.wipe() }
        return SecretBytes(count: count) { key in
            guard !key.isEmpty else { return }
            passphrase.withUnsafeBytes {
                nettle_pbkdf2_hmac_sha256(
                    $0.count, $0.octets, rounds, salt.count, salt, key.count, key.octets)
            }
        }
    }
}
