import Bridge
import Ethereum
import Messages

extension AccountDelegation {
    /// The delegation of `account`; `nil` if it has none, or the node does not tell.
    static func of(_ account: EthereumAddress, asking node: any EthereumNode) async -> AccountDelegation? {
        guard let answer = try? await node.ask("eth_getCode", [.string(account.description), "latest"]) else {
            return nil
        }
        return answer.string?.hexBytes.flatMap { AccountDelegation(code: $0) }
    }

    /// The warning about a delegation of the user's own account.
    var warning: Approval.Warning {
        Approval.Warning(
            .danger,
            localized(
                """
                This account has delegated itself to the contract \(contract, as: "contract"). The contract’s code \
                decides about everything that the account has. Unless you want this, revoke it under Allowances.
                """))
    }
}
