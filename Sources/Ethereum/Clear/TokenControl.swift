/// Leave for somebody else to move all tokens of a contract, those of later too (`setApprovalForAll`).
public struct TokenControl: Hashable, Sendable {
    /// The contract of the tokens.
    public let token: EthereumAddress

    /// Who may move them.
    public let `operator`: EthereumAddress

    /// Whether leave is given, not taken back.
    public let isGiven: Bool

    /// Says who may move what.
    public init(token: EthereumAddress, operator: EthereumAddress, isGiven: Bool) {
        self.token = token
        self.operator = `operator`
        self.isGiven = isGiven
    }
}
