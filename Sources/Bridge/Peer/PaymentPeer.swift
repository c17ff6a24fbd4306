/// A payment that the user runs in the wallet's own window, for which a payment service says what is to be signed.
///
/// The user chose the account that pays, so the payment may use that account and its chain, and nothing else; it gets
/// no grant, and a page of the same origin nothing of what the payment may.
public struct PaymentPeer: Hashable, Sendable {
    /// The payment service.
    public let origin: Origin

    /// The service's name for the payment.
    public let id: String

    /// The account that the user pays from, with its chain (CAIP-10), such as `eip155:8453:0x…`.
    public let account: String

    /// What the merchant calls itself, as the payment service says: a stranger's text.
    public let merchant: String?

    /// How much the merchant asks for, in the wallet's own words, such as `25.00 USD`.
    public let invoice: String?

    /// The wallet's own name for what it does here for the payment, by which it finds a transaction again after a
    /// restart; no service and no page has chosen it.
    public let purpose: String?

    /// Creates a peer.
    public init(
        origin: Origin, id: String, account: String, merchant: String? = nil, invoice: String? = nil,
        purpose: String? = nil
    ) {
        self.origin = origin
        self.id = id
        self.account = account
        self.merchant = merchant
        self.invoice = invoice
        self.purpose = purpose
    }
}
