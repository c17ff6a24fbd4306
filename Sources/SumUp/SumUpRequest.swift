/// A payment that SumUp's app is asked to take with a card reader.
///
/// It is well formed in every field; ``url(for:)`` is its one way out and `init(parsing:)` its one way in.
/// Source: SumUp Payment Switch, version 1.0 of the link, for iOS, Android and mobile web.
public struct SumUpRequest: Hashable, Sendable {
    /// What is to be paid.
    public let amount: SumUpAmount

    /// Who integrates the payment.
    public let affiliateKey: String

    /// The application for which the affiliate key was made; Android needs it.
    public let appID: String?

    /// What is sold: text of the caller's.
    public let title: String?

    /// The address to which the receipt is offered by mail.
    public let receiptEmail: String?

    /// The number to which the receipt is offered by text message.
    public let receiptPhone: String?

    /// The caller's own name of the payment.
    public let foreignID: String?

    /// Where the answer goes.
    public let returns: Returns

    /// Whether the screen that tells of the success is left out.
    public let skipsSuccessScreen: Bool

    /// Notes of the caller's, by their names.
    public let tags: [Tag]

    /// Where the answer goes, by the platform that reads it.
    public struct Returns: Hashable, Sendable {
        /// After a success, on iOS.
        public let success: SumUpReturnAddress?

        /// After a failure, on iOS.
        public let failure: SumUpReturnAddress?

        /// In either case, on Android.
        public let either: SumUpReturnAddress?

        /// Creates the addresses of which there are any.
        public init(
            success: SumUpReturnAddress? = nil, failure: SumUpReturnAddress? = nil, either: SumUpReturnAddress? = nil
        ) {
            (self.success, self.failure, self.either) = (success, failure, either)
        }

        /// One address for all.
        public init(_ address: SumUpReturnAddress) {
            self.init(success: address, failure: address, either: address)
        }

        /// All addresses, each once.
        public var all: [SumUpReturnAddress] {
            [success, failure, either].compactMap(\.self).reduce(into: []) { all, address in
                if !all.contains(address) { all.append(address) }
            }
        }
    }

    /// A note of the caller's.
    public struct Tag: Hashable, Sendable {
        /// Its name: letters, digits, `.`, `_` and `-`.
        public let name: String

        /// What it says.
        public let value: String

        /// Creates a note.
        public init(_ name: String, _ value: String) {
            (self.name, self.value) = (name, value)
        }
    }

    /// Checks and creates a request.
    ///
    /// - Parameters:
    ///   - amount: Decimal text with a point, such as `12.50`.
    ///   - currency: Three capital letters.
    ///   - affiliateKey: Visible ASCII, at most 256 characters.
    ///   - appID: Such as `com.example.sumUpPayments`: letters, digits, `_`, `-` and points.
    ///   - title: At most 256 characters, none that controls.
    ///   - receiptEmail: A plain address with one `@`.
    ///   - receiptPhone: Digits, with `+` and the country first or not.
    ///   - foreignID: Printable ASCII, at most 128 characters.
    ///   - returns: Where the answer goes.
    ///   - skipsSuccessScreen: Whether the screen that tells of the success is left out.
    ///   - tags: At most 16.
    /// - Throws: ``SumUpError``, which names the first value that is wrong.
    public init(
        amount: String, currency: String, affiliateKey: String, appID: String? = nil, title: String? = nil,
        receiptEmail: String? = nil, receiptPhone: String? = nil, foreignID: String? = nil,
        returns: Returns = Returns(),
        skipsSuccessScreen: Bool = false, tags: [Tag] = []
    ) throws(SumUpError) {
        guard let unit = SumUpCurrency(currency) else { throw .wrong(.currency, .form) }
        self.amount = try SumUpAmount(amount, unit)
        try SumUpRules.check(affiliateKey, .affiliateKey)
        try SumUpRules.check(appID, .appID)
        try SumUpRules.check(title, .title)
        try SumUpRules.check(receiptEmail, .receiptEmail)
        try SumUpRules.check(receiptPhone, .receiptPhone)
        try SumUpRules.check(foreignID, .foreignID)
        try SumUpRules.check(tags)
        self.affiliateKey = affiliateKey
        self.appID = appID
        self.title = title
        self.receiptEmail = receiptEmail
        self.receiptPhone = receiptPhone
        self.foreignID = foreignID
        self.returns = returns
        self.skipsSuccessScreen = skipsSuccessScreen
        self.tags = tags.sorted { $0.name < $1.name }
        guard url().utf8.count <= Self.longest else { throw .tooLong }
    }

    /// The longest link that is written or read, in bytes.
    public static let longest = 8_192

    /// The same payment with another place for the answer and, where it has none, a name.
    func answering(at address: SumUpReturnAddress, foreignID: String) throws(SumUpError) -> SumUpRequest {
        try copy(Returns(address), foreignID)
    }

    /// The same payment and, where it has none, with a name.
    func named(_ foreignID: String) throws(SumUpError) -> SumUpRequest {
        try copy(returns, foreignID)
    }

    private func copy(_ returns: Returns, _ foreignID: String) throws(SumUpError) -> SumUpRequest {
        try SumUpRequest(
            amount: amount.text, currency: amount.currency.code, affiliateKey: affiliateKey, appID: appID,
            title: title, receiptEmail: receiptEmail, receiptPhone: receiptPhone,
            foreignID: self.foreignID ?? foreignID, returns: returns, skipsSuccessScreen: skipsSuccessScreen,
            tags: tags)
    }
}
