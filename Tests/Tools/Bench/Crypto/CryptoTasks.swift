import Bridge
import CryptoPeer
import Ethereum
import Foundation
import Keys
import Primitives

/// The work that is measured.
enum CryptoTasks {
    private static let key = [UInt8](repeating: 0, count: 31) + [0x2A]
    private static let small = [UInt8](repeating: 0, count: 64)
    private static let big = [UInt8](repeating: 0, count: 1 << 20)

    /// A message of the largest size, full of the words that are searched for.
    private static let message = String(
        String(repeating: "wants you to sign in with your Ethereum account: ", count: 20_000).prefix(940_000))

    /// All of it; `text` is the message of EIP-712.
    static func all(typedData text: String) -> [CryptoTask] {
        [
            CryptoTask(
                name: "ECDSA, sign a digest", word: "sign", count: 400, goal: .ratioAtMost(1.2), trusted: sign,
                bare: signInC),
            CryptoTask(
                name: "Keccak-256 of 1 MiB", word: "keccak-big", count: 8, bytes: big.count,
                goal: .ratioAtLeast(0.8), trusted: { hash($0, big) }, bare: { hashInC($0, big) }),
            CryptoTask(
                name: "Keccak-256 of 64 bytes", word: "keccak-small", count: 20_000, bytes: 64,
                goal: .ratioAtLeast(0.8), trusted: { hash($0, small) }, bare: { hashInC($0, small) }),
            CryptoTask(name: "EIP-712, read and hash", word: "typed-hash", count: 300) { count in
                try last(count) { _ in try TypedData(JSON(parsing: text)).digest.bytes }
            },
            CryptoTask(name: "EIP-712, read, hash and sign", word: "typed-sign", count: 200) { count in
                let key = try PrivateKey(SecretBytes(copying: key))
                return try last(count) { _ in try key.sign(TypedData(JSON(parsing: text)).digest).encoded }
            },
            CryptoTask(
                name: "message of 0.94 MB, examined and hashed", word: "message", count: 1, bytes: message.utf8.count
            ) { count in
                last(count) { _ in
                    let message = PersonalMessage(text: message)
                    // What its words mean is found out at the first question.
                    _ = message.suspicions
                    return message.digest.bytes
                }
            },
            CryptoTask(name: "address of a key", word: "address", count: 300, trusted: addresses, bare: addressesInC),
            CryptoTask(name: "address at m/44'/60'/0'/0/i", word: "derive", count: 60) { count in
                let root = try HDKey(seed: SecretBytes(copying: 0..<64))
                return try last(count) { number in
                    let path = try DerivationPath("m/44'/60'/0'/0/\(number)")
                    return try EthereumAddress(root.derived(path).privateKey.publicKey()).bytes
                }
            },
        ]
    }

    private static func last(_ count: Int, _ body: (Int) throws -> [UInt8]) rethrows -> [UInt8] {
        var result: [UInt8] = []
        for number in 0..<count { result = try body(number) }
        return result
    }

    /// `number` in 32 bytes, big-endian.
    private static func digest(_ number: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: 24) + withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) }
    }

    private static func sign(_ count: Int) throws -> [UInt8] {
        let key = try PrivateKey(SecretBytes(copying: key))
        return try last(count) { number in
            let signed = try key.sign(Digest32(digest(number)))
            return signed.signature.compact + [signed.recoveryID]
        }
    }

    private static func signInC(_ count: Int) throws -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: 65)
        guard peer_sign(key, count, &signature) == count else { throw BenchError("C does not sign") }
        return signature
    }

    private static func hash(_ count: Int, _ input: [UInt8]) -> [UInt8] {
        var (input, result) = (input, Keccak256.hash([]))
        for _ in 0..<count {
            result = Keccak256.hash(input)
            // The next input depends on what came out, so that no hash can be left out.
            input[0] = result.withUnsafeBytes { $0[0] }
        }
        return result.bytes
    }

    private static func hashInC(_ count: Int, _ input: [UInt8]) -> [UInt8] {
        var input = input
        var result = [UInt8](repeating: 0, count: 32)
        peer_hash(&input, input.count, count, &result)
        return result
    }

    private static func addresses(_ count: Int) throws -> [UInt8] {
        try last(count) { number in
            try EthereumAddress(PrivateKey(SecretBytes(copying: digest(number + 1))).publicKey()).bytes
        }
    }

    private static func addressesInC(_ count: Int) throws -> [UInt8] {
        var address = [UInt8](repeating: 0, count: 20)
        guard peer_addresses(count, &address) == count else { throw BenchError("C has no address") }
        return address
    }
}
