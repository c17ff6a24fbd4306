/// The payments that have a name, one for each journey.
public enum PaymentPreset: String, CaseIterable, Sendable {
    /// One option, USD Coin on Base, no questions.
    case usdc
    /// Tether by Permit2, which may take the token already.
    case usdt
    /// Tether by Permit2, which has to be allowed the token first.
    case usdtFirst = "usdt-first"
    /// Ether, by a transaction.
    case eth
    /// Several options, no questions.
    case several
    /// One option that wants data by a form.
    case form
    /// Several options that all want data by a form.
    case severalForm = "several-form"
    /// Several options of which one wants data by a form.
    case mixed
    /// One option that wants data in a list of fields.
    case fields
    /// One option whose form ends in an error.
    case formError = "form-error"
    /// Expired before it was opened.
    case expired
    /// Cancelled before it was opened.
    case cancelled
    /// Paid before it was opened.
    case paid
    /// Nothing of the payer's suffices.
    case insufficient
    /// Confirmed, and then not carried out.
    case failing
    /// Takes long to be carried out.
    case slow
    /// An offer that ends after 20 seconds.
    case shortQuote = "short-quote"
    /// What is to be signed is not what is shown.
    case lying

    /// The script of the payment.
    public var plan: PaymentPlan {
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
        case .form: plan.wantDataEverywhere(.hosted)
        case .severalForm:
            plan.options = all
            plan.wantDataEverywhere(.hosted)
        case .mixed:
            plan.options = all
            plan.options[1].collect = .hosted
        case .fields: plan.wantDataEverywhere(.fields)
        case .formError: plan.wantDataEverywhere(CollectPlan(.hosted, ending: .error))
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
    /// Lets the payment as a whole and each of its options want the same data, as the gateway does.
    fileprivate mutating func wantDataEverywhere(_ collect: CollectPlan) {
        self.collect = collect
        for index in options.indices { options[index].collect = collect }
    }
}
