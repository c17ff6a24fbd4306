internal import Primitives

/// The unchecked JSON of a key file; it contains no plaintext secret.
struct KeystoreDocument: Decodable {
    struct Cipher: Decodable {
        let iv: String
    }

    struct Parameters: Decodable {
        let dklen: Int
        let salt: String
        let n, r, p, c: UInt64?
        let prf: String?
    }

    struct Crypto: Decodable {
        let cipher, ciphertext, kdf, mac: String
        let cipherparams: Cipher
        let kdfparams: Parameters
    }

    /// The required parts, with the right sizes.
    struct Parts {
        let key: KeystoreKey
        let counter, ciphertext, code: [UInt8]
        let address: [UInt8]?
    }

    private enum CodingKeys: String, CodingKey {
        case version, address, crypto
        case capitalized = "Crypto"
    }

    private let version: Int
    private let address: String?
    private let crypto: Crypto?
    private let capitalized: Crypto?

    /// The parts.
    ///
    /// - Throws: ``KeyError/malformedKeystore``, or ``KeyError/keystoreCostOutOfBounds``.
    func checked() throws(KeyError) -> Parts {
        // Old files of geth write the name with a capital letter; a file with both is ambiguous.
        guard version == 3, let crypto = crypto ?? capitalized, self.crypto == nil || capitalized == nil,
            crypto.cipher == "aes-128-ctr"
        else { throw .malformedKeystore }
        return Parts(
            key: try KeystoreKey(name: crypto.kdf, parameters: crypto.kdfparams),
            counter: try Self.number(crypto.cipherparams.iv, count: 16),
            ciphertext: try Self.ciphertext(crypto.ciphertext), code: try Self.bytes(crypto.mac, count: 32),
            address: try address.flatMap { $0.isEmpty ? nil : $0 }.map { text throws(KeyError) in
                try Self.bytes(text, count: 20)
            })
    }

    /// The ciphertext: that of the 32-byte key or, from some programs, of the key without its leading zeros.
    private static func ciphertext(_ text: String) throws(KeyError) -> [UInt8] {
        guard let bytes = Hex.decode(text), (1...32).contains(bytes.count) else { throw .malformedKeystore }
        return bytes
    }

    /// A number of `count` bytes: eth-keyfile, and therefore web3.py, Brownie and Ape, omit its leading zeros.
    private static func number(_ text: String, count: Int) throws(KeyError) -> [UInt8] {
        guard let bytes = Hex.decode(text), (1...count).contains(bytes.count) else { throw .malformedKeystore }
        return [UInt8](repeating: 0, count: count - bytes.count) + bytes
    }

    private static func bytes(_ text: String, count: Int) throws(KeyError) -> [UInt8] {
        guard let bytes = Hex.decode(text), bytes.count == count else { throw .malformedKeystore }
        return bytes
    }
}
