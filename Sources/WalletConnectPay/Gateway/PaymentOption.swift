public import Bridge

/// One way to pay: from which account, with how much of what.
///
/// Its id lives only as long as the answer it came in: the next one brings new ids and ends the old. An option is found
/// again by ``PaymentAmount/unit`` and ``account``.
public struct PaymentOption: Hashable, Sendable, Identifiable {
    /// The gateway's name for it; opaque, at most 65,536 bytes.
    public let id: String

    /// The account that pays.
    public let account: AccountID

    /// What leaves the account.
    public let amount: PaymentAmount

    /// How many seconds it takes, by the gateway's estimate.
    public let etaSeconds: Int64?

    /// The second since 1970 after which the price has expired; `nil` if no exchange is involved.
    public let expiresAt: Int64?

    /// What the wallet has to do, as far as it came along.
    public let actions: [PaymentAction]

    /// What must be known of the payer first; `nil` where nothing is asked for this account.
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

    /// Reads the gateway's object.
    ///
    /// - Throws: ``PayError/malformed``.
    public init(_ json: JSON) throws(PayError) {
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
