internal import Primitives

/// How the key of a key file is derived from its passphrase; the parameters are within bounds.
enum KeystoreKey: Sendable {
    case scrypt(n: UInt64, r: UInt32, p: UInt32, count: Int, salt: [UInt8])
    case pbkdf2(rounds: UInt32, count: Int, salt: [UInt8])

    /// The maximum memory that a file may require, in bytes.
    private static let mostMemory: UInt64 = 1 << 30

    /// The maximum work of scrypt that a file may require: blocks times p, 16 times that of geth's files.
    private static let mostWork: UInt64 = 1 << 25

    /// The maximum number of PBKDF2 rounds that a file may require.
    private static let mostRounds: UInt64 = 10_000_000

    /// Checks the parameters of a file.
    ///
    /// - Throws: ``KeyError/malformedKeystore`` for parameters that the functions do not allow, or
    ///   ``KeyError/keystoreCostOutOfBounds``.
    init(name: String, parameters: KeystoreDocument.Parameters) throws(KeyError) {
        guard let salt = Hex.decode(parameters.salt), (1...256).contains(salt.count),
            (32...64).contains(parameters.dklen)
        else { throw .malformedKeystore }
        switch name {
        case "scrypt":
            guard let n = parameters.n, let r = parameters.r, let p = parameters.p, n >= 2, r > 0, p > 0,
                n.nonzeroBitCount == 1
            else { throw .malformedKeystore }
            guard n <= 1 << 24, r <= 64, p <= 1_024, 128 * n * r <= Self.mostMemory, n * r * p <= Self.mostWork else {
                throw .keystoreCostOutOfBounds
            }
            // No trap: at most 64 and 1,024, held against both above.
            self = .scrypt(n: n, r: UInt32(r), p: UInt32(p), count: parameters.dklen, salt: salt)
        case "pbkdf2":
            guard let rounds = parameters.c, rounds > 0, parameters.prf == "hmac-sha256" else {
                throw .malformedKeystore
            }
            guard rounds <= Self.mostRounds else { throw .keystoreCostOutOfBounds }
            // No trap: held against the most rounds above.
            self = .pbkdf2(rounds: UInt32(rounds), count: parameters.dklen, salt: salt)
        default:
            throw .malformedKeystore
        }
    }

    /// The key derived from `passphrase`.
    ///
    /// Slow.
    func derive(_ passphrase: borrowing SecretBytes) throws(KeyError) -> SecretBytes {
        switch self {
        case .scrypt(let n, let r, let p, let count, let salt):
            try Scrypt.derive(passphrase: passphrase, salt: salt, n: n, r: r, p: p, count: count)
        case .pbkdf2(let rounds, let count, let salt):
            PBKDF2SHA256.derive(passphrase: passphrase, salt: salt, rounds: rounds, count: count)
        }
    }
}
