internal import BigInt
internal import Bridge
internal import Ethereum

/// Compares the data to sign with what the user was shown.
///
/// The gateway provides both the option and the actions, and only this check compares them. It accepts one payment of
/// exactly the option's amount, from its account, on its chain, preceded by at most one approval that Permit2 needs for
/// the token. Everything else stops the payment.
public enum ActionCheck {
    /// The maximum number of actions that a payment needs: the approval for Permit2, and the payment.
    public static let most = 2

    /// The number of seconds after the payment's expiry during which a signature may still be valid; the gateway can
    /// use it until then.
    public static let grace: Int64 = 3_600

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
        for action in actions { checked.append(CheckedAction(action, try kind(of: action, by: terms))) }
        switch checked.map(\.kind) {
        case [.payment], [.signature]: return checked
        // An approval for Permit2 is only useful before a signature for Permit2.
        case [.approval, .signature] where isPermit2(actions[1]): return checked
        default: throw .action(.order)
        }
    }

    private static func kind(
        of action: PaymentAction, by terms: Terms
    ) throws(PayError) -> PaymentAttempt.Step.Kind {
        guard case .rpc(let chain, let method, let params) = action else { throw .action(.unsupported) }
        guard chain == terms.chain else { throw .action(.chain) }
        switch method {
        case "eth_signTypedData_v4", "eth_signTypedData":
            return try terms.checkTypedData(params, version: .v4)
        case "eth_signTypedData_v3": return try terms.checkTypedData(params, version: .v3)
        case "eth_sendTransaction": return try terms.checkTransaction(params)
        default: throw .action(.unsupported)
        }
    }

    private static func isPermit2(_ action: PaymentAction) -> Bool {
        guard case .rpc(_, _, let params) = action, let parameter = params[1], let data = try? TypedData(parameter)
        else { return false }
        return data.primaryType == "PermitTransferFrom"
    }
}

/// An action that was compared with the option that was shown, with what it does.
public struct CheckedAction: Hashable, Sendable {
    /// The action.
    public let action: PaymentAction

    /// What it does.
    public let kind: PaymentAttempt.Step.Kind

    init(_ action: PaymentAction, _ kind: PaymentAttempt.Step.Kind) {
        self.action = action
        self.kind = kind
    }
}
