internal import CSecp256k1

/// The one context in which libsecp256k1 works, blinded once with random bytes.
final class CurveContext: Sendable {
    /// The context of this process.
    static let shared = CurveContext()

    // Because it is written only in `init`, before anybody else can see it; the library allows any number of
    // threads to use a context that is no longer changed (secp256k1.h, "Context object").
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
