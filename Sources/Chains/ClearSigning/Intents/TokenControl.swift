public import Ethereum
public import BigInt

/// A permission for another account to move all tokens of a contract, future ones included (`setApprovalForAll`).
public struct TokenControl: Hashable, Sendable {
    /// The contract of the tokens.
    public let token: EthereumAddress

    /// The account that may move them.
    public let `operator`: EthereumAddress

    /// Whether the permission is granted, not revoked.
    public let isGiven: Bool

    /// The owner of the tokens; `nil` for the signer.
    public let owner: EthereumAddress?

    /// The signature's deadline, in seconds since 1970; `nil` if it has none.
    public let deadline: BigUInt?

    /// Whether the contract is a lending market: the operator may withdraw the deposits and borrow.
    public let isLending: Bool

    /// Creates a permission.
    public init(
        token: EthereumAddress, operator: EthereumAddress, isGiven: Bool, owner: EthereumAddress? = nil,
        deadline: BigUInt? = nil, isLending: Bool = false
    ) {
        self.isLending = isLending
        self.token = token
        self.operator = `operator`
        self.isGiven = isGiven
        self.owner = owner
        self.deadline = deadline
    }
}
