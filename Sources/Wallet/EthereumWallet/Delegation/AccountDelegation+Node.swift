import Bridge
import Ethereum
import Messages

extension AccountDelegation {
    /// The delegation of `account`; `nil` if it has none.
    ///
    /// - Throws: Why the node does not tell.
    static func of(
        _ account: EthereumAddress, asking node: any EthereumNode
    ) async throws(NodeError) -> AccountDelegation? {
        let answer = try await node.ask("eth_getCode", [.string(account.description), "latest"])
        guard let code = answer.string?.hexBytes else { throw .malformed }
        return AccountDelegation(code: code)
    }

    /// The warning that a node does not tell whether the user's own account has a delegation.
    static var unchecked: Approval.Warning {
        Approval.Warning(
            .caution,
            localized(
                """
                The wallet could not check whether your account has delegated itself to a contract (EIP-7702).
                """))
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
