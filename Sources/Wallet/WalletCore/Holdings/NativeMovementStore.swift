package import BigInt
package import Bridge

/// A transaction in a block that moved a chain's coin from or to an account, or that the account sent.
package struct NativeMovement: Hashable, Sendable {
    /// The account.
    package let account: AccountID

    /// The transaction ID.
    package let txid: String

    /// The number of the block.
    package let block: UInt64

    /// The time of the block, in seconds since 1970; `nil` if it is not known yet.
    package var at: Int64?

    /// The address that paid, or to which the account sent the transaction.
    package let other: String

    /// What the account has more because of it in the smallest unit, without the fee; negative if it has less.
    package let units: BigInt

    /// Whether it failed in the block.
    package let hasFailed: Bool

    /// Creates a movement.
    package init(
        _ account: AccountID, txid: String, block: UInt64, at: Int64?, other: String, units: BigInt,
        hasFailed: Bool = false
    ) {
        (self.account, self.txid, self.block, self.at) = (account, txid, block, at)
        (self.other, self.units, self.hasFailed) = (other, units, hasFailed)
    }
}

/// How far the movements of a coin were searched.
package struct SearchedCoins: Hashable, Sendable {
    /// What an account had after a block.
    package struct Balance: Hashable, Sendable {
        /// The number of the block.
        package let block: UInt64

        /// The balance in the smallest unit.
        package let units: BigUInt

        /// Creates a balance.
        package init(block: UInt64, units: BigUInt) { (self.block, self.units) = (block, units) }
    }

    /// The blocks that were searched.
    package var searched: SearchedBlocks

    /// The latest balance up to which changes were looked for.
    package var balance: Balance?

    /// Creates the state of a search.
    package init(_ searched: SearchedBlocks = SearchedBlocks(), balance: Balance? = nil) {
        (self.searched, self.balance) = (searched, balance)
    }
}

/// Stores across restarts the movements of chains' coins that were found, and where they were searched.
package protocol NativeMovementStore: Sendable {
    /// The movements of an account, the newest first.
    func coinMovements(of account: AccountID) async throws(JournalError) -> [NativeMovement]

    /// How far the movements of an account were searched; `nil` if they were not.
    func searchedCoins(for account: AccountID) async throws(JournalError) -> SearchedCoins?

    /// Stores movements of an account in `blocks` in place of earlier ones there, and how far was searched.
    func keep(
        _ movements: [NativeMovement], of account: AccountID, in blocks: ClosedRange<UInt64>, _ searched: SearchedCoins
    ) async throws(JournalError)

    /// Stores what became known of movements.
    func update(_ movements: [NativeMovement], of account: AccountID) async throws(JournalError)

    /// Removes everything about an account.
    func forgetCoins(of account: AccountID) async throws(JournalError)
}
