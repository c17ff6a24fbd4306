internal import CGnuTLS

/// The public key of a certificate.
final class X509Key {
    /// The kind of signatures that it makes.
    enum Kind: Hashable {
        /// RSA, with the sizes of the modulus and of the exponent in bits.
        case rsa(bits: Int, exponent: Int)
        /// ECDSA on P-256, P-384 or P-521.
        case p256, p384, p521
        /// Anything else.
        case other
    }

    private let handle: gnutls_pubkey_t

    /// The kind of signatures that it makes.
    let kind: Kind

    /// Reads the key of a GnuTLS certificate; `nil` if it cannot be read.
    init?(of certificate: gnutls_x509_crt_t) {
        var made: gnutls_pubkey_t?
        guard gnutls_pubkey_init(&made) == GNUTLS_E_SUCCESS, let made else { return nil }
        guard gnutls_pubkey_import_x509(made, certificate, 0) == GNUTLS_E_SUCCESS else {
            gnutls_pubkey_deinit(made)
            return nil
        }
        handle = made
        kind = Self.kind(of: made)
    }

    deinit { gnutls_pubkey_deinit(handle) }

    /// Whether it is strong, and its signatures can be verified quickly; GnuTLS limits neither the modulus nor the
    /// exponent.
    var isUsual: Bool {
        switch kind {
        case .rsa(let bits, let exponent): (2048...8192).contains(bits) && (2...33).contains(exponent)
        case .p256, .p384, .p521: true
        case .other: false
        }
    }

    /// Whether `signature` is a signature of this key over the SHA-256 digest of `bytes`; only RSA (PKCS #1), P-256 and
    /// P-384 are supported.
    func made(_ signature: [UInt8], over bytes: [UInt8]) -> Bool {
        let algorithm: gnutls_sign_algorithm_t
        switch kind {
        case .rsa where isUsual: algorithm = GNUTLS_SIGN_RSA_SHA256
        case .p256, .p384: algorithm = GNUTLS_SIGN_ECDSA_SHA256
        default: return false
        }
        let result = bytes.withDatum { data in
            signature.withDatum { gnutls_pubkey_verify_data2(handle, algorithm, 0, &data, &$0) }
        }
        guard let result, let result else { return false }
        return result >= 0
    }

    private static func kind(of key: gnutls_pubkey_t) -> Kind {
        var bits: UInt32 = 0
        switch gnutls_pubkey_get_pk_algorithm(key, &bits) {
        case Int32(bitPattern: GNUTLS_PK_RSA.rawValue):
            var (modulus, exponent) = (gnutls_datum_t(), gnutls_datum_t())
            guard gnutls_pubkey_export_rsa_raw2(key, &modulus, &exponent, 0) == GNUTLS_E_SUCCESS else { return .other }
            defer {
                datum_free(&modulus)
                datum_free(&exponent)
            }
            return .rsa(bits: Self.bits(of: modulus), exponent: Self.bits(of: exponent))
        case Int32(bitPattern: GNUTLS_PK_ECDSA.rawValue):
            var curve = GNUTLS_ECC_CURVE_INVALID
            guard gnutls_pubkey_export_ecc_raw2(key, &curve, nil, nil, 0) == GNUTLS_E_SUCCESS else { return .other }
            switch curve {
            case GNUTLS_ECC_CURVE_SECP256R1: return .p256
            case GNUTLS_ECC_CURVE_SECP384R1: return .p384
            case GNUTLS_ECC_CURVE_SECP521R1: return .p521
            default: return .other
            }
        default: return .other
        }
    }

    /// The number of bits of an odd number, given as big-endian bytes; 0 if it is even, which the parts of an RSA key
    /// never are.
    private static func bits(of number: gnutls_datum_t) -> Int {
        let bytes = UnsafeBufferPointer(start: number.data, count: Int(number.size)).drop { $0 == 0 }
        guard let first = bytes.first, let last = bytes.last, last & 1 == 1 else { return 0 }
        return bytes.count * 8 - first.leadingZeroBitCount
    }
}
