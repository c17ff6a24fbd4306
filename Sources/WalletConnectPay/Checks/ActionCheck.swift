internal import BigInt
internal import Bridge
internal import Ethereum

/// Compares what is to be signed with what the user was shown.
///
/// The gateway names the option, and the gateway names the actions: only here they meet. What is let through is one
/// payment of exactly the option's amount, from its account, on its chain, and before it at most the leave that Permit2
/// needs for its token. Everything else stops the payment.
public enum ActionCheck {
    /// The most actions that a payment needs: leave for Permit2, and the payment.
    public static let most = 2

    /// How many seconds after the payment's own end a signature may still be good; the gateway hands it in until then.
    public static let grace: Int64 = 3_600

    /// Whether this wallet can pay `option`: some of the coin or of a token of an EVM chain, from an account there.
    public static func isPayable(_ option: PaymentOption) -> Bool { Terms(option, now: 0, end: 0) != nil }

    /// Compares `actions` with `option`, at the time `now` for a payment whose time is over at `end`, both in seconds
    /// since
    /// 1970.
    ///
    /// - Returns: The actions in their order, with what each does.
    /// - Throws: ``PayError.Action``.
    public static func check(
        _ actions: [PaymentAction], for option: PaymentOption, now: Int64, end: Int64
    ) throws(PayError.Action) -> [CheckedAction] {
        guard let terms = Terms(option, now: now, end: end) else { throw .unsupported }
        guard 1...most ~= actions.count else { throw .count }
        var checked: [CheckedAction] = []
        for action in actions { checked.append(CheckedAction(action, try kind(of: action, by: terms))) }
        switch checked.map(\.kind) {
        case [.payment], [.signature]: return checked
        // Leave for Permit2 is of use only to what Permit2 takes.
        case [.approval, .signature] where isPermit2(actions[1]): return checked
        default: throw .order
        }
    }

    private static func kind(
        of action: PaymentAction, by terms: Terms
    ) throws(PayError.Action) -> PaymentAttempt.Step.Kind {
        guard case .rpc(let chain, let method, let params) = action else { throw .unsupported }
        guard chain == terms.chain else { throw .chain }
        switch method {
        case "eth_signTypedData_v4", "eth_signTypedData":
            return try terms.checkTypedData(params, version: .v4)
        case "eth_signTypedData_v3": return try terms.checkTypedData(params, version: .v3)
        case "eth_sendTransaction": return try terms.checkTransaction(params)
        default: throw .unsupported
        }
    }

    private static func isPermit2(_ action: PaymentAction) -> Bool {
        guard case .rpc(_, _, let params) = action, let parameter = params[1], let data = try? TypedData(parameter)
        else { return false }
        return data.primaryType == "PermitTransferFrom"
    }
}

/// An action that was compared with the option that was shown, and with what it does.
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
