package import BigInt
package import Bridge

/// A payment of a chain's coin that an account received.
package struct CoinMovement: Hashable, Sendable {
    /// The account.
    package let account: AccountID

    /// The transaction ID.
    package let txid: String

    /// The number of the block.
    package let block: UInt64

    /// The time of the block, in seconds since 1970.
    package let at: Int64

    /// The address that paid.
    package let from: String

    /// The amount in the smallest unit.
    package let units: BigUInt

    /// Creates a payment.
    package init(_ account: AccountID, txid: String, block: UInt64, at: Int64, from: String, units: BigUInt) {
        self.account = account
        self.txid = txid
        self.block = block
        self.at = at
        self.from = from
        self.units = units
    }
}

/// Stores across restarts the payments that the wallet has found while it was open.
package protocol CoinMovementStore: Sendable {
    /// The payments to an account.
    func payments(to account: AccountID) async throws(JournalError) -> [CoinMovement]

    /// Stores payments to an account in place of those in the blocks from `first` on, which may have been replaced.
    func keep(
        _ payments: [CoinMovement], to account: AccountID, from first: UInt64
    ) async throws(JournalError)
}
