internal import NIOSSL

/// Whose word a server's certificate needs.
public struct TrustRoots: Sendable {
    let roots: NIOSSLTrustRoots

    /// The authorities that the system trusts.
    public static let system = TrustRoots(roots: .default)

    /// Only the authorities in `pem`, one certificate behind the other: for tests and closed networks.
    ///
    /// - Throws: ``NetworkError/malformed`` if it contains no certificate.
    public static func only(pem: [UInt8]) throws(NetworkError) -> TrustRoots {
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes(pem), !certificates.isEmpty else {
            throw .malformed
        }
        return TrustRoots(roots: .certificates(certificates))
    }

    /// How TLS is spoken with these: version 1.2 or newer, names checked.
    var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.certificateVerification = .fullVerification
        configuration.trustRoots = roots
        return configuration
    }
}
