/// The cost of new vaults, and the bounds for that of vaults that are read.
///
/// A vault that asks for less than the lower bound is refused, so that nobody can put a cheap one in its place; one
/// that asks for more than the upper, so that a file cannot eat the machine's memory.
package struct VaultPolicy: Sendable {
    /// What users get.
    package static let standard = VaultPolicy(
        cost: .standard, memory: 262_144...2_097_152, passes: 3...16)

    /// For tests that open thousands of vaults: no protection at all.
    package static let forTests = VaultPolicy(
        cost: VaultCost(memory: 8, passes: 1), memory: 8...64, passes: 1...2)

    let cost: VaultCost
    let memory: ClosedRange<UInt32>
    let passes: ClosedRange<UInt32>

    func allows(_ cost: VaultCost) -> Bool {
        memory.contains(cost.memory) && passes.contains(cost.passes)
    }
}
