/// A merchant's payment request: its details and its signature (BIP-70, `PaymentRequest`).
///
/// Only the form is checked here. The caller must check the signature and the certificates.
public struct PaymentRequest: Hashable, Sendable {
    /// The kind of signature (`pki_type`).
    public enum Signing: Hashable, Sendable {
        /// Not signed.
        case none
        /// With the key of the first certificate, over SHA-256.
        case x509SHA256
        /// With the key of the first certificate, over SHA-1.
        case x509SHA1
        /// Signed in an unknown way.
        case other
    }

    /// The kind of signature.
    public let signing: Signing

    /// The certificates in DER, the signer's first.
    public let certificates: [[UInt8]]

    /// The signature.
    public let signature: [UInt8]

    /// The signed bytes: the message with an empty signature.
    public let signedBytes: [UInt8]

    /// The payment details.
    public let details: PaymentDetails

    /// The maximum size in bytes (BIP-70).
    public static let largest = 50_000

    /// The maximum number of certificates.
    public static let mostCertificates = 10

    /// Reads a request.
    ///
    /// - Throws: ``BitcoinError/invoice(_:)``.
    public init(_ bytes: [UInt8]) throws(BitcoinError) {
        guard bytes.count <= Self.largest else { throw .invoice(.tooLarge) }
        let fields = try ProtobufFields(bytes[...], known: [1, 2, 3, 4, 5])
        guard try fields.number(1) ?? 1 == 1 else { throw .invoice(.version) }
        signing =
            switch try fields.text(2) ?? "none" {
            case "none": .none
            case "x509+sha256": .x509SHA256
            case "x509+sha1": .x509SHA1
            default: .other
            }
        let chain = try ProtobufFields(fields.bytes(3) ?? [], repeated: [1], known: [1]).all(1)
        guard chain.count <= Self.mostCertificates else { throw .invoice(.tooLarge) }
        certificates = chain.map { Array($0) }
        signature = Array(try fields.bytes(5) ?? [])
        guard let details = try fields.bytes(4) else { throw .invoice(.form) }
        self.details = try PaymentDetails(details)
        signedBytes = try Self.withoutSignature(bytes)
    }

    private static func withoutSignature(_ bytes: [UInt8]) throws(BitcoinError) -> [UInt8] {
        var reader = ProtobufReader(bytes[...])
        var rest: [UInt8] = []
        while let field = try reader.next() { rest += field.number == 5 ? [0x2A, 0] : field.written }
        return rest
    }
}

extension PaymentRequest {
    /// Encodes a merchant's request that the key of the first certificate signs over SHA-256.
    ///
    /// - Parameters:
    ///   - details: The encoded details.
    ///   - certificates: The certificates in DER, the signer's first.
    ///   - sign: Signs the message with an empty signature.
    /// - Returns: The request.
    /// - Throws: What `sign` throws.
    package static func encoded<Failure: Error>(
        _ details: [UInt8], certificates: [[UInt8]], sign: ([UInt8]) throws(Failure) -> [UInt8]
    ) throws(Failure) -> [UInt8] {
        var (message, chain) = (ProtobufWriter(), ProtobufWriter())
        for certificate in certificates { chain.append(1, certificate) }
        message.append(2, Array("x509+sha256".utf8))
        message.append(3, chain.bytes)
        message.append(4, details)
        var unsigned = message
        unsigned.append(5, [UInt8]())
        message.append(5, try sign(unsigned.bytes))
        return message.bytes
    }
}
