import CWebKit
import Messages

/// The errors that GLib found in a server's certificate.
struct CertificateFaults: OptionSet, CustomStringConvertible {
    let rawValue: Int32

    private static let sentences: [(GTlsCertificateFlags, String)] = [
        (G_TLS_CERTIFICATE_UNKNOWN_CA, localized("The certificate’s issuer is not trusted.")),
        (G_TLS_CERTIFICATE_BAD_IDENTITY, localized("The certificate is for another host.")),
        (G_TLS_CERTIFICATE_NOT_ACTIVATED, localized("The certificate is not valid yet.")),
        (G_TLS_CERTIFICATE_EXPIRED, localized("The certificate has expired.")),
        (G_TLS_CERTIFICATE_REVOKED, localized("The certificate was revoked.")),
        (G_TLS_CERTIFICATE_INSECURE, localized("The certificate uses weak cryptography.")),
    ]

    /// The faults as sentences.
    var description: String {
        let faults = Self.sentences.filter { rawValue & Int32(bitPattern: $0.0.rawValue) != 0 }.map(\.1)
        let fault = localized("The certificate of the server is not valid, so this may be another site.")
        return ([fault] + faults).joined(separator: " ")
    }
}
