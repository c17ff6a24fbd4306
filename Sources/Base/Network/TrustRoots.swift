internal import CSoup

/// The certificate authorities that a client trusts.
public struct TrustRoots: Sendable {
    enum Authorities: Sendable {
        case system
        case only([Authority])
    }

    /// The certificate of one authority.
    final class Authority: Sendable {
        // Unsafe, because a pointer is not Sendable; a certificate never changes, and its references are counted
        // atomically.
        nonisolated(unsafe) let certificate: UnsafeMutablePointer<GTlsCertificate>

        /// Takes over the reference.
        init(taking certificate: UnsafeMutablePointer<GTlsCertificate>) { self.certificate = certificate }

        deinit { g_object_unref(certificate) }
    }

    let authorities: Authorities

    /// The authorities that the system trusts.
    public static let system = TrustRoots(authorities: .system)

    /// No authority: every certificate is refused.
    static let none = TrustRoots(authorities: .only([]))

    /// Only the authorities in `pem`, which has one or more certificates: for tests and closed networks.
    ///
    /// - Throws: ``NetworkError/malformed`` if it contains no certificate.
    public static func only(pem: [UInt8]) throws(NetworkError) -> TrustRoots {
        let text = String(decoding: pem, as: UTF8.self)
        let mark = "-----BEGIN CERTIFICATE-----"
        var found: [Authority] = []
        var rest = text[...]
        while let start = rest.firstRange(of: mark) {
            let end = rest[start.upperBound...].firstRange(of: mark)?.lowerBound ?? rest.endIndex
            guard let certificate = g_tls_certificate_new_from_pem(String(rest[start.lowerBound..<end]), -1, nil) else {
                throw .malformed
            }
            found.append(Authority(taking: certificate))
            rest = rest[end...]
        }
        guard !found.isEmpty else { throw .malformed }
        return TrustRoots(authorities: .only(found))
    }
}

/// How the certificate of a TLS server is verified.
///
/// It is checked twice: during the handshake and after it. GIO resumes TLS sessions with the result of an earlier
/// connection, whose checks may have been weaker.
@NetworkActor struct ServerTrust {
    let roots: TrustRoots
    var fingerprint: CertificateFingerprint?

    /// Prepares `connection` for its handshake.
    ///
    /// Without a database, GIO knows no certificate, and passes each one to ``accepts(_:for:)``.
    func prepare(_ connection: UnsafeMutablePointer<GTlsConnection>) {
        if !asksSystem { g_tls_connection_set_database(connection, nil) }
        g_tls_connection_set_require_close_notify(connection, 1)
    }

    /// Whether the system's certificate store decides, which GIO consults itself.
    private var asksSystem: Bool {
        guard fingerprint == nil, case .system = roots.authorities else { return false }
        return true
    }

    /// Whether `certificate` proves that the server is `identity`, if the system's store does not decide.
    func accepts(_ certificate: UnsafeMutablePointer<GTlsCertificate>?, for identity: OpaquePointer?) -> Bool {
        guard let certificate else { return false }
        if let fingerprint { return Self.fingerprint(of: certificate) == fingerprint }
        guard let identity, case .only(let authorities) = roots.authorities else { return false }
        return authorities.contains {
            g_tls_certificate_verify(certificate, identity, $0.certificate).rawValue == 0
        }
    }

    /// Whether the handshake of `connection` verified the server, with TLS 1.2 or newer.
    func isProved(by connection: UnsafeMutablePointer<GTlsConnection>) -> Bool {
        let version = g_tls_connection_get_protocol_version(connection)
        guard version == G_TLS_PROTOCOL_VERSION_TLS_1_2 || version == G_TLS_PROTOCOL_VERSION_TLS_1_3,
            let certificate = g_tls_connection_get_peer_certificate(connection)
        else { return false }
        if asksSystem { return g_tls_connection_get_peer_certificate_errors(connection).rawValue == 0 }
        return accepts(certificate, for: g_tls_client_connection_get_server_identity(OpaquePointer(connection)))
    }

    /// The fingerprint of `certificate`.
    static func fingerprint(of certificate: UnsafeMutablePointer<GTlsCertificate>) -> CertificateFingerprint {
        CertificateFingerprint(of: bytes(of: certificate))
    }

    /// The certificate as DER.
    private static func bytes(of certificate: UnsafeMutablePointer<GTlsCertificate>) -> [UInt8] {
        var value = GValue()
        g_value_init(&value, g_byte_array_get_type())
        defer { g_value_unset(&value) }
        g_object_get_property(
            UnsafeMutableRawPointer(certificate).assumingMemoryBound(to: GObject.self), "certificate", &value)
        guard let boxed = g_value_get_boxed(&value) else { return [] }
        let array = boxed.assumingMemoryBound(to: GByteArray.self).pointee
        return Array(UnsafeBufferPointer(start: array.data, count: Int(array.len)))
    }
}
