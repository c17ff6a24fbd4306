/// A payment that the user makes in the wallet's own window, for which a payment service requests signatures.
///
/// The user chose the account that pays, so the payment may use that account and its chain, and nothing else; it gets
/// no grant, and a page of the same origin gets none of the payment's permissions.
public struct PaymentPeer: Hashable, Sendable {
    /// The payment service.
    public let origin: Origin

    /// The service's ID of the payment.
    public let id: String

    /// The account that the user pays from, with its chain (CAIP-10), such as `eip155:8453:0x…`.
    public let account: String

    /// The merchant's name, as the payment service reports it: untrusted text.
    public let merchant: String?

    /// The amount that the merchant requests, in the wallet's own words, such as `25.00 USD`.
    public let invoice: String?

    /// The wallet's own ID for its actions for the payment, by which it finds a transaction after a restart; no service
    /// or page chooses it.
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
