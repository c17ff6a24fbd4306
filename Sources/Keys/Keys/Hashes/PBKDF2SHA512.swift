internal import CNettle
internal import Primitives

/// PBKDF2 with HMAC-SHA-512 (RFC 8018, section 5.2).
public enum PBKDF2SHA512 {
    /// Derives `count` bytes from `password` and `salt` in `rounds` rounds (at least one).
    public static func derive(
        password: some Sequence<UInt8>, salt: some Sequence<UInt8>, rounds: UInt32, count: Int
    ) -> SecretBytes {
        password.withContiguousBytes { password in
            salt.withContiguousBytes { salt in
                derive(password: password, salt: salt, rounds: rounds, count: count)
            }
        }
    }

    static func derive(
        password: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, rounds: UInt32, count: Int
    ) -> SecretBytes {
        precondition(rounds > 0)  // No trap: the callers' own constants.
        // nettle leaves copies on the stack.
        defer { CallStack.wipe() }
        return SecretBytes(count: count) { key in
            guard !key.isEmpty else { return }
            nettle_pbkdf2_hmac_sha512(
                password.count, password.octets, rounds, salt.count, salt.octets, key.count, key.octets)
        }
    }
}
