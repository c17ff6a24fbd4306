internal import Primitives

/// PBKDF2 with HMAC-SHA-512 (RFC 8018, section 5.2).
///
/// Implemented here because nettle's version leaves the derived key on the stack.
public enum PBKDF2SHA512 {
    /// Derives `count` bytes from `password` and `salt` in `rounds` rounds (at least one).
    public static func derive(
        password: some Sequence<UInt8>, salt: some Sequence<UInt8>, rounds: Int, count: Int
    ) -> SecretBytes {
        password.withContiguousBytes { password in
            salt.withContiguousBytes { salt in
                derive(password: password, salt: salt, rounds: rounds, count: count)
            }
        }
    }

    static func derive(
        password: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, rounds: Int, count: Int
    ) -> SecretBytes {
        precondition(rounds > 0 && count >= 0)
        var mac = HMACSHA512(key: password)
        var key = SecretBytes(count: count)
        var round = SecretBytes(count: HMACSHA512.size)
        key.withUnsafeMutableBytes { key in
            round.withUnsafeMutableBytes { round in
                for start in stride(from: 0, to: count, by: HMACSHA512.size) {
                    let block = UnsafeMutableRawBufferPointer(
                        rebasing: key[start..<min(start + HMACSHA512.size, count)])
                    mac.update(salt)
                    withUnsafeBytes(of: UInt32(start / HMACSHA512.size + 1).bigEndian) { mac.update($0) }
                    mac.finish(into: round)
                    block.copyMemory(from: UnsafeRawBufferPointer(rebasing: round[..<block.count]))
                    for _ in 1..<rounds {
                        mac.update(UnsafeRawBufferPointer(round))
                        mac.finish(into: round)
                        for index in block.indices { block[index] ^= round[index] }
                    }
                }
            }
        }
        return key
    }
}
