internal import CSecp256k1

/// The process-wide context of libsecp256k1, blinded once with random bytes.
final class CurveContext: Sendable {
    /// The context of this process.
    static let shared = CurveContext()

    // Because it is written only in `init`, before any other code can access it; the library allows any number of
    // threads to use a context that no longer changes (secp256k1.h, "Context object").
    nonisolated(unsafe) let pointer: OpaquePointer

    private init() {
        pointer = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE))
        var random = SystemRandomNumberGenerator()
        var seed = SecretBytes(count: 32)
        let blinded = seed.withUnsafeMutableBytes { seed in
            for index in seed.indices { seed[index] = .random(in: .min ... .max, using: &random) }
            return secp256k1_context_randomize(pointer, UnsafeRawBufferPointer(seed).firstOctet)
        }
        precondition(blinded == 1, "libsecp256k1 takes every seed")
    }

    deinit {
        secp256k1_context_destroy(pointer)
    }
}
