/// Why something was handed over in vain.
struct HandOverFault: Error, Equatable {
    /// What it means for whoever asked.
    let meaning: PayError

    /// Whether the gateway may have it all the same.
    let mayBeThere: Bool
}
