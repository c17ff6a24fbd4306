internal import Foundation
internal import NIOSSL

/// A certificate with its key, for a server in tests.
public enum TestIdentity: String, Sendable {
    /// Right in every way.
    case server
    /// Right until 2021.
    case expired
    /// For another name.
    case elsewhere
    /// Signed by an authority that tests do not trust.
    case stranger
    /// Signed by itself, for another name, until 2021.
    case selfSigned = "self-signed"
    /// For the hosts of a payment service, signed by itself.
    case form
    /// The same, until 2021.
    case formExpired = "form-expired"

    /// The authority that tests trust, in PEM.
    public static func authority() throws -> [UInt8] { try file("authority.pem") }

    /// A file of the folder with certificates.
    public static func file(_ name: String) throws -> [UInt8] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return try Array(Data(contentsOf: folder.appendingPathComponent("Certificates/\(name)")))
    }

    /// The certificate in DER.
    public func certificate() throws -> [UInt8] {
        try NIOSSLCertificate.fromPEMBytes(Self.file("\(rawValue).pem")).first?.toDERBytes() ?? []
    }

    /// How a server speaks TLS with it.
    func context() throws -> NIOSSLContext {
        let chain = try NIOSSLCertificate.fromPEMBytes(Self.file("\(rawValue).pem"))
        let key = try NIOSSLPrivateKey(bytes: Self.file("\(rawValue).key"), format: .pem)
        return try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key)))
    }
}
