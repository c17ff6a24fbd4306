import Bridge
import ClearSigning
import Ethereum
import EthereumWallet
import Messages
import WalletCore

/// Typed structured data that the user can approve to sign (EIP-712).
struct SignableTypedData: EthereumSignable {
    /// The data.
    let data: TypedData

    let context: SigningContext

    /// What a signature of it allows.
    let explanation: Explanation

    /// The name of the verifying contract; `nil` if the wallet does not know it.
    let contractName: String?

    var payload: [UInt8] { data.preimage }

    /// Devices read the newest version only.
    var deviceContent: DeviceContent? {
        data.version == .v4 ? .typedData(Array(data.text.utf8), chainID: data.chainID) : nil
    }

    func approval() -> Approval {
        var approval = Approval(explanation.sentence, verb: explanation.verb)
        approval.rows = context.rows
        approval.warnings = context.warnings
        explanation.apply(to: &approval)
        // If the wallet explains the data, the name that its author chose adds nothing.
        if !explanation.isComplete, case .string(let name)? = data.domain["name"] {
            approval.rows.append(Approval.Row(localized("Domain name"), .untrusted(name)))
        }
        if case .address(let contract)? = data.domain["verifyingContract"],
            !Intent(data).contractsNamed.contains(contract)
        {
            approval.rows.append(
                Approval.Row(
                    localized("Contract"), .exact(contract.description), note: contractName ?? localized("unknown"),
                    role: .contract))
        }
        for field in data.unusualDomainFields {
            guard let value = data.domain[field.name] else { continue }
            approval.rows.append(
                Approval.Row(
                    localized("Domain: \(field.name, as: "field")"), .untrusted(value.text),
                    note: localized("\(field.type.name, as: "type"), not standard")))
        }
        if !data.unusualDomainFields.isEmpty {
            approval.warnings.insert(
                Approval.Warning(
                    .danger,
                    localized(
                        """
                        The data is for a system that the wallet does not know: its domain is not that of an \
                        Ethereum contract. Sign it only on that system’s own site.
                        """)), at: 0)
        }
        if data.chainID == nil {
            approval.warnings.append(
                Approval.Warning(
                    .caution,
                    data.chainOfSalt.map {
                        localized(
                            """
                            The data names a chain only in its salt: chain \($0, as: "number"). If the contract does not \
                            check the salt, the signature is valid on every chain.
                            """)
                    } ?? localized("The data names no chain, so the signature is valid on every chain.")))
        }
        approval.adjustments = [explanation.price?.adjustment].compactMap(\.self)
        approval.fields = data.fields
        approval.readsToTheEnd = !explanation.isComplete
        return approval
    }
}

extension Intent {
    /// The contracts that have separate rows in the explanation: the called contract and token contracts.
    fileprivate var contractsNamed: [EthereumAddress] {
        switch self {
        case .transfer(let transfer): [transfer.token]
        case .allowance(let allowance): [allowance.token]
        case .control(let control): [control.token]
        case .wrap(let contract, _, _): [contract]
        case .action(let action): [action.contract].filter { !$0.isZero }
        case .grant(let grant): [grant.contract].compactMap(\.self).filter { !$0.isZero }
        case .blind(let call): [call.contract]
        case .call(let call):
            // A call with only one part is explained like that part.
            [call.contract].compactMap(\.self) + (call.inner.count == 1 ? call.inner[0].intent.contractsNamed : [])
        case .payment, .order, .creation, .message: []
        }
    }
}
