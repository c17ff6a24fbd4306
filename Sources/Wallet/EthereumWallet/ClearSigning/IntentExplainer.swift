import BigInt
import Bridge
import ClearSigning
import Ethereum
import Messages

/// Explains an intent in plain language, with all the data that this needs.
struct IntentExplainer {
    let chain: Chain
    let signer: EthereumAddress?
    let known: [EthereumAddress: KnownAddress]
    let tokens: TokenBook
    let holdings: Holdings
    let now: Int64

    /// The host of the requesting page, for checks that depend on it; `nil` unless the connection to it is secure.
    var site: String?

    /// Whether the intent is signed and returned to the site instead of being sent to the network.
    var isMessage = false

    /// Whether a payment that the user started in the wallet asks for it.
    var isForMerchant = false

    /// Whether spender and amount match a payment that the user chose in the wallet; then the spender may be a person,
    /// and may take nearly the whole balance.
    var isPayment = false

    /// What simulations show, if that may stand in for what the wallet cannot read.
    var effects: SimulatedChanges?

    /// The balances of the tokens that leave in simulations.
    var simulatedBalances: [EthereumAddress: BigUInt] = [:]

    /// What the user has typed as the price of items; empty if nothing.
    var typedPrice = ""

    /// Explains a transaction; a descriptor is used if the wallet knows nothing better.
    func explanation(of intent: Intent, call: ContractCall, display: Display?, inner: [Intent]) -> Explanation {
        var explanation = explanation(of: intent, display: display, inner: inner)
        switch intent {
        case .call(let decoded): warn(aboutContract: decoded.contract, in: &explanation)
        case .action(let action): warn(aboutContract: action.contract, in: &explanation)
        case .blind(let blind) where explanation.isComplete: warn(aboutContract: blind.contract, in: &explanation)
        default: break
        }
        explanation.fields = Self.fields(of: intent)
        explanation.isSimulated = effects != nil
        explanation.worthSent = worthSent(by: intent)
        if intent.leavesCoinsBehind(of: call.value, on: chain.id) {
            explanation.warn(
                .danger, localized("The coins that no step uses stay in the contract, where anyone can take them."))
        }
        if !isTrifle(intent.unneededCoins(of: call.value), of: nil) {
            explanation.warn(
                .danger,
                localized("The exchange does not need all of the coins. Others can take the rest during the exchange."))
        }
        guard call.value > 0, intent.sendsMore else { return explanation }
        let coins = amount(call.value, token: nil)
        if isForMerchant, case .blind = intent, !explanation.isComplete {
            // The payment was compared with what the user chose, so at least its amount is known.
            explanation.summary = localizable(
                "Pay \(coins.said, as: "amount") with a call that the wallet cannot explain.")
            explanation.verb = localized("Pay")
            explanation.rows.insert(Approval.Row(localized("Amount"), coins.words, role: .amount), at: 0)
        } else {
            let isShown = explanation.rows.contains { $0.label == localized("You send") && $0.value == coins.words }
            if !isShown {
                explanation.rows.append(Approval.Row(localized("Also sends"), coins.words, role: .amount))
            }
            // What the coins are for is in the sentence only if the call says so.
            if !explanation.sentence.contains(coins.said.localized) {
                explanation.summary = localizable(
                    "\(explanation.summary, as: "action") This sends \(coins.said, as: "amount").")
            }
        }
        warn(aboutCoins: call.value, for: call.to, intent, in: &explanation)
        return explanation
    }

