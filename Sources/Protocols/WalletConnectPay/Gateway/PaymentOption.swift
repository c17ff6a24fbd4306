public import Bridge

/// An option to pay: an account, and an amount of an asset.
///
/// Its ID is valid only until the next response, which has new IDs. To find an option again, compare
/// ``PaymentAmount/unit`` and ``account``.
public struct PaymentOption: Hashable, Sendable, Identifiable {
    /// The gateway's ID of the option; opaque, at most 65,536 bytes.
    public let id: String

    /// The account that pays.
    public let account: AccountID

    /// The amount that leaves the account.
    public let amount: PaymentAmount

    /// The gateway's estimate of the duration, in seconds.
    public let etaSeconds: Int64?

    /// When the price expires, in seconds since 1970; `nil` if no exchange is involved.
    public let expiresAt: Int64?

    /// The actions of the wallet, as far as they were included.
    public let actions: [PaymentAction]

    /// The data about the payer that is required first; `nil` if none is requested for this account.
    public let collectData: CollectData?

    /// Creates an option.
    public init(
        id: String, account: AccountID, amount: PaymentAmount, etaSeconds: Int64? = nil, expiresAt: Int64? = nil,
        actions: [PaymentAction] = [], collectData: CollectData? = nil
    ) {
        self.id = id
        self.account = account
        self.amount = amount
        self.etaSeconds = etaSeconds
        self.expiresAt = expiresAt
        self.actions = actions
        self.collectData = collectData
    }

    /// Parses the gateway's object.
    ///
    /// - Throws: ``PayError/malformed``.
    package init(_ json: JSON) throws(PayError) {
        id = try json.text("id")
        guard 1...65_536 ~= id.utf8.count, let account = AccountID(try json.text("account")) else { throw .malformed }
        self.account = account
        amount = try PaymentAmount(try json.member("amount"))
        etaSeconds = try json.integerIfAny("etaS")
        expiresAt = try json.momentIfAny("expiresAt")
        actions = try PaymentAction.list(try json.elements("actions"))
        collectData = try CollectData.read(in: json)
    }
}
