internal import BigInt
internal import Bridge
internal import Ethereum

extension Terms {
    /// Compares a transaction, which moves the amount or prepares that.
    func checkTransaction(_ params: JSON) throws(PayError.Action) -> PaymentAttempt.Step.Kind {
        guard let parameters = params.array, parameters.count == 1,
            let request = try? TransactionRequest(parameters[0])
        else { throw .unreadable }
        guard request.from == account else { throw .account }
        guard request.chainID == nil || request.chainID == chainNumber else { throw .chain }
        guard request.nonce == nil, request.gasPrice == nil, request.maxFee == nil, request.maxPriorityFee == nil else {
            throw .fee
        }
        guard let to = request.to else { throw .purpose }
        let call = ContractCall(
            chainID: chainNumber, from: account, to: to, value: request.value, data: request.data)
        guard let token else { return try checkCoin(call, to: to) }
        guard request.value == 0 else { throw .amount }
        guard to == token else { throw .token }
        switch Intent(call) {
        case .transfer(let transfer): try checkTransfer(transfer)
        case .allowance(let allowance):
            try checkLeave(allowance)
            return .approval
        default: throw .purpose
        }
        return .payment
    }

    /// The coin goes to an account, or to a contract whose function is unknown: then the approval calls it unreadable.
    ///
    /// A function that is known to do something else, to move tokens by leave that was given earlier for instance, is
    /// no payment.
    private func checkCoin(_ call: ContractCall, to: EthereumAddress) throws(PayError.Action)
        -> PaymentAttempt.Step.Kind
    {
        guard call.value == amount else { throw .amount }
        guard isRecipient(to) else { throw .recipient }
        switch Intent(call) {
        case .payment: return .payment
        case .blind(let blind) where blind.reason == .unknown: return .payment
        default: throw .purpose
        }
    }

    private func checkTransfer(_ transfer: TokenTransfer) throws(PayError.Action) {
        guard transfer.kind == .amount, transfer.from == nil else { throw .purpose }
        guard transfer.parts == [TokenTransfer.Part(amount: amount)] else { throw .amount }
        guard isRecipient(transfer.to) else { throw .recipient }
    }

    private func checkLeave(_ allowance: Allowance) throws(PayError.Action) {
        guard allowance.way == .approve, !allowance.isPermit2 else { throw .purpose }
        guard allowance.spender == Self.permit2 else { throw .spender }
        guard allowance.amount >= amount else { throw .amount }
    }
}
