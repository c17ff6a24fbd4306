internal import CGnuTLS

/// A list of authorities with which GnuTLS verifies certificate paths.
final class X509TrustList {
    private let handle: gnutls_x509_trust_list_t
    /// The authorities that the list refers to and does not own.
    private let added: [X509Certificate]

    /// Creates a list of these authorities.
    init?(_ roots: [X509Certificate]) {
        var made: gnutls_x509_trust_list_t?
        guard let count = UInt32(exactly: roots.count), gnutls_x509_trust_list_init(&made, 0) == GNUTLS_E_SUCCESS,
            let made
        else { return nil }
        handle = made
        added = roots
        let handles: [gnutls_x509_crt_t?] = roots.map(\.handle)
        guard count == 0 || gnutls_x509_trust_list_add_cas(made, handles, count, 0) == Int32(clamping: count) else {
            return nil
        }
    }

    deinit { gnutls_x509_trust_list_deinit(handle, added.isEmpty ? 1 : 0) }

    /// The authorities that the system trusts at this moment; none if they cannot be read.
    static func system() -> [X509Certificate] {
        guard let list = X509TrustList([]), gnutls_x509_trust_list_add_system_trust(list.handle, 0, 0) > 0 else {
            return []
        }
        var roots: [X509Certificate] = []
        var place: gnutls_x509_trust_list_iter_t?
        var copy: gnutls_x509_crt_t?
        while gnutls_x509_trust_list_iter_get_ca(list.handle, &place, &copy) == GNUTLS_E_SUCCESS, let made = copy {
            if let root = X509Certificate(taking: made) { roots.append(root) }
        }
        gnutls_x509_trust_list_iter_deinit(place)
        return roots
    }

    /// Whether each certificate of `path` is signed by the next, and the last by an authority of the list (RFC 5280).
    ///
    /// The first certificate may be that of a server. The caller must check the validity periods and the key sizes.
    func verifies(_ path: [X509Certificate]) -> Bool {
        var handles: [gnutls_x509_crt_t?] = path.map(\.handle)
        guard let count = UInt32(exactly: path.count), count > 0 else { return false }
        var status: UInt32 = .max
        let result = Array("\(GNUTLS_KP_TLS_WWW_SERVER)\0".utf8).withDatum { purpose in
            var wanted = gnutls_typed_vdata_st(
                type: GNUTLS_DT_KEY_PURPOSE_OID, data: purpose.data, size: 0)
            return gnutls_x509_trust_list_verify_crt2(handle, &handles, count, &wanted, 1, Self.flags, &status, nil)
        }
        return result == GNUTLS_E_SUCCESS && status == 0
    }

    /// The caller checks the time, not the library; keys and signatures must have a strength of at least 112 bits.
    private static let flags =
        GNUTLS_VERIFY_DISABLE_TIME_CHECKS.rawValue | GNUTLS_VERIFY_DISABLE_TRUSTED_TIME_CHECKS.rawValue
        | GNUTLS_VERIFY_DO_NOT_ALLOW_SAME.rawValue | GNUTLS_VERIFY_DO_NOT_ALLOW_UNSORTED_CHAIN.rawValue
        | GNUTLS_PROFILE_MEDIUM.rawValue << 24
}
