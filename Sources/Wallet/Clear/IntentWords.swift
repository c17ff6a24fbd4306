import BigInt
import Bridge
import Ethereum

/// Puts an intent into words, with everything looked up that it takes.
struct IntentWords {
    let chain: Chain
    let signer: EthereumAddress?
    let known: [EthereumAddress: Acquaintance]
    let tokens: TokenBook
    let holdings: Holdings
    let now: Int64

    /// Explains a transaction; what a descriptor says counts where nothing better is known.
    func explanation(of intent: Intent, call: ContractCall, display: Display?, inner: [Intent]) -> Explanation {
        var explanation = explanation(of: intent, display: display, inner: inner)
        if case .call(let decoded) = intent {
            explanation.recipients.append(decoded.contract)
            if known[decoded.contract] == .new {
                explanation.warn(.caution, "You have never used this contract before.")
            }
        }
        explanation.fields = Self.fields(of: intent)
        guard call.value > 0, intent.sendsMore else { return explanation }
        explanation.rows.append(Approval.Row("Sends along", amount(call.value, token: nil).words))
        if !intent.mayTakeCoins {
            explanation.warn(.caution, "A call of this kind takes no coins; those that go along may be lost.")
        }
        return explanation
    }

    /// Explains a call or a message that a descriptor may speak of; `inner` are the calls that it finds inside.
    func explanation(of intent: Intent, display: Display?, inner: [Intent]) -> Explanation {
        let plain = explanation(of: intent)
        guard let display else { return plain }
        var described: Explanation
        switch intent {
        case .call:
            // The descriptor's words do not hide what lies inside.
            described = self.described(display, by: plain)
            described.warnings = plain.warnings
            described.recipients = plain.recipients
            described.rows += plain.rows.filter { Int($0.label) != nil || $0.label == "Goes to" }
        case .message:
            described = self.described(display, by: plain)
            described.warnings = plain.warnings
        case .blind(let call) where call.reason == .unknown: described = self.described(display, by: plain)
        default: return plain
        }
        for part in inner.map({ explanation(of: $0) }) {
            described.rows.append(Approval.Row("Inside", .ours(part.sentence)))
            for warning in part.warnings { described.warn(warning.level, warning.text) }
        }
        return described
    }

    /// Explains an intent by itself.
    func explanation(of intent: Intent) -> Explanation {
        switch intent {
        case .payment(let to, let amount): return payment(to, amount)
        case .transfer(let transfer): return self.transfer(transfer)
        case .allowance(let allowance): return self.allowance(allowance)
        case .control(let control): return self.control(control)
        case .order(let order): return self.order(order)
        case .call(let call): return self.call(call)
        case .blind(let call): return blind(call)
        case .wrap(let contract, let amount, let isBack):
            let amount = self.amount(amount, token: nil)
            var explanation = Explanation(
                isBack
                    ? "Change \(amount.said) back from its wrapped form."
                    : "Change \(amount.said) into its wrapped form.",
                verb: isBack ? "Unwrap" : "Wrap")
            explanation.rows = [
                Approval.Row("Amount", amount.words), Approval.Row("Contract", .exact(contract.description)),
            ]
            return explanation
        case .creation(let creation):
            var explanation = Explanation("Create a contract.", verb: "Create")
            if let address = creation.address {
                explanation.rows.append(Approval.Row("Its address", .exact(address.description)))
            }
            explanation.rows.append(Approval.Row("Code", .ours("\(creation.size) bytes")))
            return explanation
        case .message(let type):
            var explanation = Explanation("Sign structured data.", verb: "Sign")
            explanation.isExplained = false
            explanation.rows = [Approval.Row("Kind", .theirs(type))]
            if Self.spending.contains(type) {
                explanation.warn(
                    .danger,
                    "The message has the name of one that lets somebody else spend your tokens, but another form. "
                        + "What it allows cannot be explained.")
            }
            return explanation
        }
    }

    private func payment(_ to: EthereumAddress, _ units: BigUInt) -> Explanation {
        let amount = amount(units, token: nil)
        var explanation = Explanation("Send \(amount.said) to \(who(to)).", verb: "Send")
        explanation.rows = [Approval.Row("Amount", amount.words), row("To", to)]
        explanation.recipients = [to]
        warn(about: to, as: .recipient, in: &explanation)
        return explanation
    }

    private func blind(_ call: BlindCall) -> Explanation {
        var explanation = Explanation("Send data that cannot be explained to a contract.", verb: "Sign anyway")
        explanation.isExplained = false
        explanation.rows = [row("Contract", call.contract)]
        if let selector = call.selector {
            explanation.rows.append(Approval.Row("Function", .exact(selector), note: "unknown"))
        }
        switch call.reason {
        case .unknown, .short:
            explanation.warn(
                .danger,
                "The wallet cannot tell what this will do: it may move or give away everything that the account has. "
                    + "Go on only if you trust the site entirely.")
        case .malformed(let name, _):
            explanation.warn(
                .danger,
                "The data begins like a call of \(name), but is none. It may do something else than it seems to.")
        case .deep:
            explanation.warn(
                .danger, "The call holds calls inside calls, more than can be explained. Something may be hidden there."
            )
        }
        if case .lookAlike? = known[call.contract] { warn(about: call.contract, as: .contract, in: &explanation) }
        return explanation
    }

    /// The types by which tokens are given away: EIP-2612, DAI, Permit2.
    private static let spending: Set<String> = [
        "Permit", "PermitSingle", "PermitBatch", "PermitTransferFrom", "PermitBatchTransferFrom",
        "PermitWitnessTransferFrom", "PermitBatchWitnessTransferFrom", "OrderComponents", "SafeTx",
    ]
}

extension Intent {
    /// Whether coins that go along are not told of already.
    fileprivate var sendsMore: Bool {
        switch self {
        case .payment: false
        case .wrap(_, _, let isBack): isBack
        default: true
        }
    }

    /// Whether a call like this is known to have a use for coins.
    fileprivate var mayTakeCoins: Bool {
        switch self {
        case .call, .blind, .creation, .payment, .message, .order: true
        case .transfer, .allowance, .control, .wrap: false
        }
    }
}
