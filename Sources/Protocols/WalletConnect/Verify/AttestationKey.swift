package import Bridge
internal import CGnuTLS
internal import Primitives

/// The public key of the attestation service: a point of P-256 (RFC 7517 and RFC 7518, section 6.2).
package struct AttestationKey: Hashable, Sendable {
    private let x: [UInt8]
    private let y: [UInt8]

    /// When a new key must be fetched, in seconds since 1970; `nil` if the service does not say.
    package private(set) var expiry: Int64?

    /// Reads the answer of the service, `{publicKey: {crv, x, y, …}, expiresAt}`, or the key alone.
    ///
    /// - Throws: ``WalletConnectError/parameters(_:)`` with the member that is wrong.
    package init(_ json: JSON) throws(WalletConnectError) {
        let answer = try Parameters.object(json, path: "publicKey")
        let key = try answer.optionalObject("publicKey") ?? answer
        guard key.json["crv"]?.string == "P-256", ["EC", nil].contains(key.json["kty"]?.string) else {
            throw .parameters("crv")
        }
        guard let x = Base64Text.decode(try key.text("x"), .url), x.count == 32 else { throw .parameters("x") }
        guard let y = Base64Text.decode(try key.text("y"), .url), y.count == 32 else { throw .parameters("y") }
        (self.x, self.y) = (x, y)
        expiry = try answer.optionalTime("expiresAt")
    }

    /// The key with its expiry, as the service writes it.
    package var json: JSON {
        let key = JSON(members: [
            ("kty", "EC"), ("crv", "P-256"), ("x", .string(Base64Text.encodeForURL(x))),
            ("y", .string(Base64Text.encodeForURL(y))),
        ])
        return JSON(members: [("publicKey", key), ("expiresAt", expiry.map { JSON($0) })])
    }

    /// The same key, which ends at `expiry` if the service does not say when, in seconds since 1970.
    func ending(by latest: Int64) -> AttestationKey {
        var key = self
        key.expiry = min(expiry ?? latest, latest)
        return key
    }

    /// Whether the owner of this key signed `message` by ECDSA with SHA-256 (RFC 7518, section 3.4).
    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard signature.count == 64 else { return false }
        var made: gnutls_pubkey_t?
        guard gnutls_pubkey_init(&made) == GNUTLS_E_SUCCESS, let key = made else { return false }
        defer { gnutls_pubkey_deinit(key) }
        let isPoint = Self.withDatum(x) { x in
            Self.withDatum(y) { gnutls_pubkey_import_ecc_raw(key, GNUTLS_ECC_CURVE_SECP256R1, &x, &$0) }
        }
        guard isPoint == GNUTLS_E_SUCCESS else { return false }
        // The library takes the two numbers in DER.
        var encoded = gnutls_datum_t()
        let isEncoded = Self.withDatum(Array(signature[..<32])) { r in
            Self.withDatum(Array(signature[32...])) { gnutls_encode_rs_value(&encoded, &r, &$0) }
        }
        guard isEncoded == GNUTLS_E_SUCCESS else { return false }
        defer { datum_free(&encoded) }
        return Self.withDatum(message) {
            gnutls_pubkey_verify_data2(key, GNUTLS_SIGN_ECDSA_SECP256R1_SHA256, 0, &$0, &encoded)
                >= GNUTLS_E_SUCCESS
                || gnutls_pubkey_verify_data2(key, GNUTLS_SIGN_ECDSA_SHA256, 0, &$0, &encoded) >= GNUTLS_E_SUCCESS
        }
    }

    private static func withDatum<Result>(
        _ bytes: [UInt8], _ body: (inout gnutls_datum_t) -> Result
    ) -> Result {
        var bytes = bytes
        return bytes.withUnsafeMutableBufferPointer { buffer in
            var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(clamping: buffer.count))
            return body(&datum)
        }
    }
}
