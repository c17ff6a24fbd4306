import Bridge
import Ethereum

/// Typed structured data that the user can approve to sign (EIP-712).
struct SignableTypedData: EthereumSignable {
    /// The data.
    let data: TypedData

    let context: SigningContext

    /// What a signature on it allows.
    let explanation: Explanation

    /// The name of the verifying contract, where the wallet knows it.
    let contractName: String?

    var payload: [UInt8] { data.preimage }

    func approval() -> Approval {
        var approval = Approval(explanation.sentence, verb: explanation.verb)
        approval.rows = context.rows
        approval.warnings = context.warnings
        explanation.apply(to: &approval)
        // Where the wallet explains the data, the name that its author chose adds nothing.
        if !explanation.isComplete, case .string(let name)? = data.domain["name"] {
            approval.rows.append(Approval.Row("Domain name", .theirs(name)))
        }
        if case .address(let contract)? = data.domain["verifyingContract"],
            !explanation.rows.contains(where: {
                [.contract, .token].contains($0.role) && $0.value == .exact(contract.description)
            })
        {
            approval.rows.append(
                Approval.Row(
                    "Contract", .exact(contract.description), note: contractName ?? "unknown", role: .contract))
        }
        for field in data.unusualDomainFields {
            guard let value = data.domain[field.name] else { continue }
            approval.rows.append(
                Approval.Row("Domain: \(field.name)", .theirs(value.text), note: "\(field.type.name), not standard"))
        }
        if !data.unusualDomainFields.isEmpty {
            approval.warnings.insert(
                Approval.Warning(
                    .danger,
                    "The data is for a system that the wallet does not know: its domain is not that of an Ethereum "
                        + "contract. Sign it only on that system’s own site."), at: 0)
        }
        if data.chainID == nil {
            approval.warnings.append(
                Approval.Warning(.caution, "The data names no chain, so the signature is valid on every chain."))
        }
        approval.fields = data.fields
        approval.readsToTheEnd = !explanation.isComplete
        return approval
    }
}
