internal import CSoup
internal import Foundation
internal import Network

/// A certificate and its key, for a server in tests.
public enum TestIdentity: String, Sendable {
    /// Valid.
    case server
    /// Valid until 2021.
    case expired
    /// For another name.
    case otherName = "other-name"
    /// Issued by an authority that tests do not trust.
    case untrusted
    /// Self-signed, for another name, until 2021.
    case selfSigned = "self-signed"
    /// For the hosts of a payment service, self-signed.
    case form
    /// The same, until 2021.
    case formExpired = "form-expired"

    /// The certificate of the authority that tests trust, in PEM.
    public static func authority() throws -> [UInt8] { try file("authority.pem") }

    /// A file of the folder with certificates.
    public static func file(_ name: String) throws -> [UInt8] { try Array(Data(contentsOf: address(of: name))) }

    /// The paths of the certificate and its key, for a server in another process.
    public var paths: (certificate: String, key: String) {
        (Self.address(of: "\(rawValue).pem").path, Self.address(of: "\(rawValue).key").path)
    }

    private static func address(of name: String) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Certificates/\(name)")
    }

    /// The certificate as DER.
    public func certificate() throws -> [UInt8] {
        let lines = String(decoding: try Self.file("\(rawValue).pem"), as: UTF8.self).split(separator: "\n")
        let body = lines.drop { !$0.hasPrefix("-----BEGIN") }.dropFirst().prefix { !$0.hasPrefix("-----END") }
        return Data(base64Encoded: body.joined()).map(Array.init) ?? []
    }

    /// The certificate and its key as a `GTlsCertificate`.
    @NetworkActor func shown() throws -> Reference {
        let text = try Self.file("\(rawValue).pem") + Self.file("\(rawValue).key")
        return try owned { g_tls_certificate_new_from_pem(String(decoding: text, as: UTF8.self), -1, $0) }
    }
}
