internal import CSoup

/// The certificate chain and private key of a TLS server, in PEM.
package struct ServerIdentity: Sendable {
    private let chain: [UInt8]
    private let key: [UInt8]

    /// Creates an identity from a certificate, followed by the certificates of its issuers, and its key.
    package init(chain: [UInt8], key: [UInt8]) {
        self.chain = chain
        self.key = key
    }

    func certificate() throws(LocalServerError) -> ObjectReference<GTlsCertificate> {
        // GIO also accepts a certificate without a key.
        guard String(decoding: key, as: UTF8.self).contains("PRIVATE KEY-----") else { throw .identity }
        let pem = (chain + [0x0A] + key).map { CChar(bitPattern: $0) }
        guard let certificate = g_tls_certificate_new_from_pem(pem, pem.count, nil) else { throw .identity }
        return ObjectReference(taking: certificate)
    }
}
