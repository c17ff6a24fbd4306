internal import Foundation
internal import Primitives

/// Files of Web3 secret storage, version 3: a private key encrypted with a passphrase, as written by geth and other
/// wallets.
///
/// https://ethereum.org/developers/docs/data-structures-and-encoding/web3-secret-storage
public enum Keystore {
    /// The maximum size of a file, in bytes.
    public static let longest = 16_384

    /// The private key in the JSON text `json`.
    ///
    /// Slow, depending on the parameters in the file.
    ///
    /// - Throws: ``KeyError/malformedKeystore``, ``KeyError/keystoreCostOutOfBounds``, ``KeyError/notEnoughMemory``, or
    ///   ``KeyError/wrongPassphrase``, also if the file was changed.
    public static func open(_ json: [UInt8], passphrase: borrowing SecretBytes) throws(KeyError) -> PrivateKey {
        guard json.count <= longest else { throw .malformedKeystore }
        let document: KeystoreDocument
        do { document = try JSONDecoder().decode(KeystoreDocument.self, from: Data(json)) } catch {
            throw .malformedKeystore
        }
        let parts = try document.checked()
        defer { CallStack.wipe() }
        let derived = try parts.key.derive(passphrase)
        let code = authenticationCode(of: parts.ciphertext, key: derived)
        guard code.matches(SecretBytes(copying: parts.code)) else { throw .wrongPassphrase }
        let scalar = derived.withUnsafeBytes { derived in
            parts.ciphertext.withContiguousBytes { text in
                AES128CTR.apply(
                    to: text, key: UnsafeRawBufferPointer(rebasing: derived[..<16]), counter: parts.counter)
            }
        }
        let key: PrivateKey
        do { key = try PrivateKey(Self.padded(scalar)) } catch { throw .malformedKeystore }
        if let address = parts.address {
            guard try Self.address(of: key) == address else { throw .malformedKeystore }
        }
        return key
    }

    /// Writes a file for `key`, with scrypt (N = 2^18, r = 8, p = 1) as geth does.
    ///
    /// Slow.
    ///
    /// - Throws: ``KeyError/noRandomness``, or ``KeyError/notEnoughMemory``.
    static func seal(_ key: borrowing PrivateKey, passphrase: borrowing SecretBytes) throws(KeyError) -> [UInt8] {
        defer { CallStack.wipe() }
        let salt = try SecretBytes(randomCount: 32).withUnsafeBytes { Array($0) }
        let counter = try SecretBytes(randomCount: 16).withUnsafeBytes { Array($0) }
        let derivation = KeystoreKey.scrypt(n: 262_144, r: 8, p: 1, count: 32, salt: salt)
        let derived = try derivation.derive(passphrase)
        let ciphertext = derived.withUnsafeBytes { derived in
            key.withUnsafeBytes { key in
                AES128CTR.apply(to: key, key: UnsafeRawBufferPointer(rebasing: derived[..<16]), counter: counter)
            }
        }.withUnsafeBytes { Array($0) }
        let code = authenticationCode(of: ciphertext, key: derived).withUnsafeBytes { Hex.encode($0) }
        let text = """
            {"version":3,"id":"\(UUID().uuidString.lowercased())","address":"\(Hex.encode(try address(of: key)))",\
            "crypto":{"cipher":"aes-128-ctr","cipherparams":{"iv":"\(Hex.encode(counter))"},\
            "ciphertext":"\(Hex.encode(ciphertext))","kdf":"scrypt","kdfparams":{"dklen":32,"n":262144,"r":8,"p":1,\
            "salt":"\(Hex.encode(salt))"},"mac":"\(code)"}}
            """
        return Array(text.utf8)
    }

    /// A key of 32 bytes, with the omitted leading zeros restored.
    private static func padded(_ scalar: borrowing SecretBytes) -> SecretBytes {
        scalar.withUnsafeBytes { scalar in
            SecretBytes(count: 32) { key in
                for (place, byte) in zip(key.indices.suffix(scalar.count), scalar) { key[place] = byte }
            }
        }
    }

    /// The Keccak-256 digest of the second half of the derived key and the ciphertext.
    private static func authenticationCode(of ciphertext: [UInt8], key: borrowing SecretBytes) -> SecretBytes {
        let message = key.withUnsafeBytes { key in
            SecretBytes(count: 16 + ciphertext.count) { message in
                message.copyBytes(from: key[16..<32])
                UnsafeMutableRawBufferPointer(rebasing: message[16...]).copyBytes(from: ciphertext)
            }
        }
        return message.withUnsafeBytes { message in
            SecretBytes(count: 32) { Keccak256.hashSecret(message, into: $0) }
        }
    }

    private static func address(of key: borrowing PrivateKey) throws(KeyError) -> [UInt8] {
        Array(Keccak256.hash(try key.publicKey().uncompressed.dropFirst()).bytes.suffix(20))
    }
}
