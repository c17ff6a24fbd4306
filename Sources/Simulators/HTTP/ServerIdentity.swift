internal import NIOSSL

/// The certificate of a simulator that speaks TLS, with its key; both in PEM.
public struct ServerIdentity: Sendable {
    private let chain: [UInt8]
    private let key: [UInt8]

    /// Takes a certificate, behind it those that vouch for it, and its key.
    public init(chain: [UInt8], key: [UInt8]) {
        self.chain = chain
        self.key = key
    }

    func context() throws(SimulatorError) -> NIOSSLContext {
        do {
            let chain = try NIOSSLCertificate.fromPEMBytes(chain)
            return try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: chain.map { .certificate($0) },
                    privateKey: .privateKey(NIOSSLPrivateKey(bytes: key, format: .pem))))
        } catch {
            throw .identity
        }
    }
}
