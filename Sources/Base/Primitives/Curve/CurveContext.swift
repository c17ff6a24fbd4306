internal import CSecp256k1

/// The process-wide context of libsecp256k1, blinded once with random bytes.
package final class CurveContext: Sendable {
    /// The context of this process.
    package static let shared = CurveContext()

    // This is safe because it is written only in `init`, before any other code can access it; the library allows any
    // number of threads to use a context that no longer changes (secp256k1.h, "Context object").
    package nonisolated(unsafe) let pointer: OpaquePointer

    private init() {
        pointer = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE))  // No trap: a constant.
        var random = SystemRandomNumberGenerator()
        var seed = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        let blinded = secp256k1_context_randomize(pointer, seed)
        seed.withUnsafeMutableBytes { $0.wipe() }
        precondition(blinded == 1, "libsecp256k1 takes every seed")  // No trap: the library takes every seed.
    }

    deinit {
        secp256k1_context_destroy(pointer)
    }
}
