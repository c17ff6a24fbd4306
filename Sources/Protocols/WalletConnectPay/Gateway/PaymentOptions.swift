package import Bridge

/// The options to pay a payment from the given accounts.
public struct PaymentOptions: Hashable, Sendable {
    /// The payment.
    public let paymentID: PaymentID

    /// The options, in the gateway's order; empty if the payment is over or the balances are too low.
    public let options: [PaymentOption]

    /// The number of further options that this wallet cannot parse.
    public let unreadableCount: Int

    /// Whether an option was left out because the gateway gives an asset another name or another number of decimals
    /// than the wallet.
    public let isContradictory: Bool

    /// The data of the payment, if it was requested.
    public let info: PaymentInfo?

    /// The data about the payer that is required, for all accounts together.
    public let collectData: CollectData?

    /// The result of the payment, if it is already over.
    public let result: PaymentResult?

    /// Creates a response.
    public init(
        paymentID: PaymentID, options: [PaymentOption], unreadableCount: Int = 0, isContradictory: Bool = false,
        info: PaymentInfo? = nil, collectData: CollectData? = nil, result: PaymentResult? = nil
    ) {
        self.paymentID = paymentID
        self.options = options
        self.unreadableCount = unreadableCount
        self.isContradictory = isContradictory
        self.info = info
        self.collectData = collectData
        self.result = result
    }

    /// The maximum number of options.
    static let mostOptions = 64

    /// Parses the gateway's response about `payment`, whose `options` are `null` once it is over.
    ///
    /// An option that cannot be parsed does not invalidate the others. Two options with the same ID make the response
    /// invalid, because it would be unclear which one is paid.
    ///
    /// - Throws: ``PayError/malformed``.
    package init(_ json: JSON, of payment: PaymentID) throws(PayError) {
        guard json.object != nil else { throw .malformed }
        let elements = try json.elements("options")
        guard elements.count <= Self.mostOptions else { throw .malformed }
        options = elements.compactMap { try? PaymentOption($0) }
        unreadableCount = elements.count - options.count
        isContradictory = false
        guard Set(options.map(\.id)).count == options.count else { throw .malformed }
        paymentID = payment
        info = try json.memberIfAny("info").map { json throws(PayError) in try PaymentInfo(json) }
        collectData = try CollectData.read(in: json)
        result = json.memberIfAny("resultInfo").flatMap { try? PaymentResult($0) }
    }
}
