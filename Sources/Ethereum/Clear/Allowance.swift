public import BigInt

/// A permission for somebody else to spend tokens.
public struct Allowance: Hashable, Sendable {
    /// How the permission is given.
    public enum Way: Hashable, Sendable {
        /// By a transaction that sets it (`approve` of ERC-20, and of Permit2).
        case approve
        /// By a transaction that adds to it.
        case increase
        /// By a transaction that takes from it.
        case decrease
        /// By a signature that anyone may hand in (EIP-2612, DAI, Permit2).
        case permit
        /// By a signature that is good for one transfer (Permit2's signature transfer).
        case once
    }

    /// How it is given.
    public let way: Way

    /// The contract of the token.
    public let token: EthereumAddress

    /// Whose tokens; `nil` for those of who signs.
    public let owner: EthereumAddress?

    /// Who may spend them.
    public let spender: EthereumAddress

    /// How much, in the token's smallest unit, or the number of the item.
    public let amount: BigUInt

    /// The width of the field in which the amount stands.
    public let bits: Int

    /// When the permission expires, in seconds since 1970; `nil` where it never does.
    public let expiration: BigUInt?

    /// Until when the signature can be handed in, in seconds since 1970; `nil` where there is none.
    public let deadline: BigUInt?

    /// Whether it is given to Permit2's contract rather than to the token's.
    public let isPermit2: Bool

    /// Whether ``amount`` is the number of one item of a collection, by the form of the call or the message.
    public let isItem: Bool

    init(
        _ way: Way, token: EthereumAddress, owner: EthereumAddress? = nil, spender: EthereumAddress, amount: BigUInt,
        bits: Int = 256, expiration: BigUInt? = nil, deadline: BigUInt? = nil, isPermit2: Bool = false,
        isItem: Bool = false
    ) {
        self.way = way
        self.token = token
        self.owner = owner
        self.spender = spender
        self.amount = amount
        self.bits = bits
        self.expiration = expiration
        self.deadline = deadline
        self.isPermit2 = isPermit2
        self.isItem = isItem
    }

    /// Whether the amount stands for all there is and ever will be.
    ///
    /// That is half of what the field can hold, or the largest number of a smaller field: tokens that count in 96 or
    /// 128 bits take their own largest number for "without end".
    public var isUnlimited: Bool {
        guard way != .decrease, !isItem else { return false }
        let isAllOnes = amount & (amount + 1) == 0
        return amount.bitWidth >= bits || isAllOnes && amount.bitWidth >= 95
    }

    /// Whether the amount is more than any token in use has units.
    public var isLarge: Bool { way != .decrease && !isItem && amount.bitWidth > 120 }

    /// Whether it takes the permission away: nothing may be spent afterwards, or less.
    public var isRevocation: Bool { way == .decrease || amount == 0 && way != .increase && !isItem }
}
