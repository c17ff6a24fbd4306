/// The cost of deriving a key from a passphrase: Argon2id's memory and passes.
public struct VaultCost: Hashable, Sendable {
    /// 256 MiB in three passes: about a second on a small machine, and expensive for an attacker.
    public static let standard = VaultCost(memory: 262_144, passes: 3)

    /// The memory in KiB.
    public let memory: UInt32

    /// The number of passes over the memory.
    public let passes: UInt32

    init(memory: UInt32, passes: UInt32) {
        self.memory = memory
        self.passes = passes
    }
}
