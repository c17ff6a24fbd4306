/// Why something was handed over in vain.
struct HandOverFault: Error, Equatable {
    /// The error for the caller.
    let meaning: PayError

    /// Whether the gateway may still have it.
    let mayBeThere: Bool
}
