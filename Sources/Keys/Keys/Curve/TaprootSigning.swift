internal import CSecp256k1
public import Primitives

extension PrivateKey {
    /// Signs `digest` with BIP-340, after changing the key as `tweak` says.
    ///
    /// The nonce depends on key and message only, as with ECDSA.
    public borrowing func signTaproot(
        _ digest: Digest32, tweak: TaprootTweak = .output(merkleRoot: [])
    ) throws(KeyError) -> BIP340Signature {
        var pair = try keyPair()
        if case .output(let merkleRoot) = tweak {
            let number = XOnlyPublicKey(try publicKey()).tweak(merkleRoot: merkleRoot)
            let isTweaked = pair.withUnsafeMutableBytes { pair in
                number.withUnsafeBytes { number in
                    secp256k1_keypair_xonly_tweak_add(
                        CurveContext.shared.pointer, Self.pair(in: pair), number.firstOctet) == 1
                }
            }
            guard isTweaked else { throw .unusableKey }
        }
        return try Self.sign(digest.bytes, with: pair, auxiliary: [])
    }

    /// Signs a message of any length with BIP-340 and 32 bytes of auxiliary randomness.
    package borrowing func signBIP340(_ message: [UInt8], auxiliary: [UInt8]) throws(KeyError) -> BIP340Signature {
        guard auxiliary.count == 32 else { throw .wrongSize(expected: 32, got: auxiliary.count) }
        return try Self.sign(message, with: keyPair(), auxiliary: auxiliary)
    }

    private borrowing func keyPair() throws(KeyError) -> SecretBytes {
        try SecretBytes(count: MemoryLayout<secp256k1_keypair>.size) { pair throws(KeyError) in
            let isMade = withUnsafeBytes { scalar in
                secp256k1_keypair_create(CurveContext.shared.pointer, Self.pair(in: pair), scalar.firstOctet) == 1
            }
            guard isMade else { throw .unusableKey }
        }
    }

    private static func sign(
        _ message: [UInt8], with pair: borrowing SecretBytes, auxiliary: [UInt8]
    ) throws(KeyError) -> BIP340Signature {
        var pair = pair.duplicate()
        var (signature, auxiliary) = ([UInt8](repeating: 0, count: 64), auxiliary)
        let isSigned = pair.withUnsafeMutableBytes { pair in
            auxiliary.withUnsafeMutableBytes { auxiliary in
                // The constant of the header, which identifies the structure.
                var parameters = secp256k1_schnorrsig_extraparams(
                    magic: (0xDA, 0x6F, 0xB3, 0x8C), noncefp: nil,
                    ndata: auxiliary.isEmpty ? nil : auxiliary.baseAddress)
                return message.withUnsafeBytes { message in
                    secp256k1_schnorrsig_sign_custom(
                        CurveContext.shared.pointer, &signature, message.octets, message.count, Self.pair(in: pair),
                        &parameters) == 1
                }
            }
        }
        guard isSigned else { throw .unusableKey }
        return try KeyError.from { () throws(PrimitiveError) in try BIP340Signature(signature) }
    }

    private static func pair(in memory: UnsafeMutableRawBufferPointer) -> UnsafeMutablePointer<secp256k1_keypair> {
        UnsafeMutableRawPointer(memory.firstOctet).assumingMemoryBound(to: secp256k1_keypair.self)
    }
}
