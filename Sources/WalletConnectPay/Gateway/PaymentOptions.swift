public import Bridge

/// How a payment can be paid from the accounts that were named.
public struct PaymentOptions: Hashable, Sendable {
    /// The payment.
    public let paymentID: PaymentID

    /// The ways to pay, in the gateway's order; none where the payment is over or the accounts have too little.
    public let options: [PaymentOption]

    /// How many more ways there were that this wallet cannot read.
    public let unreadableCount: Int

    /// Whether one was left out because the gateway calls an asset by another name than the wallet, or counts it in
    /// other parts.
    public let isContradictory: Bool

    /// What is to be paid, where it was asked for.
    public let info: PaymentInfo?

    /// What must be known of the payer, for all accounts together.
    public let collectData: CollectData?

    /// What became of it, where it is over already.
    public let result: PaymentResult?

    /// Creates an answer.
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

    /// The most ways to pay that are read.
    static let mostOptions = 64

    /// Reads the gateway's answer about `payment`, whose `options` are `null` once it is over.
    ///
    /// One option that cannot be read does not take the others along. Two with one id do: which of them would be paid?
    ///
    /// - Throws: ``PayError/malformed``.
    public init(_ json: JSON, of payment: PaymentID) throws(PayError) {
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
