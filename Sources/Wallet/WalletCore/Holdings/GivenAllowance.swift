package import BigInt
package import Bridge

/// What a contract may take from an account.
package struct GivenAllowance: Hashable, Sendable {
    /// How much.
    package enum Limit: Hashable, Sendable {
        /// At most this many of the smallest unit.
        case units(BigUInt)

        /// Any amount.
        case unlimited

        /// Every item of a collection (ERC-721 and ERC-1155 operators).
        case collection

        /// One item of a collection, by its ID.
        case item(String)

        /// Everything that the account has: it has delegated itself to the contract (EIP-7702).
        case everything
    }

    /// Whether nothing limits what may be taken of the asset.
    package var isForEverything: Bool {
        switch limit {
        case .unlimited, .collection, .everything: true
        case .units, .item: false
        }
    }

    /// The account.
    package let account: AccountID

    /// The token or collection.
    package let asset: HeldAsset

    /// The address that may take it, and its name if the wallet knows one.
    package let spender: String
    package var spenderName: String?

    /// How much.
    package let limit: Limit

    /// Whether it was given through Permit2, and until when, in seconds since 1970.
    package let isPermit2: Bool
    package let expiry: Int64?

    /// Creates an allowance.
    package init(
        _ account: AccountID, _ asset: HeldAsset, spender: String, spenderName: String? = nil, _ limit: Limit,
        isPermit2: Bool = false, expiry: Int64? = nil
    ) {
        self.account = account
        self.asset = asset
        self.spender = spender
        self.spenderName = spenderName
        self.limit = limit
        self.isPermit2 = isPermit2
        self.expiry = expiry
    }
}

/// The allowances of EVM accounts.
@MainActor package protocol AllowanceSource: AnyObject {
    /// The allowances that are in force, from the logs of the chain.
    func allowances(of account: AccountID) async throws(RPCError) -> [GivenAllowance]

    /// A sentence about what the last answer for `account` lacks; `nil` if it is complete.
    func gap(of account: AccountID) -> String?

    /// Revokes one with a transaction that the user approves.
    ///
    /// - Returns: The transaction ID.
    func revoke(_ allowance: GivenAllowance, for request: Request) async throws(RPCError) -> String
}
