package import Bridge

/// Movements of tokens in memory, which are lost when the process ends: for tests, and for keys without value.
package actor MemoryMovements: MovementStore {
    private var known: [AccountID: [TokenMovement]] = [:]
    private var searched: [AccountID: SearchedBlocks] = [:]

    /// Creates an empty store.
    package init() {}

    package func movements(of account: AccountID) -> [TokenMovement] {
        (known[account] ?? []).sorted { $0.place > $1.place }
    }

    package func searched(for account: AccountID) -> SearchedBlocks? { searched[account] }

    package func keep(
        _ movements: [TokenMovement], of account: AccountID, in blocks: ClosedRange<UInt64>, searched: SearchedBlocks
    ) {
        known[account, default: []].removeAll { blocks.contains($0.place.block) }
        known[account, default: []] += movements
        self.searched[account] = searched
    }

    package func update(_ movements: [TokenMovement], of account: AccountID) {
        let new = Dictionary(movements.map { ($0.place, $0) }) { $1 }
        known[account] = known[account]?.map { new[$0.place] ?? $0 }
    }

    package func keep(searched: SearchedBlocks, for account: AccountID) { self.searched[account] = searched }

    package func forget(_ account: AccountID) {
        known[account] = nil
        searched[account] = nil
    }
}
