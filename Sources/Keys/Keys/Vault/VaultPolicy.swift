/// The cost of new vaults, and the limits for the cost of existing vaults.
///
/// A vault with a lower cost than the minimum is refused, so that it cannot be replaced by a cheap one; a higher cost
/// than the maximum is refused, so that a file cannot exhaust the machine's memory.
package struct VaultPolicy: Sendable {
    /// The policy for users.
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
