import CGnuTLS

/// A private key for tests.
final class MadeKey {
    /// GnuTLS reported an error.
    struct Failure: Error {
        let code: Int32

        /// Throws unless `code` is a success.
        static func check(_ code: Int32) throws {
            if code < 0 { throw Failure(code: code) }
        }
    }

    /// The key for GnuTLS functions, valid during this object's lifetime.
    let handle: gnutls_x509_privkey_t

    private init() throws {
        var made: gnutls_x509_privkey_t?
        try Failure.check(gnutls_x509_privkey_init(&made))
        guard let made else { throw Failure(code: 0) }
        handle = made
    }

    /// A key in PEM.
    convenience init(pem: String) throws {
        try self.init()
        try Failure.check(
            Self.withDatum(Array(pem.utf8)) {
                gnutls_x509_privkey_import2(handle, &$0, GNUTLS_X509_FMT_PEM, nil, 0)
            })
    }

    /// A new key on a curve.
    convenience init(on curve: gnutls_ecc_curve_t = GNUTLS_ECC_CURVE_SECP256R1) throws {
        // As defined by the macro GNUTLS_CURVE_TO_BITS.
        try self.init(GNUTLS_PK_ECDSA, bits: 1 << 31 | curve.rawValue)
    }

    /// A new key of another kind.
    convenience init(_ kind: gnutls_pk_algorithm_t, bits: UInt32) throws {
        try self.init()
        try Failure.check(gnutls_x509_privkey_generate(handle, kind, bits, 0))
    }

    deinit { gnutls_x509_privkey_deinit(handle) }

    /// Its signature over `bytes`.
    func signature(over bytes: [UInt8], by digest: gnutls_digest_algorithm_t = GNUTLS_DIG_SHA256) throws -> [UInt8] {
        var signer: gnutls_privkey_t?
        try Failure.check(gnutls_privkey_init(&signer))
        defer { gnutls_privkey_deinit(signer) }
        try Failure.check(gnutls_privkey_import_x509(signer, handle, 0))
        var signature = gnutls_datum_t()
        try Failure.check(Self.withDatum(bytes) { gnutls_privkey_sign_data(signer, digest, 0, &$0, &signature) })
        defer { datum_free(&signature) }
        return Array(UnsafeBufferPointer(start: signature.data, count: Int(signature.size)))
    }

    /// Passes `bytes` to a function that only reads them.
    static func withDatum<Result>(_ bytes: [UInt8], _ body: (inout gnutls_datum_t) -> Result) -> Result {
        bytes.withUnsafeBufferPointer {
            var datum = gnutls_datum_t(data: UnsafeMutablePointer(mutating: $0.baseAddress), size: UInt32($0.count))
            return body(&datum)
        }
    }
}
