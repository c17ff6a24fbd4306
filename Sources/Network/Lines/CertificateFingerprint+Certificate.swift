internal import Crypto

extension CertificateFingerprint {
    /// Takes the fingerprint of a certificate.
    ///
    /// - Parameter certificate: The certificate in DER.
    public init(of certificate: [UInt8]) {
        self.init(bytes: Array(SHA256.hash(data: certificate)))
    }
}