    /// Explains a call or a message that may have a descriptor; `inner` are the calls that the descriptor finds.
    ///
    /// Here, anything that is not fully explained becomes a danger.
    func explanation(of intent: Intent, display: Display?, inner: [Intent]) -> Explanation {
        var explanation = explanation(of: intent)
        var gaps = gaps(in: intent)
        let said = Set(intent.all)
        func isSaid(_ part: Intent) -> Bool { said.contains(part) }
        if let display {
            if let described = self.described(display, intent, by: explanation) {
                explanation = described
                // A descriptor shows the fields of a message, but does not judge what comes in return for an amount.
                let isJudged = intent.isOpaque && !display.isPartial && !(intent.isMessage && display.movesValue)
                gaps = isJudged ? [] : gaps
            }
            for (intent, part) in inner.map({ ($0, self.explanation(of: $0)) }) where !isSaid(intent) {
                explanation.rows.append(Approval.Row(localized("Step"), .trusted(part.sentence), role: .step))
                for warning in part.warnings { explanation.warn(warning.level, warning.text) }
                warn(aboutReturnsOf: intent, in: &explanation)
                gaps += self.gaps(in: intent)
            }
        }
        warn(aboutReturnsOf: intent, in: &explanation)
        if intent.leavesFundsBehind(on: chain.id) {
            explanation.warn(.danger, localized("What you receive stays in the contract, where anyone can take it."))
        }
        if intent.leavesDepositUnused {
            explanation.warn(
                .danger,
                localized("What you send stays in a vault: no order in this request uses it, but anyone else’s can."))
        }
        warn(aboutListing: explanation.listing, in: &explanation)
        explanation.isComplete = gaps.isEmpty
        if let effects, !gaps.isEmpty {
            apply(effects, to: &explanation, isBlind: intent.isOpaque)
        } else {
            for gap in gaps { explanation.warn(.danger, gap) }
        }
        return explanation
    }

    /// Explains an intent without a descriptor.
    func explanation(of intent: Intent) -> Explanation {
        switch intent {
        case .payment(let to, let amount): return payment(to, amount)
        case .transfer(let transfer): return self.transfer(transfer)
        case .allowance(let allowance): return self.allowance(allowance)
        case .control(let control): return self.control(control)
        case .order(let order): return self.order(order)
        case .action(let action): return self.action(action)
        case .grant(let grant): return self.grant(grant)
        case .call(let call): return self.call(call)
        case .blind(let call): return blind(call)
        case .wrap(let contract, let amount, let isBack):
            let amount = self.amount(amount, token: nil)
            var explanation = Explanation(
                isBack
                    ? localizable("Unwrap \(amount.said, as: "amount").")
                    : localizable("Wrap \(amount.said, as: "amount")."),
                verb: isBack ? localized("Unwrap") : localized("Wrap"))
            explanation.rows = [
                Approval.Row(localized("Amount"), amount.words, role: .amount),
                row(localized("Contract"), contract, role: .contract),
            ]
            return explanation
        case .creation(let creation):
            var explanation = Explanation(localizable("Create a contract."), verb: localized("Create"))
            if let address = creation.address {
                explanation.rows.append(Approval.Row(localized("Contract address"), .exact(address.description)))
            }
            let size = localized(
                "\(creation.size, as: "count") byte", plural: "\(creation.size, as: "count") bytes",
                count: creation.size)
            explanation.rows.append(Approval.Row(localized("Code"), .trusted(size)))
            explanation.warn(.danger, localized("The wallet cannot explain what the code of the new contract does."))
            return explanation
        case .message(let type):
            var explanation = Explanation(
                localizable("Sign data that the wallet cannot explain."), verb: localized("Sign"))
            explanation.rows = [Approval.Row(localized("Type"), .untrusted(type), role: .type)]
            return explanation
        }
    }

    /// Why parts of an intent are not explained, with one sentence for each reason; empty if everything is explained.
    private func gaps(in intent: Intent) -> [String] {
        guard !intent.isComplete else { return [] }
        var gaps: [String] = []
        for part in intent.all {
            let gap: String? =
                switch part {
                case .blind(let call): Self.gap(call.reason)
                case .message:
                    localized(
                        """
                        The wallet cannot explain what this signature allows: it may let others take everything \
                        that the account has.
                        """)
                case .call(let call) where !call.isRead:
                    localized("The wallet knows only the name of this function, not what it does with these values.")
                default: nil
                }
            if let gap, !gaps.contains(gap) { gaps.append(gap) }
        }
        return gaps
    }

    private static func gap(_ reason: BlindCall.Reason) -> String {
        switch reason {
        case .unknown, .short:
            localized(
                """
                The wallet cannot explain what this does: it may take everything that the account has. Continue \
                only if you trust the site completely.
                """)
        case .malformed(let name, _):
            localized(
                """
                The data looks like a call of \(name, as: "function") but is not a valid one. It may do something \
                else.
                """)
        case .deep:
            localized("The call contains more nested calls than the wallet can explain. Something may be hidden there.")
        }
    }

