internal import BigInt

/// Everything that a script says about one payment.
public struct PaymentPlan: Hashable, Sendable {
    /// What the merchant asks for: `iso4217/USD` or a unit of CAIP-19.
    public var unit = "iso4217/USD"

    /// How much, in the smallest unit, as decimal digits.
    public var value = "2500"

    /// Who is paid.
    public var merchant = "Corner Shop"

    /// The address of the merchant's picture.
    public var merchantIcon: String?

    /// How long the payment can be paid, in seconds.
    public var expiresIn = 300

    /// Its status at the start; usually a value of ``GatewayStatus``.
    public var status = GatewayStatus.requiresAction.rawValue

    /// The ways to pay it.
    public var options: [OptionPlan] = []

    /// The data that every option wants; `nil` for none.
    public var collect: CollectPlan?

    /// Its life after it was confirmed.
    public var timeline: [StatusStep] = [StatusStep(.processing), StatusStep(.succeeded)]

    /// After how many milliseconds to ask again; `nil` where nothing is said.
    public var pollMilliseconds: Int? = 1000

    /// Why it failed, where it does.
    public var failureCode: String?

    /// Whether responses contain unknown members and values.
    public var hasUnknowns = false

    /// Whether the options of an ended payment are `null`, as the live gateway was seen to answer, and not an empty
    /// list, as its description says.
    public var endsWithNull = false

    /// Creates a payment of $ 25.00 that nothing can pay yet.
    public init(_ options: [OptionPlan] = []) {
        self.options = options
    }

    /// The same payment at another price, with each option's amount in proportion.
    public func priced(cents: Int) -> PaymentPlan { priced(BigUInt(max(0, cents))) }

    /// The same payment at another price, in the smallest unit, with each option's amount in proportion.
    func priced(_ price: BigUInt) -> PaymentPlan {
        var plan = self
        let before = max(1, BigUInt(value, radix: 10) ?? 1)
        plan.value = String(price)
        for index in options.indices {
            let part = BigUInt(options[index].value, radix: 10) ?? 0
            plan.options[index].value = String(max(1, part * price / before))
        }
        return plan
    }
}
