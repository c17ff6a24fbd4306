package import Bridge

/// The amount, the merchant and the expiry of a payment.
public struct PaymentInfo: Hashable, Sendable {
    /// Its status.
    public let status: PaymentStatus

    /// The amount.
    public let amount: PaymentAmount

    /// When it expires, in seconds since 1970.
    public let expiresAt: Int64

    /// The merchant's name: untrusted text.
    public let merchantName: String

    /// The URL of the merchant's icon; it is never loaded automatically.
    public let merchantIcon: String?

    /// The payer, once it is paid.
    public let buyer: PaymentBuyer?

    /// Creates the data of a payment.
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

    /// Parses the gateway's object.
    ///
    /// - Throws: ``PayError/malformed``.
    package init(_ json: JSON) throws(PayError) {
        status = PaymentStatus(try json.text("status"))
        amount = try PaymentAmount(try json.member("amount"))
        expiresAt = try json.moment("expiresAt")
        let merchant = try json.member("merchant")
        merchantName = try merchant.text("name")
        merchantIcon = try merchant.textIfAny("iconUrl")
        // The payer is only for display; an unknown form is not an error.
        buyer = json.memberIfAny("buyer").flatMap { try? PaymentBuyer($0) }
    }
}
