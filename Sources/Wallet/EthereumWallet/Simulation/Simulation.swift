import Bridge
import Ethereum
import Keys
import Messages

/// The result of a transaction if it were in a block now (`eth_call`).
enum Simulation: Hashable {
    /// It succeeds.
    case succeeds
    /// The contract reverts, with the reason that it gives, which is untrusted text.
    case fails(reason: String?)
    /// The node cannot simulate it.
    case unknown

    /// The warning about it for the user.
    var warning: Approval.Warning? {
        switch self {
        case .succeeds: nil
        case .fails(let reason?):
            Approval.Warning(
                .danger,
                localized(
                    """
                    This transaction would fail and still cost its fee. The contract's reason: \
                    \(Quotation.of(reason, limit: 200), as: "reason").
                    """))
        case .fails(nil):
            Approval.Warning(.danger, localized("This transaction would fail and still cost its fee."))
        case .unknown:
            Approval.Warning(.caution, localized("The wallet could not simulate this transaction."))
        }
    }

    /// Simulates `call`, an object for `eth_call`, on the state of `block`.
    package static func of(_ call: JSON, on node: any EthereumNode, at block: JSON = "latest") async -> Simulation {
        do throws(NodeError) {
            _ = try await node.ask("eth_call", [call, block])
            return .succeeds
        } catch .refused(.reverted(let data)) {
            return .fails(reason: RevertReason.read(data))
        } catch .refused(.insufficientFunds) {
            // Another warning says how much is missing.
            return .succeeds
        } catch {
            return .unknown
        }
    }
}
