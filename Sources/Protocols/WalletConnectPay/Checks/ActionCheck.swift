internal import BigInt
internal import Bridge
internal import Ethereum

/// Compares the data to sign with what the user was shown.
///
/// The gateway provides both the option and the actions, and only this check compares them. It accepts one payment of
/// exactly the option's amount, from its account, on its chain, preceded by at most one approval that Permit2 needs for
/// the token, and that by at most one that sets it to zero. Everything else stops the payment.
public enum ActionCheck {
    /// The maximum number of actions that a payment needs: two approvals for Permit2, and the payment.
    public static let most = 3

    /// The number of seconds after the payment's expiry during which a signature may still be valid; the gateway can
    /// use it until then.
    public static let grace: Int64 = 3_600

    /// The members of a transaction that only the wallet chooses; the gateway's values are ignored.
    private static let chosenByWallet = [
        "nonce", "gas", "gasLimit", "gasPrice", "maxFeePerGas", "maxPriorityFeePerGas",
    ]

    /// Whether this wallet can pay `option`: an amount of the native coin or a token of an EVM chain, from an account
    /// on that chain.
    public static func isPayable(_ option: PaymentOption) -> Bool { Terms(option, now: 0, end: 0) != nil }

    /// Compares `actions` with `option`, at the time `now`, for a payment that expires at `end`; both are in seconds
    /// since 1970.
    ///
    /// - Returns: The actions in order, each with what it does.
    /// - Throws: ``PayError/action(_:)``.
    public static func check(
        _ actions: [PaymentAction], for option: PaymentOption, now: Int64, end: Int64
    ) throws(PayError) -> [CheckedAction] {
        guard let terms = Terms(option, now: now, end: end) else { throw .action(.unsupported) }
        guard 1...most ~= actions.count else { throw .action(.count) }
        var checked: [CheckedAction] = []
        for action in actions { checked.append(try check(Self.withoutFees(action), by: terms)) }
        switch checked.map(\.kind) {
        case [.payment], [.signature]: return checked
        // An approval for Permit2 is only useful before a signature for Permit2.
        case [.approval, .signature] where checked[1].isPermit2: return checked
        case [.reset, .approval, .signature] where checked[2].isPermit2: return checked
        default: throw .action(.order)
        }
    }

    private static func check(_ action: PaymentAction, by terms: Terms) throws(PayError) -> CheckedAction {
        guard case .rpc(let chain, let method, let params) = action else { throw .action(.unsupported) }
        guard chain == terms.chain else { throw .action(.chain) }
        switch method {
        case "eth_signTypedData_v4", "eth_signTypedData":
            return try terms.checkTypedData(params, version: .v4).action(action)
        case "eth_signTypedData_v3": return try terms.checkTypedData(params, version: .v3).action(action)
        case "eth_sendTransaction": return CheckedAction(action, try terms.checkTransaction(params))
        default: throw .action(.unsupported)
        }
    }

    /// The same action without the members that only the wallet chooses.
    private static func withoutFees(_ action: PaymentAction) -> PaymentAction {
        guard case .rpc(let chain, "eth_sendTransaction", let params) = action, params.array?.count == 1,
            var transaction = params[0]?.object
        else { return action }
        for member in chosenByWallet { transaction[member] = nil }
        return .rpc(chain: chain, method: "eth_sendTransaction", params: [.object(transaction)])
    }
}

/// An action that was compared with the option that was shown, with what it does.
public struct CheckedAction: Hashable, Sendable {
    /// The action.
    public let action: PaymentAction

    /// What it does.
    public let kind: PaymentAttempt.Step.Kind

    /// The time until which its signature can be used, in seconds since 1970; `nil` for a transaction.
    let usableUntil: Int64?

    /// Whether it is a signature with which Permit2 moves the token.
    let isPermit2: Bool

    /// Whether the wallet added it, so that the gateway gets no result for it.
    let isOwn: Bool

    init(
        _ action: PaymentAction, _ kind: PaymentAttempt.Step.Kind, usableUntil: Int64? = nil, isPermit2: Bool = false,
        isOwn: Bool = false
    ) {
        self.action = action
        self.kind = kind
        self.usableUntil = usableUntil
        self.isPermit2 = isPermit2
        self.isOwn = isOwn
    }
}
