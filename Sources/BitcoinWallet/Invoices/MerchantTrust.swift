internal import Bitcoin
internal import Crypto
internal import CryptoExtras
internal import Foundation
internal import SwiftASN1
@_spi(FixedExpiryValidationTime) internal import X509

/// Who vouches for merchants that sign their invoices.
public struct MerchantTrust: Sendable {
    private let roots: CertificateStore

    /// The authorities that the system trusts.
    public static let system = MerchantTrust(roots: .systemTrustRoots)

    /// Only these authorities, each in DER: for tests.
    ///
    /// - Throws: ``Bitcoin/BitcoinError/invoice(_:)`` if one is not a certificate.
    static func only(_ certificates: [[UInt8]]) throws(BitcoinError) -> MerchantTrust {
        MerchantTrust(roots: CertificateStore(try read(certificates)))
    }

    /// The signer of `request`, by the name in the certificate; `nil` if it is unsigned.
    ///
    /// The signature is over SHA-256, by an RSA key of 2048 bits or more or on P-256 or P-384; the chain of
    /// certificates ends at an authority, and all of it is valid at `time` (RFC 5280).
    ///
    /// - Throws: ``Bitcoin/BitcoinError/invoice(_:)`` where it is signed and the signature is worth nothing.
    @concurrent func signer(of request: PaymentRequest, at time: Int64) async throws(BitcoinError) -> String? {
        switch request.signing {
        case .none: return nil
        case .x509SHA1: throw .invoice(.weakSignature)
        case .other: throw .invoice(.signatureKind)
        case .x509SHA256: break
        }
        let chain = try Self.read(request.certificates)
        // Several certificates with one subject make many paths, and all of them would be tried.
        guard let leaf = chain.first, chain.count <= Self.longestChain,
            Set(chain.map(\.subject)).count == chain.count
        else { throw .invoice(.certificate) }
        guard Self.holds(request.signature, over: request.signedBytes, by: leaf.publicKey) else {
            throw .invoice(.signature)
        }
        var verifier = Verifier(rootCertificates: roots) {
            RFC5280Policy(fixedExpiryValidationTime: Date(timeIntervalSince1970: TimeInterval(time)))
        }
        await Self.turns.begin()
        let verdict = await verifier.validate(leaf: leaf, intermediates: CertificateStore(chain.dropFirst()))
        await Self.turns.end()
        guard case .validCertificate = verdict, let name = Self.name(of: leaf) else { throw .invoice(.certificate) }
        return name
    }

    /// One chain is tried at a time, however many pages name invoices.
    private static let turns = SerialQueue()

    /// The most certificates that a chain may have.
    private static let longestChain = 5

    private static func read(_ certificates: [[UInt8]]) throws(BitcoinError) -> [Certificate] {
        var chain: [Certificate] = []
        for bytes in certificates {
            guard let certificate = try? Certificate(derEncoded: bytes) else { throw .invoice(.certificate) }
            chain.append(certificate)
        }
        return chain
    }

    private static func holds(_ signature: [UInt8], over bytes: [UInt8], by key: Certificate.PublicKey) -> Bool {
        let digest = SHA256.hash(data: bytes)
        if let key = _RSA.Signing.PublicKey(key) {
            return key.keySizeInBits >= 2048
                && key.isValidSignature(
                    _RSA.Signing.RSASignature(rawRepresentation: signature), for: digest, padding: .insecurePKCS1v1_5)
        }
        if let key = P256.Signing.PublicKey(key) {
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: digest)
        }
        if let key = P384.Signing.PublicKey(key) {
            guard let signature = try? P384.Signing.ECDSASignature(derRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: digest)
        }
        return false
    }

    /// The common name, or else the first name of a server in the certificate.
    private static func name(of certificate: Certificate) -> String? {
        for part in certificate.subject {
            for attribute in part where attribute.type == .RDNAttributeType.commonName {
                return String(describing: attribute.value)
            }
        }
        let names = (try? certificate.extensions.subjectAlternativeNames) ?? nil
        for case .dnsName(let name) in names ?? SubjectAlternativeNames() { return name }
        return nil
    }
}
