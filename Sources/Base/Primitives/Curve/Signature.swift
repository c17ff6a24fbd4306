internal import CSecp256k1

/// An ECDSA signature: two numbers from one up to the order of the group.
public struct Signature: Hashable, Sendable {
    /// 64 bytes: r and s, each big-endian in 32 bytes.
    public let compact: [UInt8]

    /// Reads 64 bytes, r and s.
    ///
    /// - Throws: ``PrimitiveError/malformedSignature``, also if r or s is zero or not below the order.
    public init(compact bytes: some Collection<UInt8>) throws(PrimitiveError) {
        guard bytes.count == 64 else { throw .malformedSignature }
        var signature = secp256k1_ecdsa_signature()
        let read = bytes.withContiguousBytes {
            secp256k1_ecdsa_signature_parse_compact(CurveContext.shared.pointer, &signature, $0.firstOctet)
        }
        guard read == 1 else { throw .malformedSignature }
        try self.init(signature)
    }

    /// Reads the strict DER encoding of Bitcoin, without a hash type (BIP-66).
    ///
    /// - Throws: ``PrimitiveError/malformedSignature``.
    public init(der bytes: some Collection<UInt8>) throws(PrimitiveError) {
        guard (1...72).contains(bytes.count) else { throw .malformedSignature }
        var signature = secp256k1_ecdsa_signature()
        let read = bytes.withContiguousBytes {
            secp256k1_ecdsa_signature_parse_der(
                CurveContext.shared.pointer, &signature, $0.firstOctet, $0.count)
        }
        guard read == 1 else { throw .malformedSignature }
        try self.init(signature)
        // The library replaces a number that is too large by zero, and accepts other encodings of lengths; only the
        // canonical encoding is accepted here.
        guard der.elementsEqual(bytes) else { throw .malformedSignature }
    }

    private init(_ signature: secp256k1_ecdsa_signature) throws(PrimitiveError) {
        var (signature, bytes) = (signature, [UInt8](repeating: 0, count: 64))
        secp256k1_ecdsa_signature_serialize_compact(CurveContext.shared.pointer, &bytes, &signature)
        compact = bytes
        guard compact[..<32].contains(where: { $0 != 0 }), compact[32...].contains(where: { $0 != 0 }) else {
            throw .malformedSignature
        }
    }

    /// The value r, big-endian in 32 bytes.
    public var r: [UInt8] { Array(compact[..<32]) }

    /// The value s, big-endian in 32 bytes.
    public var s: [UInt8] { Array(compact[32...]) }

    /// The strict DER encoding, at most 72 bytes, without a hash type.
    public var der: [UInt8] {
        var (signature, length) = (parsed(), 72)
        var bytes = [UInt8](repeating: 0, count: length)
        secp256k1_ecdsa_signature_serialize_der(CurveContext.shared.pointer, &bytes, &length, &signature)
        return Array(bytes[..<length])
    }

    /// Whether s is at most half of the order, as Bitcoin nodes (BIP-146) and Ethereum (EIP-2) require.
    public var isLowS: Bool {
        var signature = parsed()
        return secp256k1_ecdsa_signature_normalize(CurveContext.shared.pointer, nil, &signature) == 0
    }

    func parsed() -> secp256k1_ecdsa_signature {
        var signature = secp256k1_ecdsa_signature()
        let read = secp256k1_ecdsa_signature_parse_compact(CurveContext.shared.pointer, &signature, compact)
        // No trap: the bytes were written by the library.
        precondition(read == 1, "the bytes were written by the library")
        return signature
    }
}
