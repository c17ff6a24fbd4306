public import Bridge

/// The payer of a payment.
public struct PaymentBuyer: Hashable, Sendable {
    /// The account.
    public let account: AccountID

    /// The name of the wallet: untrusted text.
    public let walletName: String?

    /// The URL of the wallet's icon; it is never loaded automatically.
    public let walletIcon: String?

    /// Creates a buyer.
    public init(account: AccountID, walletName: String? = nil, walletIcon: String? = nil) {
        self.account = account
        self.walletName = walletName
        self.walletIcon = walletIcon
    }

    /// Parses the gateway's object.
    ///
    /// - Throws: ``PayError/malformed``.
    package init(_ json: JSON) throws(PayError) {
        guard let account = AccountID(try json.text("accountCaip10")) else { throw .malformed }
        self.account = account
        walletName = try json.textIfAny("accountProviderName")
        walletIcon = try json.textIfAny("accountProviderIcon")
    }
}
