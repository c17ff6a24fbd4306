internal import CSecp256k1

/// A public key by its x coordinate alone: the point with an even y (BIP-340).
public struct XOnlyPublicKey: Hashable, Sendable {
    /// The x coordinate, big-endian in 32 bytes.
    public let bytes: [UInt8]

    /// Reads 32 bytes.
    ///
    /// - Throws: ``PrimitiveError/malformedPublicKey``, also if no point has this x.
    public init(_ bytes: some Collection<UInt8>) throws(PrimitiveError) {
        guard bytes.count == 32 else { throw .malformedPublicKey }
        _ = try PublicKey([2] + Array(bytes))
        self.bytes = Array(bytes)
    }

    /// The x coordinate of `key`.
    public init(_ key: PublicKey) {
        bytes = key.x
    }

    /// Whether the owner of this key made `signature` over `message`.
    public func verifies(_ signature: BIP340Signature, of message: some Collection<UInt8>) -> Bool {
        let context = CurveContext.shared.pointer
        var point = secp256k1_xonly_pubkey()
        guard secp256k1_xonly_pubkey_parse(context, &point, bytes) == 1 else { return false }
        return message.withContiguousBytes { message in
            secp256k1_schnorrsig_verify(context, signature.bytes, message.octets, message.count, &point) == 1
        }
    }

    /// The number that is added to this key to get the key of a Taproot output (BIP-341).
    ///
    /// - Parameter merkleRoot: The root of the tree of scripts, 32 bytes; empty for a key without scripts.
    /// - Returns: The number, big-endian.
    package func tweak(merkleRoot: [UInt8]) -> Digest32 {
        TaggedHash.hash("TapTweak", bytes + merkleRoot)
    }

    /// The key of the Taproot output with this internal key (BIP-341).
    ///
    /// - Parameter merkleRoot: The root of the tree of scripts, 32 bytes; empty for a key without scripts.
    /// - Returns: The key, and whether its y is odd.
    /// - Throws: ``PrimitiveError/malformedPublicKey``, with a probability of about 2^-128.
    public func output(merkleRoot: [UInt8] = []) throws(PrimitiveError) -> (key: XOnlyPublicKey, isOdd: Bool) {
        let even = try PublicKey([2] + bytes)
        let tweaked = tweak(merkleRoot: merkleRoot).withUnsafeBytes { even.adding($0) }
        guard let tweaked else { throw .malformedPublicKey }
        return (XOnlyPublicKey(tweaked), tweaked.compressed[0] == 3)
    }
}
