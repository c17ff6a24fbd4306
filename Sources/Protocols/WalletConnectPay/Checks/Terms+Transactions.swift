internal import BigInt
internal import Bridge
internal import ClearSigning
internal import Ethereum

extension Terms {
    /// Checks a transaction, which moves the amount or prepares this.
    func checkTransaction(_ params: JSON) throws(PayError) -> PaymentAttempt.Step.Kind {
        guard let parameters = params.array, parameters.count == 1,
            let request = try? TransactionRequest(parameters[0])
        else { throw .action(.unreadable) }
        guard request.from == account else { throw .action(.account) }
        guard request.chainID == nil || request.chainID == chainNumber else { throw .action(.chain) }
        guard let to = request.to else { throw .action(.purpose) }
        let call = ContractCall(
            chainID: chainNumber, from: account, to: to, value: request.value, data: request.data)
        guard let token else { return try checkCoin(call, to: to) }
        guard request.value == 0 else { throw .action(.amount) }
        guard to == token else { throw .action(.token) }
        switch Intent(call) {
        case .transfer(let transfer): try checkTransfer(transfer)
        case .allowance(let allowance): return try checkLeave(allowance)
        default: throw .action(.purpose)
        }
        return .payment
    }

    /// The coin is sent to an account, or to a contract whose function is unknown; then the approval shows the call as
    /// unreadable.
    ///
    /// A function that is known to do something else, such as moving tokens with an earlier allowance, is not a
    /// payment.
    private func checkCoin(_ call: ContractCall, to: EthereumAddress) throws(PayError)
        -> PaymentAttempt.Step.Kind
    {
        guard call.value == amount else { throw .action(.amount) }
        guard isRecipient(to) else { throw .action(.recipient) }
        switch Intent(call) {
        case .payment: return .payment
        case .blind(let blind) where blind.reason == .unknown: return .payment
        default: throw .action(.purpose)
        }
    }

    private func checkTransfer(_ transfer: TokenTransfer) throws(PayError) {
        guard transfer.kind == .amount, transfer.from == nil else { throw .action(.purpose) }
        guard transfer.parts == [TokenTransfer.Part(amount: amount)] else { throw .action(.amount) }
        guard isRecipient(transfer.to) else { throw .action(.recipient) }
    }

    /// An approval for Permit2: of enough for the payment, or of zero before such a one.
    private func checkLeave(_ allowance: Allowance) throws(PayError) -> PaymentAttempt.Step.Kind {
        guard allowance.way == .approve, !allowance.isPermit2 else { throw .action(.purpose) }
        guard allowance.spender == Self.permit2 else { throw .action(.spender) }
        if allowance.amount == 0 { return .reset }
        guard allowance.amount >= amount else { throw .action(.amount) }
        return .approval
    }

    /// The action with which the wallet itself sets what Permit2 may move of the token to zero.
    func reset() -> CheckedAction? {
        guard let token, let permit2 = Self.permit2,
            let data = try? ABIFunction("approve(address spender, uint256 amount)").call([
                .address(permit2), .number(0),
            ])
        else { return nil }
        let transaction: JSON = [
            "from": .string(account.description), "to": .string(token.description), "value": "0x0",
            "data": .string(Quantity.text(bytes: data)),
        ]
        return CheckedAction(
            .rpc(chain: chain, method: "eth_sendTransaction", params: [transaction]), .reset, isOwn: true)
    }
}
