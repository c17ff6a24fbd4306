package import Bridge
import CGnuTLS
import Primitives

/// What an attestation service of WalletConnect signs, with a key of its own.
package struct AttestationSigner: Sendable {
    /// GnuTLS reported an error.
    struct Failure: Error {}

    private let x: [UInt8]
    private let y: [UInt8]
    private let secret: [UInt8]

    /// Makes a key.
    package init() throws {
        var made: gnutls_privkey_t?
        guard gnutls_privkey_init(&made) >= 0, let key = made else { throw Failure() }
        defer { gnutls_privkey_deinit(key) }
        // As defined by the macro GNUTLS_CURVE_TO_BITS.
        let bits = 1 << 31 | GNUTLS_ECC_CURVE_SECP256R1.rawValue
        guard gnutls_privkey_generate(key, GNUTLS_PK_ECDSA, bits, 0) >= 0 else { throw Failure() }
        var curve = GNUTLS_ECC_CURVE_SECP256R1
        var (x, y, k) = (gnutls_datum_t(), gnutls_datum_t(), gnutls_datum_t())
        guard gnutls_privkey_export_ecc_raw(key, &curve, &x, &y, &k) >= 0 else { throw Failure() }
        defer {
            datum_free(&x)
            datum_free(&y)
            datum_free(&k)
        }
        (self.x, self.y, secret) = (Self.number(x), Self.number(y), Self.number(k))
    }

    /// The key as the service writes it.
    package func answer(expiry: Int64?) -> JSON {
        let key: JSON = [
            "crv": "P-256", "kty": "EC", "x": .string(Self.base64URL(x)), "y": .string(Self.base64URL(y)),
        ]
        var members: JSONObject = ["publicKey": key]
        if let expiry { members["expiresAt"] = Self.number(expiry) }
        return .object(members)
    }

    /// A token about the text of an envelope.
    package func token(
        _ text: String, origin: String, isVerified: Bool = true, isScam: Bool = false, expiry: Int64
    ) throws -> String {
        let claims: JSON = [
            "exp": Self.number(expiry), "id": .string(Hex.encode(SHA256.hash(text.utf8).bytes)),
            "origin": .string(origin), "isScam": .bool(isScam), "isVerified": .bool(isVerified),
        ]
        let header: JSON = ["alg": "ES256", "typ": "JWT"]
        let signed = "\(Self.base64URL(header.bytes)).\(Self.base64URL(claims.bytes))"
        return try "\(signed).\(Self.base64URL(sign(Array(signed.utf8))))"
    }

    private static func number(_ value: Int64) -> JSON { JSONNumber(String(value)).map { .number($0) } ?? .null }

    private static func base64URL(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0...group.count { text.append(digits[value >> (18 - 6 * place) & 63]) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func sign(_ bytes: [UInt8]) throws -> [UInt8] {
        var made: gnutls_privkey_t?
        guard gnutls_privkey_init(&made) >= 0, let key = made else { throw Failure() }
        defer { gnutls_privkey_deinit(key) }
        let imported = Self.withDatum(x) { x in
            Self.withDatum(y) { y in
                Self.withDatum(secret) {
                    gnutls_privkey_import_ecc_raw(key, GNUTLS_ECC_CURVE_SECP256R1, &x, &y, &$0)
                }
            }
        }
        guard imported >= 0 else { throw Failure() }
        var encoded = gnutls_datum_t()
        let signed = Self.withDatum(bytes) { gnutls_privkey_sign_data(key, GNUTLS_DIG_SHA256, 0, &$0, &encoded) }
        guard signed >= 0 else { throw Failure() }
        defer { datum_free(&encoded) }
        var (r, s) = (gnutls_datum_t(), gnutls_datum_t())
        guard gnutls_decode_rs_value(&encoded, &r, &s) >= 0 else { throw Failure() }
        defer {
            datum_free(&r)
            datum_free(&s)
        }
        return Self.number(r) + Self.number(s)
    }

    /// A number in 32 bytes.
    private static func number(_ datum: gnutls_datum_t) -> [UInt8] {
        let bytes = Array(UnsafeBufferPointer(start: datum.data, count: Int(datum.size))).drop { $0 == 0 }
        return [UInt8](repeating: 0, count: max(32 - bytes.count, 0)) + bytes
    }

    private static func withDatum<Result>(_ bytes: [UInt8], _ body: (inout gnutls_datum_t) -> Result) -> Result {
        var bytes = bytes
        return bytes.withUnsafeMutableBufferPointer { buffer in
            var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(clamping: buffer.count))
            return body(&datum)
        }
    }
}
