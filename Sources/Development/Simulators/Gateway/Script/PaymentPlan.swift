internal import BigInt

/// The script of one payment.
package struct PaymentPlan: Hashable, Sendable {
    /// The unit of the price: `iso4217/USD` or a CAIP-19 unit.
    package var unit = "iso4217/USD"

    /// The price in the smallest unit, as decimal digits.
    package var value = "2500"

    /// The merchant's name.
    package var merchant = "Corner Shop"

    /// The URL of the merchant's icon.
    package var merchantIcon: String?

    /// How long the payment can be paid, in seconds.
    package var expiresIn = 300

    /// The initial status; usually a value of ``GatewayStatus``.
    package var status = GatewayStatus.requiresAction.rawValue

    /// The payment options.
    package var options: [OptionPlan] = []

    /// The data that every option requires; `nil` for none.
    package var collect: CollectPlan?

    /// The statuses after the confirmation.
    package var timeline: [StatusStep] = [StatusStep(.processing), StatusStep(.succeeded)]

    /// The suggested interval between polls in milliseconds; `nil` for none.
    package var pollMilliseconds: Int? = 1000

    /// The failure code, if the payment fails.
    package var failureCode: String?

    /// Whether responses contain unknown members and values.
    package var hasUnknowns = false

    /// Whether the options of a final payment are `null`, as observed from the live gateway, instead of the empty list
    /// of its description.
    package var endsWithNull = false

    /// Creates a payment of $25.00 without options.
    package init(_ options: [OptionPlan] = []) {
        self.options = options
    }

    /// The same payment with another price; the amount of each option changes in proportion.
    package func priced(cents: Int) -> PaymentPlan { priced(BigUInt(max(0, cents))) }

    /// The same payment with another price in the smallest unit; the amount of each option changes in proportion.
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