    private func warn(aboutContract contract: EthereumAddress?, in explanation: inout Explanation) {
        guard let contract else { return }
        explanation.contract = contract
        switch known[contract] {
        case .new?, .known?:
            guard !isUsed(contract, as: .contract) else { return }
            explanation.warn(.caution, localized("The wallet does not know this contract."))
        default: break
        }
    }

    private func payment(_ to: EthereumAddress, _ units: BigUInt) -> Explanation {
        let amount = amount(units, token: nil)
        let verb = isForMerchant ? localized("Pay") : localized("Send")
        var explanation = Explanation(
            payment(of: amount.said, to: who(to)), verb: isMessage ? localized("Sign") : verb)
        explanation.rows = [
            Approval.Row(localized("Amount"), amount.words, role: .amount), row(localized("To"), to, role: .recipient),
        ]
        if isTelling(units, of: nil) { explanation.recipients = [to] }
        // A cancellation is a transaction of zero to the account itself, and needs no warning about the recipient.
        if units > 0 || to != signer { warn(about: to, as: .recipient, getting: .coins, in: &explanation) }
        if let coins = holdings.coins, isNearlyAll(units, of: coins), isUnknown(to) {
            explanation.warn(
                .danger,
                localized("This is nearly all that the account has, sent to an address that is new to you."))
        }
        return explanation
    }

    private func blind(_ call: BlindCall) -> Explanation {
        var explanation = Explanation(
            isMessage
                ? localizable("Sign a contract call that the wallet cannot explain.")
                : localizable("Send a contract call that the wallet cannot explain."),
            verb: isMessage ? localized("Sign") : localized("Send"))
        explanation.rows = [row(localized("Contract"), call.contract, role: .contract)]
        if let selector = call.selector {
            explanation.rows.append(Approval.Row(localized("Function"), .exact(selector), note: localized("unknown")))
        }
        if case .lookAlike? = known[call.contract] { warn(about: call.contract, as: .contract, in: &explanation) }
        return explanation
    }

    /// Warns about native coin that is sent with a call.
    func warn(
        aboutCoins value: BigUInt, for contract: EthereumAddress?, _ intent: Intent, in explanation: inout Explanation
    ) {
        if !intent.mayTakeCoins {
            explanation.warn(
                isTrifle(value, of: nil) ? .caution : .danger,
                localized("This kind of call does not use coins. The coins sent with it may be lost."))
        }
        if let contract, isTrusted(contract) { return }
        if effects != nil {
            explanation.warn(.caution, Self.keepsCoins)
            return
        }
        explanation.warn(
            .danger,
            localized(
                """
                The wallet does not know the contract that receives the coins. It can keep them and give \
                nothing in return.
                """)
        )
    }
}

extension Intent {
    /// Whether the wallet cannot explain it itself, so that a descriptor may be used.
    var isOpaque: Bool {
        switch self {
        case .message: true
        case .blind(let call): call.reason == .unknown || call.isTrailing
        default: false
        }
    }

    /// Whether it is a structured message that the wallet does not know.
    fileprivate var isMessage: Bool {
        if case .message = self { true } else { false }
    }

    /// Whether it sends native coin that is not explained yet.
    fileprivate var sendsMore: Bool {
        switch self {
        case .payment: false
        case .wrap(_, _, let isBack): isBack
        default: true
        }
    }

    /// Whether a call of this kind is known to use native coin.
    fileprivate var mayTakeCoins: Bool {
        switch self {
        case .blind, .creation, .payment, .message, .order: true
        case .call(let call): call.inner.isEmpty || call.inner.contains { $0.value > 0 || $0.intent.mayTakeCoins }
        case .action(let action): action.takesCoins
        case .transfer, .allowance, .control, .wrap, .grant: false
        }
    }
}

extension BlindCall {
    /// Whether it is a known call with extra data after its arguments.
    fileprivate var isTrailing: Bool {
        if case .malformed(_, .trailing) = reason { true } else { false }
    }
}
