package import BigInt
package import Bridge

/// A transfer of a token or of an item of a collection from or to an account, by a log of its contract.
package struct TokenMovement: Hashable, Sendable {
    /// Where a movement is on its chain; no two movements of an account share it.
    package struct Place: Hashable, Sendable, Comparable {
        /// The number of the block.
        package let block: UInt64

        /// The position of the log among those of the block.
        package let log: UInt64

        /// The position in the log, which can have several transfers (ERC-1155).
        package let part: Int

        /// Creates a place.
        package init(block: UInt64, log: UInt64, part: Int = 0) {
            (self.block, self.log, self.part) = (block, log, part)
        }

        package static func < (left: Place, right: Place) -> Bool {
            (left.block, left.log, left.part) < (right.block, right.log, right.part)
        }
    }

    /// The namespace of the asset's identifier (CAIP-19): `erc20`, `erc721` or `erc1155`.
    package let standard: String

    /// The address of the contract.
    package let contract: String

    /// The ID of the item; `nil` for a token without items.
    package let item: BigUInt?

    /// The transaction ID.
    package let txid: String

    /// Where it is on its chain.
    package let place: Place

    /// The address that sent it.
    package let from: String

    /// The address that received it.
    package let to: String

    /// The amount in the smallest unit.
    package let units: BigUInt

    /// The time of the block, in seconds since 1970; `nil` if it is not known yet.
    package var at: Int64?

    /// Whether the account itself sent the transaction; `nil` if it is not known.
    package var isSigned: Bool?

    /// Creates a movement.
    package init(
        standard: String = "erc20", contract: String, item: BigUInt? = nil, txid: String, place: Place, from: String,
        to: String, units: BigUInt, at: Int64? = nil, isSigned: Bool? = nil
    ) {
        (self.standard, self.contract, self.item, self.txid) = (standard, contract, item, txid)
        (self.place, self.from, self.to, self.units) = (place, from, to, units)
        (self.at, self.isSigned) = (at, isSigned)
    }
}

/// Which blocks of a chain were searched for the movements of an account, and by whose word.
package struct SearchedBlocks: Hashable, Sendable {
    /// A block that can no longer be replaced, by which a later search recognises the chain.
    package struct Anchor: Hashable, Sendable {
        /// The number of the block.
        package let block: UInt64

        /// Its hash.
        package let hash: String

        /// Creates an anchor.
        package init(block: UInt64, hash: String) { (self.block, self.hash) = (block, hash) }
    }

    /// The blocks.
    package var blocks = BlockRanges()

    /// A block among the searched ones; `nil` if none of them is old enough.
    package var anchor: Anchor?

    /// The time of the lowest block of the newest range, in seconds since 1970; `nil` if it is not known.
    package var since: Int64?

    /// What was searched: everything if it is empty, otherwise an identifier of the contracts.
    package var scope: String

    /// The site that named the node, which may have said anything; `nil` if the user did.
    package var site: String?

    /// Creates the state of a search that has not begun.
    package init(scope: String = "", site: String? = nil) { (self.scope, self.site) = (scope, site) }
}

/// Stores across restarts the movements of tokens that were found, and where they were searched.
package protocol MovementStore: Sendable {
    /// The movements of an account, the newest first.
    func movements(of account: AccountID) async throws(JournalError) -> [TokenMovement]

    /// The blocks that were searched for an account; `nil` if none were.
    func searched(for account: AccountID) async throws(JournalError) -> SearchedBlocks?

    /// Stores the movements of an account in `blocks` in place of earlier ones there, and what was searched.
    func keep(
        _ movements: [TokenMovement], of account: AccountID, in blocks: ClosedRange<UInt64>, searched: SearchedBlocks
    ) async throws(JournalError)

    /// Stores what became known of movements: the times of their blocks, and who sent their transactions.
    func update(_ movements: [TokenMovement], of account: AccountID) async throws(JournalError)

    /// Stores what was searched for an account.
    func keep(searched: SearchedBlocks, for account: AccountID) async throws(JournalError)

    /// Removes everything about an account.
    func forget(_ account: AccountID) async throws(JournalError)
}
