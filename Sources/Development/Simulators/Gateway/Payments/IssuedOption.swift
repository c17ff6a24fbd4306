internal import Bridge

/// A payment option with an ID, which is valid until the options are requested again.
struct IssuedOption: Sendable {
    let id: String
    let plan: OptionPlan
    let account: AccountText

    /// The actions that the payer must perform.
    let actions: [JSON]

    /// When the quote expires, in seconds since 1970; `nil` if that is not stated.
    private(set) var expiresAt: Int64?

    init(_ plan: OptionPlan, account: AccountText, now: Int64, deadline: Int64) {
        id = "opt_" + RandomText.hexadecimal(digits: 32)
        self.plan = plan
        self.account = account
        actions = ActionMaker(option: plan, account: account, deadline: deadline).actions()
        expiresAt = plan.quoteSeconds.map { now + Int64($0) }
    }

    /// The same option with a quote that expires at `moment`.
    func expiring(at moment: Int64) -> IssuedOption {
        var copy = self
        copy.expiresAt = moment
        return copy
    }

    /// Whether the actions are fetched separately instead of listed in the option.
    var isBuilt: Bool { plan.asset.way == .transaction }

    /// The actions as they are listed in the option.
    var offered: [JSON] { isBuilt ? [["type": "build", "data": ["data": ""]]] : actions }

    /// The amount and its asset.
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
