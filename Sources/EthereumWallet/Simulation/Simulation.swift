import Bridge
import Ethereum
import Keys
import Messages
import Primitives

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
            return .fails(reason: reason(in: data))
        } catch .refused(.insufficientFunds) {
            // Another warning says how much is missing.
            return .succeeds
        } catch {
            return .unknown
        }
    }

    /// The text of `Error(string)`, or the words for `Panic(uint256)` (Solidity, section "Control structures").
    static func reason(in data: [UInt8]) -> String? {
        if data.starts(with: [0x4E, 0x48, 0x7B, 0x71]), data.count == 36 {
            return "panic 0x\(Hex.encode(Array(data.suffix(1))))"
        }
        guard data.starts(with: [0x08, 0xC3, 0x79, 0xA0]), data.count >= 68 else { return nil }
        let length = data[36..<68]
        guard length.dropLast(2).allSatisfy({ $0 == 0 }) else { return nil }
        let count = Int(length[66]) << 8 | Int(length[67])
        guard 68 + count <= data.count else { return nil }
        return String(validating: data[68..<68 + count], as: UTF8.self)
    }
}
