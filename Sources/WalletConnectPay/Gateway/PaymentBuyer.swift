public import Bridge

/// Who paid.
public struct PaymentBuyer: Hashable, Sendable {
    /// The account.
    public let account: AccountID

    /// The name of the wallet: a stranger's text.
    public let walletName: String?

    /// Where the wallet's picture is; never loaded unasked.
    public let walletIcon: String?

    /// Creates a buyer.
    public init(account: AccountID, walletName: String? = nil, walletIcon: String? = nil) {
        self.account = account
        self.walletName = walletName
        self.walletIcon = walletIcon
    }

    /// Reads the gateway's object.
    ///
    /// - Throws: ``PayError/malformed``.
    public init(_ json: JSON) throws(PayError) {
        guard let account = AccountID(try json.text("accountCaip10")) else { throw .malformed }
        self.account = account
        walletName = try json.textIfAny("accountProviderName")
        walletIcon = try json.textIfAny("accountProviderIcon")
    }
}
