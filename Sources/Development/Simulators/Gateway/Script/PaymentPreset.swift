/// Named payments for tests and demos.
package enum PaymentPreset: String, CaseIterable, Sendable {
    /// One option, USD Coin on Base, without data collection.
    case usdc
    /// Tether by Permit2, which is already approved.
    case usdt
    /// Tether by Permit2, which must be approved first.
    case usdtFirst = "usdt-first"
    /// Ether, by a transaction.
    case eth
    /// Several options without data collection.
    case several
    /// One option that requires a form.
    case form
    /// Several options that all require a form.
    case severalForm = "several-form"
    /// Several options, one of which requires a form.
    case mixed
    /// One option that requires data in a list of fields.
    case fields
    /// One option whose form reports an error.
    case formError = "form-error"
    /// Expired before it is opened.
    case expired
    /// Cancelled before it is opened.
    case cancelled
    /// Paid before it is opened.
    case paid
    /// No option, because the balances are insufficient.
    case insufficient
    /// Fails after the confirmation.
    case failing
    /// Takes a long time to process.
    case slow
    /// A quote that expires after 20 seconds.
    case shortQuote = "short-quote"
    /// The actions do not match the displayed option.
    case lying

    /// The plan of the payment.
    package var plan: PaymentPlan {
        let usdc = OptionPlan(.usdcOnBase, value: "25000000")
        let usdt = OptionPlan(.usdtOnEthereum, value: "25010000", eta: 15)
        let ether = OptionPlan(.etherOnEthereum, value: "8125000000000000", quoteSeconds: 120, eta: 30)
        let all = [usdc, OptionPlan(.usdcOnPolygon, value: "25000000"), usdt, ether]
        var plan = PaymentPlan([usdc])
        switch self {
        case .usdc: break
        case .usdt: plan.options = [usdt]
        case .usdtFirst:
            plan.options = [OptionPlan(.usdtOnPolygon, value: "25010000", eta: 15, approves: true)]
        case .eth: plan.options = [ether]
        case .several: plan.options = all
        case .form: plan.requireData(.hosted)
        case .severalForm:
            plan.options = all
            plan.requireData(.hosted)
        case .mixed:
            plan.options = all
            plan.options[1].collect = .hosted
        case .fields: plan.requireData(.fields)
        case .formError: plan.requireData(CollectPlan(.hosted, ending: .error))
        case .expired: plan.expiresIn = -60
        case .cancelled: plan.status = GatewayStatus.cancelled.rawValue
        case .paid: plan.status = GatewayStatus.succeeded.rawValue
        case .insufficient: plan.options = []
        case .failing:
            plan.timeline = [StatusStep(.processing), StatusStep(.failed)]
            plan.failureCode = "declined_user"
        case .slow: plan.timeline = [StatusStep(.processing, milliseconds: 90_000), StatusStep(.succeeded)]
        case .shortQuote:
            var quick = ether
            quick.quoteSeconds = 20
            plan.options = [quick]
        case .lying: plan.options[0].deviation = .amount
        }
        return plan
    }
}

extension PaymentPlan {
    /// Makes the payment and each of its options require the same data, as the gateway does.
    fileprivate mutating func requireData(_ collect: CollectPlan) {
        self.collect = collect
        for index in options.indices { options[index].collect = collect }
    }
}
