internal import CSecp256k1

/// A Schnorr signature of BIP-340, as Taproot uses it; the one of Bitcoin Cash is ``SchnorrSignature``.
public struct BIP340Signature: Hashable, Sendable {
    /// 64 bytes: the x of a point and a number, each big-endian in 32 bytes.
    public let bytes: [UInt8]

    /// Creates a signature from 64 bytes, which are not checked until it is verified.
    ///
    /// - Throws: ``PrimitiveError/malformedSignature`` for any other number of bytes.
    public init(_ bytes: some Collection<UInt8>) throws(PrimitiveError) {
        guard bytes.count == 64 else { throw .malformedSignature }
        self.bytes = Array(bytes)
    }
}

/// How a private key is changed before it makes a signature of BIP-340.
public enum TaprootTweak: Hashable, Sendable {
    /// Not at all: for a key in a script of a tree.
    case none

    /// By itself and by the root of a tree of scripts, 32 bytes, or empty if there is no tree (BIP-341, BIP-86).
    case output(merkleRoot: [UInt8])
}
