/// The place of an address in an account: its chain and its index (BIP-44, “Change” and “Index”).
package struct CoinAddressPath: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The two chains of addresses of an account.
    package enum Branch: UInt32, Hashable, Sendable, CaseIterable {
        /// The external chain: addresses that are given to others.
        case receiving = 0
        /// The internal chain: addresses for change.
        case change = 1
    }

    /// The chain of addresses.
    package let branch: Branch

    /// The index of the address, from zero.
    package let index: UInt32

    /// Creates a path.
    package init(_ branch: Branch, _ index: UInt32) {
        self.branch = branch
        self.index = index
    }

    /// The last two steps of a derivation path, such as `0/5`.
    package var description: String { "\(branch.rawValue)/\(index)" }

    /// Compares by chain, then by index.
    package static func < (left: CoinAddressPath, right: CoinAddressPath) -> Bool {
        (left.branch.rawValue, left.index) < (right.branch.rawValue, right.index)
    }
}
