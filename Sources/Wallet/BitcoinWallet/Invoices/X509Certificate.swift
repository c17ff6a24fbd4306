internal import CGnuTLS

/// A certificate (RFC 5280), parsed by GnuTLS.
final class X509Certificate {
    /// The handle for functions of GnuTLS, valid during the lifetime of this object.
    let handle: gnutls_x509_crt_t

    /// The encoded name of the subject.
    let subject: [UInt8]

    /// The subject's key.
    let key: X509Key

    /// Takes ownership of a GnuTLS certificate, and frees it later; `nil` if it has no subject or no readable key.
    init?(taking handle: gnutls_x509_crt_t) {
        guard let subject = [UInt8].taking({ gnutls_x509_crt_get_raw_dn(handle, &$0) }),
            let key = X509Key(of: handle)
        else {
            gnutls_x509_crt_deinit(handle)
            return nil
        }
        self.handle = handle
        self.subject = subject
        self.key = key
    }

    /// Reads a certificate in DER; `nil` if it is not exactly one.
    convenience init?(der: [UInt8]) {
        var made: gnutls_x509_crt_t?
        guard gnutls_x509_crt_init(&made) == GNUTLS_E_SUCCESS, let made else { return nil }
        guard der.withDatum({ gnutls_x509_crt_import(made, &$0, GNUTLS_X509_FMT_DER) }) == GNUTLS_E_SUCCESS else {
            gnutls_x509_crt_deinit(made)
            return nil
        }
        self.init(taking: made)
    }

    deinit { gnutls_x509_crt_deinit(handle) }

    /// Whether `time`, in seconds since 1970, lies in the period of validity.
    func isValid(at time: Int64) -> Bool {
        let (start, end) = (gnutls_x509_crt_get_activation_time(handle), gnutls_x509_crt_get_expiration_time(handle))
        // The library returns -1 for a time that it cannot parse.
        return start != -1 && end != -1 && start <= time && time <= end
    }

    /// Whether the issuer's signature is RSA or ECDSA over SHA-2, regardless of the system's GnuTLS configuration.
    var hasStrongSignature: Bool {
        let strong = [
            GNUTLS_SIGN_RSA_SHA256, GNUTLS_SIGN_RSA_SHA384, GNUTLS_SIGN_RSA_SHA512, GNUTLS_SIGN_ECDSA_SHA256,
            GNUTLS_SIGN_ECDSA_SHA384, GNUTLS_SIGN_ECDSA_SHA512,
        ]
        let algorithm = gnutls_x509_crt_get_signature_algorithm(handle)
        return strong.contains { Int64($0.rawValue) == Int64(algorithm) }
    }

    /// Whether `issuer` matches the issuer name of this certificate, and the authority key identifier if there is one.
    func names(_ issuer: X509Certificate) -> Bool {
        gnutls_x509_crt_check_issuer(handle, issuer.handle) != 0
    }

    /// The common name, or otherwise the first DNS name; `nil` if there is neither.
    var name: String? {
        if let name = text({ gnutls_x509_crt_get_dn_by_oid(handle, Self.commonName, 0, 0, $0, &$1) }) { return name }
        for index in 0..<Self.mostNames {
            var kind: Int32 = -1
            let name = text {
                kind = gnutls_x509_crt_get_subject_alt_name(handle, index, $0, &$1, nil)
                return kind
            }
            if kind == GNUTLS_SAN_DNSNAME.rawValue, let name { return name }
            if kind == GNUTLS_E_REQUESTED_DATA_NOT_AVAILABLE { return nil }
        }
        return nil
    }

    /// The text that a function writes into a buffer; `nil` if it fails, is empty or too long, or is not UTF-8.
    private func text(_ write: (UnsafeMutablePointer<CChar>, inout Int) -> Int32) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Self.longestName) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            var size = buffer.count
            guard write(start, &size) >= 0, size > 0, size <= buffer.count else { return nil }
            let text = String(validating: buffer[..<size], as: UTF8.self)
            return text?.isEmpty == false ? text : nil
        }
    }

    private static let commonName = "2.5.4.3"

    /// The longest name that is shown, in bytes: a DNS name has at most 253 bytes, a common name at most 64 characters.
    private static let longestName = 1024

    /// The maximum number of alternative names that are checked.
    private static let mostNames: UInt32 = 100
}
