internal import Bridge
internal import CNettle
internal import CSodium
internal import Primitives

/// The encryption of version 1: AES-256 in CBC mode with PKCS#7 padding, and HMAC with SHA-256.
package struct V1Payload: Hashable, Sendable {
    /// The encrypted message.
    let data: [UInt8]
    /// The authentication code of the encrypted message and the initialization vector.
    let code: [UInt8]
    /// The initialization vector: 16 bytes.
    let vector: [UInt8]

    private static let block = 16

    /// Reads the text of a payload: JSON with `data`, `hmac` and `iv` in hexadecimal digits.
    ///
    /// - Throws: ``WalletConnectError/json(_:)`` or ``WalletConnectError/envelope(_:)``.
    package init(parsing text: String) throws(WalletConnectError) {
        guard text.utf8.count <= Envelope.maximumTextBytes else { throw .envelope(.tooLong) }
        let json: JSON
        switch JSON.read(text, rules: .message) {
        case .value(let value): json = value
        case .fault(let fault): throw .json(fault)
        }
        guard let data = Self.bytes(json["data"]), let code = Self.bytes(json["hmac"]),
            let vector = Self.bytes(json["iv"]), code.count == 32, vector.count == Self.block, !data.isEmpty,
            data.count % Self.block == 0
        else { throw .envelope(.form) }
        (self.data, self.code, self.vector) = (data, code, vector)
    }

    /// Encrypts `message`.
    package init(sealing message: [UInt8], with key: SymmetricKey) {
        var generator = SystemRandomNumberGenerator()
        let vector = (0..<Self.block).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        self.init(sealing: message, with: key, vector: vector)
    }

    /// Encrypts with a vector of 16 bytes that was chosen, for test vectors.
    init(sealing message: [UInt8], with key: SymmetricKey, vector: [UInt8]) {
        let padding = Self.block - message.count % Self.block
        let padded = message + [UInt8](repeating: UInt8(truncatingIfNeeded: padding), count: padding)
        var data = [UInt8](repeating: 0, count: padded.count)
        Self.withCipher(key, encrypts: true) { cipher in
            var chain = vector
            aes256_cbc_encrypt(&cipher, &chain, padded.count, &data, padded)
        }
        self.data = data
        self.vector = vector
        code = Self.code(of: data + vector, key: key)
    }

    /// Checks the code, then decrypts.
    ///
    /// - Throws: ``WalletConnectError/envelope(_:)``.
    package func open(with key: SymmetricKey) throws(WalletConnectError) -> [UInt8] {
        let expected = Self.code(of: data + vector, key: key)
        guard sodium_memcmp(expected, code, expected.count) == 0 else { throw .envelope(.sealed) }
        var plain = [UInt8](repeating: 0, count: data.count)
        Self.withCipher(key, encrypts: false) { cipher in
            var chain = vector
            aes256_cbc_decrypt(&cipher, &chain, data.count, &plain, data)
        }
        // The authentication code is correct, so the padding reveals nothing to an attacker who guesses.
        guard let last = plain.last, 1...Self.block ~= Int(last), plain.suffix(Int(last)).allSatisfy({ $0 == last })
        else { throw .envelope(.form) }
        return plain.dropLast(Int(last))
    }

    /// The text of the payload.
    package var text: String {
        let json: JSON = [
            "data": .string(Hex.encode(data)), "hmac": .string(Hex.encode(code)), "iv": .string(Hex.encode(vector)),
        ]
        return json.text
    }

    private static func bytes(_ json: JSON?) -> [UInt8]? {
        json?.string.flatMap { $0.hasPrefix("0x") ? nil : Hex.decode($0) }
    }

    private static func withCipher(
        _ key: SymmetricKey, encrypts: Bool, _ body: (inout aes256_ctx) -> Void
    ) {
        var cipher = aes256_ctx()
        key.withUnsafeBytes { key in
            if encrypts {
                nettle_aes256_set_encrypt_key(&cipher, key.octets)
            } else {
                nettle_aes256_set_decrypt_key(&cipher, key.octets)
            }
        }
        body(&cipher)
        withUnsafeMutableBytes(of: &cipher) { $0.wipe() }
        CallStack.wipe()
    }

    private static func code(of bytes: [UInt8], key: SymmetricKey) -> [UInt8] {
        var context = hmac_sha256_ctx()
        var code = [UInt8](repeating: 0, count: 32)
        key.withUnsafeBytes { nettle_hmac_sha256_set_key(&context, $0.count, $0.octets) }
        nettle_hmac_sha256_update(&context, bytes.count, bytes)
        nettle_hmac_sha256_digest(&context, code.count, &code)
        withUnsafeMutableBytes(of: &context) { $0.wipe() }
        CallStack.wipe()
        return code
    }
}
