internal import CGnuTLS
internal import Foundation

/// The key with which a simulated merchant signs its invoices, and the certificates for it.
package struct MerchantSigner: Sendable {
    /// The certificates in DER, the signer's first.
    let certificates: [[UInt8]]

    private let key: [UInt8]

    /// Reads both in PEM.
    ///
    /// - Throws: ``SimulatorError/identity``.
    package init(chain: [UInt8], key: [UInt8]) throws(SimulatorError) {
        let text = String(decoding: chain, as: UTF8.self)
        var certificates: [[UInt8]] = []
        for part in text.components(separatedBy: "-----END CERTIFICATE-----").dropLast() {
            let text = part.components(separatedBy: "-----BEGIN CERTIFICATE-----").last ?? ""
            guard let bytes = Data(base64Encoded: text.filter { !$0.isWhitespace }), !bytes.isEmpty else {
                throw .identity
            }
            certificates.append(Array(bytes))
        }
        guard !certificates.isEmpty else { throw .identity }
        (self.certificates, self.key) = (certificates, key)
        _ = try signature(over: [])
    }

    /// The signature over bytes and SHA-256.
    func signature(over bytes: [UInt8]) throws(SimulatorError) -> [UInt8] {
        var made: gnutls_privkey_t?
        guard gnutls_privkey_init(&made) == GNUTLS_E_SUCCESS, let signer = made else { throw .identity }
        defer { gnutls_privkey_deinit(signer) }
        let isRead = Self.withDatum(key) {
            gnutls_privkey_import_x509_raw(signer, &$0, GNUTLS_X509_FMT_PEM, nil, 0)
        }
        guard isRead == GNUTLS_E_SUCCESS else { throw .identity }
        var signature = gnutls_datum_t()
        let isSigned = Self.withDatum(bytes) {
            gnutls_privkey_sign_data(signer, GNUTLS_DIG_SHA256, 0, &$0, &signature)
        }
        guard isSigned == GNUTLS_E_SUCCESS else { throw .identity }
        defer { datum_free(&signature) }
        return Array(UnsafeBufferPointer(start: signature.data, count: Int(signature.size)))
    }

    /// Passes bytes to a function that only reads them.
    private static func withDatum<Result>(_ bytes: [UInt8], _ body: (inout gnutls_datum_t) -> Result) -> Result {
        bytes.withUnsafeBufferPointer {
            var datum = gnutls_datum_t(data: UnsafeMutablePointer(mutating: $0.baseAddress), size: UInt32($0.count))
            return body(&datum)
        }
    }
}
