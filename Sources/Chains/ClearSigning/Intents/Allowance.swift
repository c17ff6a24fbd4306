public import Ethereum
public import BigInt

/// A permission for another account to spend tokens.
public struct Allowance: Hashable, Sendable {
    /// How the permission is granted.
    public enum Way: Hashable, Sendable {
        /// By a transaction that sets it (`approve` of ERC-20, and of Permit2).
        case approve
        /// By a transaction that adds to it.
        case increase
        /// By a transaction that reduces it.
        case decrease
        /// By a signature that anyone can submit (EIP-2612, DAI, Permit2).
        case permit
        /// By a signature that is valid for one transfer (Permit2 SignatureTransfer).
        case once
    }

    /// How the permission is granted.
    public let way: Way

    /// The contract of the token.
    public let token: EthereumAddress

    /// The owner of the tokens; `nil` for the signer.
    public let owner: EthereumAddress?

    /// The account that may spend them.
    public let spender: EthereumAddress

    /// The amount in the token's smallest unit, or the ID of the item.
    public let amount: BigUInt

    /// The width in bits of the field that holds the amount.
    public let bits: Int

    /// When the permission expires, in seconds since 1970; `nil` if it never does.
    public let expiration: BigUInt?

    /// The signature's deadline, in seconds since 1970; `nil` if it has none.
    public let deadline: BigUInt?

    /// Whether the permission is granted in the Permit2 contract instead of the token contract.
    public let isPermit2: Bool

    /// Whether ``amount`` is the ID of one item of a collection, judged by the form of the call or message.
    public let isItem: Bool

    /// The ID of the item of which ``amount`` may be taken (ERC-6909); `nil` for a token without items.
    public let item: BigUInt?

    init(
        _ way: Way, token: EthereumAddress, owner: EthereumAddress? = nil, spender: EthereumAddress, amount: BigUInt,
        bits: Int = 256, expiration: BigUInt? = nil, deadline: BigUInt? = nil, isPermit2: Bool = false,
        isItem: Bool = false, item: BigUInt? = nil
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
        self.item = item
    }

    /// Whether the amount is effectively unlimited.
    ///
    /// That is at least half of the field's range, or the maximum of a narrower field: tokens with 96-bit or 128-bit
    /// balances use their own maximum for "unlimited".
    public var isUnlimited: Bool {
        guard way != .decrease, !isItem else { return false }
        let isAllOnes = amount & (amount + 1) == 0
        return amount.bitWidth >= bits || isAllOnes && amount.bitWidth >= 95
    }

    /// Whether the amount exceeds the total supply of any token in use.
    public var isLarge: Bool { way != .decrease && !isItem && amount.bitWidth > 120 }

    /// Whether it revokes or reduces the permission.
    public var isRevocation: Bool { way == .decrease || amount == 0 && way != .increase && !isItem }
}
