public import Bridge

/// What is to be paid, to whom, and until when.
public struct PaymentInfo: Hashable, Sendable {
    /// Its status.
    public let status: PaymentStatus

    /// How much.
    public let amount: PaymentAmount

    /// The second since 1970 after which it can no longer be paid.
    public let expiresAt: Int64

    /// What the merchant calls itself: a stranger's text.
    public let merchantName: String

    /// Where the merchant's picture is; never loaded unasked.
    public let merchantIcon: String?

    /// The payer, once it is paid.
    public let buyer: PaymentBuyer?

    /// Creates the facts of a payment.
    public init(
        status: PaymentStatus, amount: PaymentAmount, expiresAt: Int64, merchantName: String,
        merchantIcon: String? = nil, buyer: PaymentBuyer? = nil
    ) {
        self.status = status
        self.amount = amount
        self.expiresAt = expiresAt
        self.merchantName = merchantName
        self.merchantIcon = merchantIcon
        self.buyer = buyer
    }

    /// Reads the gateway's object.
    ///
    /// - Throws: ``PayError/malformed``.
    public init(_ json: JSON) throws(PayError) {
        status = PaymentStatus(try json.text("status"))
        amount = try PaymentAmount(try json.member("amount"))
        expiresAt = try json.moment("expiresAt")
        let merchant = try json.member("merchant")
        merchantName = try merchant.text("name")
        merchantIcon = try merchant.textIfAny("iconUrl")
        // The payer is only for display; an unknown form of it is not an error.
        buyer = json.memberIfAny("buyer").flatMap { try? PaymentBuyer($0) }
    }
}
