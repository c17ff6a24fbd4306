internal import BigInt
internal import Bridge
internal import ClearSigning
internal import Ethereum

extension Terms {
    /// Checks typed data whose signature lets the gateway move the amount.
    func checkTypedData(
        _ params: JSON, version: TypedDataVersion
    ) throws(PayError) -> CheckedSignature {
        guard let parameters = params.array, parameters.count == 2, let signer = parameters[0].string else {
            throw .action(.unreadable)
        }
        guard (try? EthereumAddress(signer)) == account else { throw .action(.account) }
        guard let token else { throw .action(.token) }
        guard let data = try? TypedData(parameters[1], version: version) else { throw .action(.unreadable) }
        guard data.chainID == chainNumber else { throw .action(.chain) }
        guard case .address(let contract)? = data.domain["verifyingContract"] else { throw .action(.token) }
        switch data.primaryType {
        case "ReceiveWithAuthorization", "TransferWithAuthorization":
            return CheckedSignature(usableUntil: try checkAuthorization(data, of: token, at: contract))
        case "PermitTransferFrom":
            return CheckedSignature(usableUntil: try checkPermit2(data, of: token, at: contract), isPermit2: true)
        case "Permit": return CheckedSignature(usableUntil: try checkPermit(data, of: token, at: contract))
        // A witness has members of the app's own, which nobody compares with the option: a transfer with one is refused.
        default: throw .action(.purpose)
        }
    }

    /// What was found in typed data that pays.
    struct CheckedSignature {
        /// The time until which it can be used, in seconds since 1970.
        let usableUntil: Int64

        /// Whether Permit2 moves the token with it.
        var isPermit2 = false

        /// The action that asks for it.
        func action(_ action: PaymentAction) -> CheckedAction {
            CheckedAction(action, .signature, usableUntil: usableUntil, isPermit2: isPermit2)
        }
    }

    /// A transfer that another party submits (EIP-3009).
    private func checkAuthorization(
        _ data: TypedData, of token: EthereumAddress, at contract: EthereumAddress
    ) throws(PayError) -> Int64 {
        guard contract == token else { throw .action(.token) }
        guard case .transfer(let transfer) = Intent(data) else { throw .action(.purpose) }
        guard transfer.from == account else { throw .action(.account) }
        guard transfer.parts == [TokenTransfer.Part(amount: amount)] else { throw .action(.amount) }
        guard isRecipient(transfer.to) else { throw .action(.recipient) }
        return try check(deadline: transfer.deadline)
    }

    /// A transfer that Permit2 makes once for the named spender (`SignatureTransfer`).
    private func checkPermit2(
        _ data: TypedData, of token: EthereumAddress, at contract: EthereumAddress
    ) throws(PayError) -> Int64 {
        guard contract == Self.permit2 else { throw .action(.spender) }
        guard case .allowance(let allowance) = Intent(data), allowance.way == .once else { throw .action(.purpose) }
        guard allowance.token == token else { throw .action(.token) }
        guard allowance.amount == amount else { throw .action(.amount) }
        guard isRecipient(allowance.spender) else { throw .action(.spender) }
        return try check(deadline: allowance.deadline)
    }

    /// An allowance of exactly the amount (EIP-2612).
    private func checkPermit(
        _ data: TypedData, of token: EthereumAddress, at contract: EthereumAddress
    ) throws(PayError) -> Int64 {
        guard contract == token else { throw .action(.token) }
        // The form of DAI has no amount: it allows everything.
        guard case .allowance(let allowance) = Intent(data), data.message["value"] != nil else {
            throw .action(.purpose)
        }
        guard allowance.owner == account else { throw .action(.account) }
        guard allowance.amount == amount else { throw .action(.amount) }
        guard isRecipient(allowance.spender) else { throw .action(.spender) }
        return try check(deadline: allowance.deadline)
    }

    private func check(deadline: BigUInt?) throws(PayError) -> Int64 {
        guard let deadline, deadline > now, deadline <= latest else { throw .action(.deadline) }
        return Int64(clamping: deadline)
    }
}
