/// A payment that SumUp's app is asked to take with a card reader.
///
/// Every field is valid; ``url(for:)`` is the only way to write it as a link, and `init(parsing:)` is the only way to
/// parse a link. Source: SumUp Payment Switch, version 1.0 of the link, for iOS, Android and mobile web.
public struct SumUpRequest: Hashable, Sendable {
    /// The amount to pay.
    public let amount: SumUpAmount

    /// The affiliate key of the integrator.
    public let affiliateKey: String

    /// The application for which the affiliate key was made; Android needs it.
    public let appID: String?

    /// A title of the purchase: text of the caller.
    public let title: String?

    /// The address to which the receipt is offered by mail.
    public let receiptEmail: String?

    /// The number to which the receipt is offered by text message.
    public let receiptPhone: String?

    /// The caller's own ID of the payment.
    public let foreignID: String?

    /// The callback addresses.
    public let returns: Returns

    /// Whether SumUp's success screen is skipped.
    public let skipsSuccessScreen: Bool

    /// The caller's own tags.
    public let tags: [Tag]

    /// The callback addresses, by platform.
    public struct Returns: Hashable, Sendable {
        /// After a success, on iOS.
        public let success: SumUpReturnAddress?

        /// After a failure, on iOS.
        public let failure: SumUpReturnAddress?

        /// In either case, on Android.
        public let either: SumUpReturnAddress?

        /// Creates the addresses; each can be missing.
        public init(
            success: SumUpReturnAddress? = nil, failure: SumUpReturnAddress? = nil, either: SumUpReturnAddress? = nil
        ) {
            (self.success, self.failure, self.either) = (success, failure, either)
        }

        /// Creates the same address for all cases.
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

    /// A tag of the caller.
    public struct Tag: Hashable, Sendable {
        /// Its name: letters, digits, `.`, `_` and `-`.
        public let name: String

        /// Its value.
        public let value: String

        /// Creates a tag.
        public init(_ name: String, _ value: String) {
            (self.name, self.value) = (name, value)
        }
    }

    /// Checks and creates a request.
    ///
    /// - Parameters:
    ///   - amount: Decimal text with a decimal point, such as `12.50`.
    ///   - currency: Three capital letters.
    ///   - affiliateKey: Visible ASCII, at most 256 characters.
    ///   - appID: Such as `com.example.sumUpPayments`: letters, digits, `_`, `-` and dots.
    ///   - title: At most 256 characters, without control characters.
    ///   - receiptEmail: A plain address with one `@`.
    ///   - receiptPhone: Digits, optionally with `+` and the country code first.
    ///   - foreignID: Printable ASCII, at most 128 characters.
    ///   - returns: The callback addresses.
    ///   - skipsSuccessScreen: Whether SumUp's success screen is skipped.
    ///   - tags: At most 16.
    /// - Throws: ``SumUpError``, which names the first invalid value.
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

    /// The maximum length of a link, in bytes.
    public static let longest = 8_192

    /// The same payment with another callback address and, if it has no ID, with this one.
    func answering(at address: SumUpReturnAddress, foreignID: String) throws(SumUpError) -> SumUpRequest {
        try copy(Returns(address), foreignID)
    }

    /// The same payment and, if it has no ID, with this one.
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
