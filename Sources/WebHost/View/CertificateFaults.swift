import CWebKit

/// The errors that GLib found in a server's certificate.
struct CertificateFaults: OptionSet, CustomStringConvertible {
    let rawValue: Int32

    private static let sentences: [(GTlsCertificateFlags, String)] = [
        (G_TLS_CERTIFICATE_UNKNOWN_CA, "its issuer is not trusted"),
        (G_TLS_CERTIFICATE_BAD_IDENTITY, "it is for another host"),
        (G_TLS_CERTIFICATE_NOT_ACTIVATED, "it is not valid yet"),
        (G_TLS_CERTIFICATE_EXPIRED, "it has expired"),
        (G_TLS_CERTIFICATE_REVOKED, "it was revoked"),
        (G_TLS_CERTIFICATE_INSECURE, "it uses weak cryptography"),
    ]

    var description: String {
        let parts = Self.sentences.filter { rawValue & Int32(bitPattern: $0.0.rawValue) != 0 }.map(\.1)
        let details = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
        return "its certificate is not valid\(details)"
    }
}
