extension SumUpRequest {
    /// The platform that a link is for.
    public enum Platform: Hashable, Sendable, CaseIterable {
        /// A link that every platform parses in the same way.
        case any
        /// SumUp's app on iOS.
        case iOS
        /// SumUp's app on Android, also from a page there.
        case android
    }

    /// The link, strictly encoded.
    public func url(for platform: Platform = .any) -> String {
        var parameters: [(name: String, value: String)] = []
        func add(_ field: SumUpField, _ value: String?, unless other: Platform? = nil) {
            if let value, platform != other { parameters.append((field.rawValue, value)) }
        }
        add(.amount, amount.text, unless: .android)
        add(.total, amount.text, unless: .iOS)
        add(.currency, amount.currency.code)
        add(.affiliateKey, affiliateKey)
        add(.appID, appID, unless: .iOS)
        add(.title, title)
        add(.callbackFailure, returns.failure?.text, unless: .android)
        add(.callbackSuccess, returns.success?.text, unless: .android)
        add(.callback, returns.either?.text, unless: .iOS)
        add(.receiptEmail, receiptEmail)
        add(.receiptPhone, receiptPhone)
        add(.skipsSuccessScreen, skipsSuccessScreen ? "true" : nil)
        add(.foreignID, foreignID)
        for tag in tags { parameters.append((SumUpField.tag.rawValue + tag.name, tag.value)) }
        return "\(Self.scheme)://pay/1.0?" + SumUpQuery.text(parameters)
    }

    /// The scheme of the app's links.
    public static let scheme = "sumupmerchant"

    /// Whether `text` is meant for SumUp's app, as that app decides: by the start of its scheme alone.
    public static func isRequest(_ text: some StringProtocol) -> Bool {
        text.prefix { $0 != ":" }.lowercased().hasPrefix(scheme)
    }

    /// Parses a link from an untrusted source, such as a page.
    ///
    /// It is decoded in the same way as by SumUp's app, so that the wallet shows what the app would use: a `+` is a
    /// space in parameters that can contain spaces. In other parameters, as in `receipt-mobilephone=+49…`, the `+` is a
    /// plus sign, because libraries such as Foundation's `URLComponents` do not escape it. Links that the app tolerates
    /// but that are ambiguous are rejected, such as those with a second amount, a broken escape or another path.
    /// Parameters that no platform knows are left out.
    public init(parsing text: String) throws(SumUpError) {
        guard text.utf8.count <= Self.longest else { throw .tooLong }
        let fields = try Self.fields(text)
        func field(_ field: SumUpField) -> String? { fields[field.rawValue] }
        guard let currency = field(.currency) else { throw .missing(.currency) }
        guard let unit = SumUpCurrency(currency) else { throw .wrong(.currency, .form) }
        var amounts: [SumUpAmount] = []
        for name in [SumUpField.amount, .total] {
            if let text = field(name) { amounts.append(try SumUpAmount(text, unit, field: name)) }
        }
        guard let amount = amounts.first else { throw .missing(.amount) }
        guard amounts.allSatisfy({ $0 == amount }) else { throw .amountsDiffer }
        guard let key = field(.affiliateKey) else { throw .missing(.affiliateKey) }
        let prefix = SumUpField.tag.rawValue
        let tags = fields.keys.filter { $0.hasPrefix(prefix) }.sorted()
        try self.init(
            amount: amount.text, currency: currency, affiliateKey: key, appID: field(.appID), title: field(.title),
            receiptEmail: field(.receiptEmail), receiptPhone: field(.receiptPhone), foreignID: field(.foreignID),
            returns: Returns(
                success: try Self.address(field(.callbackSuccess), .callbackSuccess),
                failure: try Self.address(field(.callbackFailure), .callbackFailure),
                either: try Self.address(field(.callback), .callback)),
            skipsSuccessScreen: field(.skipsSuccessScreen)?.lowercased() == "true",
            tags: tags.map { Tag(String($0.dropFirst(prefix.utf8.count)), fields[$0] ?? "") })
    }

    /// The parameters of a Payment Switch link.
    private static func fields(_ text: String) throws(SumUpError) -> [String: String] {
        guard isRequest(text) else { throw .notARequest }
        guard let question = text.firstIndex(of: "?"), text[..<question].lowercased() == "sumupmerchant://pay/1.0"
        else {
            throw .notARequest
        }
        let pairs = try SumUpQuery.pairs(
            text[text.index(after: question)...],
            plusIsSpace: { name in
                SumUpField.withSpaces.contains { name == $0.rawValue || $0 == .tag && name.hasPrefix($0.rawValue) }
            })
        // An empty value counts as missing, because forms of pages send empty fields in this way.
        return Dictionary(pairs.filter { !$0.value.isEmpty }.map { ($0.name, $0.value) }) { first, _ in first }
    }

    private static func address(_ text: String?, _ field: SumUpField) throws(SumUpError) -> SumUpReturnAddress? {
        guard let text else { return nil }
        return try SumUpReturnAddress(text, field: field)
    }
}
