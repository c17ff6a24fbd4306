internal import Bridge

/// A way to pay under the name that it has until options are asked for again.
struct IssuedOption: Sendable {
    let id: String
    let plan: OptionPlan
    let account: AccountText

    /// What the payer has to do.
    let actions: [JSON]

    /// When the offer ends, in seconds since 1970; `nil` if it has no stated end.
    private(set) var expiresAt: Int64?

    init(_ plan: OptionPlan, account: AccountText, now: Int64, deadline: Int64) {
        id = "opt_" + RandomText.hexadecimal(digits: 32)
        self.plan = plan
        self.account = account
        actions = ActionMaker(option: plan, account: account, deadline: deadline).actions()
        expiresAt = plan.quoteSeconds.map { now + Int64($0) }
    }

    /// The same option with an offer that ends at `moment`.
    func expiring(at moment: Int64) -> IssuedOption {
        var copy = self
        copy.expiresAt = moment
        return copy
    }

    /// Whether what to do is fetched instead of told at once.
    var isBuilt: Bool { plan.asset.way == .transaction }

    /// The actions as they stand in the option.
    var offered: [JSON] { isBuilt ? [["type": "build", "data": ["data": ""]]] : actions }

    /// How much is paid, and with what.
    var amount: JSON {
        [
            "unit": .string(plan.asset.unit), "value": .string(plan.value),
            "display": [
                "assetSymbol": .string(plan.asset.symbol), "assetName": .string(plan.asset.name),
                "decimals": .number(JSONNumber(plan.asset.decimals)), "iconUrl": nil, "networkIconUrl": nil,
                "networkName": .string(plan.asset.network),
            ],
        ]
    }
}
