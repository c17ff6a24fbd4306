internal import CSoup

extension CertificateFingerprint {
    /// Computes the fingerprint of a certificate.
    ///
    /// - Parameter certificate: The certificate in DER.
    public init(of certificate: [UInt8]) {
        var bytes = [UInt8](repeating: 0, count: 32)
        var count = gsize(bytes.count)
        let checksum = g_checksum_new(G_CHECKSUM_SHA256)
        defer { g_checksum_free(checksum) }
        certificate.withUnsafeBufferPointer { g_checksum_update(checksum, $0.baseAddress, gssize($0.count)) }
        g_checksum_get_digest(checksum, &bytes, &count)
        self.init(bytes: bytes)
    }
}
