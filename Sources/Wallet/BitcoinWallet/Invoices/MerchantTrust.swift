internal import Bitcoin

/// The certificate authorities for merchants that sign their invoices.
public struct MerchantTrust: Sendable {
    private let roots: Roots

    private enum Roots {
        /// The system's authorities, read each time, so that an authority that the system removes is removed here too.
        case system
        /// These authorities, each in DER.
        case only([[UInt8]])

        func read() throws(BitcoinError) -> [X509Certificate] {
            switch self {
            case .system: X509TrustList.system()
            case .only(let certificates): try MerchantTrust.read(certificates)
            }
        }
    }

    /// The authorities that the system trusts.
    public static let system = MerchantTrust(roots: .system)

    /// Trusts only these authorities, each in DER; for tests.
    ///
    /// - Throws: ``Bitcoin/BitcoinError/invoice(_:)`` if one is not a certificate.
    static func only(_ certificates: [[UInt8]]) throws(BitcoinError) -> MerchantTrust {
        _ = try read(certificates)
        return MerchantTrust(roots: .only(certificates))
    }

    /// The signer of `request`, by the name in the certificate; `nil` if it is unsigned.
    ///
    /// The signature must be over SHA-256, by an RSA key of at least 2048 bits or a key on P-256 or P-384. The chain of
    /// certificates must end at an authority, and all of its certificates must be valid at `time` (RFC 5280).
    ///
    /// - Throws: ``Bitcoin/BitcoinError/invoice(_:)`` if it is signed and the signature is not valid.
    @concurrent func signer(of request: PaymentRequest, at time: Int64) async throws(BitcoinError) -> String? {
        switch request.signing {
        case .none: return nil
        case .x509SHA1: throw .invoice(.weakSignature)
        case .other: throw .invoice(.signatureKind)
        case .x509SHA256: break
        }
        // This comes before any parsing, because each certificate takes time.
        guard request.certificates.count <= Self.longestChain else { throw .invoice(.certificate) }
        let chain = try Self.read(request.certificates)
        // Several certificates with one subject allow many paths, and all of them would be tried.
        guard let leaf = chain.first, Set(chain.map(\.subject)).count == chain.count else {
            throw .invoice(.certificate)
        }
        guard leaf.key.made(request.signature, over: request.signedBytes) else { throw .invoice(.signature) }
        await Self.turns.begin()
        let isTrusted = Self.isTrusted(chain, by: (try? roots.read()) ?? [], at: time)
        await Self.turns.end()
        guard isTrusted, let name = leaf.name else { throw .invoice(.certificate) }
        return name
    }

    /// Only one chain is verified at a time, regardless of how many pages name invoices.
    private static let turns = SerialQueue()

    /// The maximum number of certificates in a chain.
    private static let longestChain = 5

    private static func read(_ certificates: [[UInt8]]) throws(BitcoinError) -> [X509Certificate] {
        var chain: [X509Certificate] = []
        for bytes in certificates {
            guard let certificate = X509Certificate(der: bytes) else { throw .invoice(.certificate) }
            chain.append(certificate)
        }
        return chain
    }

    /// Whether a path in `chain` leads from the first certificate to one of `roots`; the order of the others does not
    /// matter.
    ///
    /// The subjects differ, so there is only one path, which any authority can end. Only the certificates on the path
    /// must be valid, because merchants also send others, such as that of an old authority.
    private static func isTrusted(_ chain: [X509Certificate], by roots: [X509Certificate], at time: Int64) -> Bool {
        var (path, rest) = (Array(chain.prefix(1)), Array(chain.dropFirst()))
        while let last = path.last, last.isValid(at: time), last.hasStrongSignature, last.key.isUsual {
            for root in roots where last.names(root) && root.isValid(at: time) {
                // Each root gets a separate list, because GnuTLS does not report which of several authorities with the
                // same name ended the path.
                if X509TrustList([root])?.verifies(path) == true { return true }
            }
            guard let next = rest.firstIndex(where: last.names) else { return false }
            path.append(rest.remove(at: next))
        }
        return false
    }
}
