internal import BigInt
internal import Bridge
internal import Ethereum

extension Terms {
    /// Compares a signature of typed data, which lets the gateway move the amount.
    func checkTypedData(
        _ params: JSON, version: TypedDataVersion
    ) throws(PayError.Action) -> PaymentAttempt.Step.Kind {
        guard let parameters = params.array, parameters.count == 2, let signer = parameters[0].string else {
            throw .unreadable
        }
        guard (try? EthereumAddress(signer)) == account else { throw .account }
        guard let token else { throw .token }
        guard let data = try? TypedData(parameters[1], version: version) else { throw .unreadable }
        guard data.chainID == chainNumber else { throw .chain }
        guard case .address(let contract)? = data.domain["verifyingContract"] else { throw .token }
        switch data.primaryType {
        case "ReceiveWithAuthorization", "TransferWithAuthorization":
            try checkAuthorization(data, of: token, at: contract)
        case "PermitTransferFrom": try checkPermit2(data, of: token, at: contract)
        case "Permit": try checkPermit(data, of: token, at: contract)
        default: throw .purpose
        }
        return .signature
    }

    /// A transfer that another party submits (EIP-3009).
    private func checkAuthorization(
        _ data: TypedData, of token: EthereumAddress, at contract: EthereumAddress
    ) throws(PayError.Action) {
        guard contract == token else { throw .token }
        guard case .transfer(let transfer) = Intent(data) else { throw .purpose }
        guard transfer.from == account else { throw .account }
        guard transfer.parts == [TokenTransfer.Part(amount: amount)] else { throw .amount }
        guard isRecipient(transfer.to) else { throw .recipient }
        try check(deadline: transfer.deadline)
    }

    /// A transfer that Permit2 makes once, for the named spender (its `SignatureTransfer`).
    private func checkPermit2(
        _ data: TypedData, of token: EthereumAddress, at contract: EthereumAddress
    ) throws(PayError.Action) {
        guard contract == Self.permit2 else { throw .spender }
        guard case .allowance(let allowance) = Intent(data), allowance.way == .once else { throw .purpose }
        guard allowance.token == token else { throw .token }
        guard allowance.amount == amount else { throw .amount }
        guard isRecipient(allowance.spender) else { throw .spender }
        try check(deadline: allowance.deadline)
    }

    /// Leave to take exactly the amount (EIP-2612).
    private func checkPermit(
        _ data: TypedData, of token: EthereumAddress, at contract: EthereumAddress
    ) throws(PayError.Action) {
        guard contract == token else { throw .token }
        // DAI's form has no amount: it gives leave for everything.
        guard case .allowance(let allowance) = Intent(data), data.message["value"] != nil else { throw .purpose }
        guard allowance.owner == account else { throw .account }
        guard allowance.amount == amount else { throw .amount }
        guard isRecipient(allowance.spender) else { throw .spender }
        try check(deadline: allowance.deadline)
    }

    private func check(deadline: BigUInt?) throws(PayError.Action) {
        guard let deadline, deadline > now, deadline <= latest else { throw .deadline }
    }
}
