public import BigInt

/// A permission for somebody else to move all tokens of a contract, later ones too (`setApprovalForAll`).
public struct TokenControl: Hashable, Sendable {
    /// The contract of the tokens.
    public let token: EthereumAddress

    /// Who may move them.
    public let `operator`: EthereumAddress

    /// Whether the permission is given, not taken back.
    public let isGiven: Bool

    /// Whose tokens; `nil` for those of who signs.
    public let owner: EthereumAddress?

    /// Until when the signature can be handed in, in seconds since 1970; `nil` where there is none.
    public let deadline: BigUInt?

    /// Says who may move what.
    public init(
        token: EthereumAddress, operator: EthereumAddress, isGiven: Bool, owner: EthereumAddress? = nil,
        deadline: BigUInt? = nil
    ) {
        self.token = token
        self.operator = `operator`
        self.isGiven = isGiven
        self.owner = owner
        self.deadline = deadline
    }
}
