internal import BigInt

/// What token contracts are asked for.
extension IntentReader {
    func token(
        _ function: ABIFunction, _ values: [ABIValue], call: ContractCall, at token: EthereumAddress
    ) -> Intent? {
        switch function.signature {
        case "transfer(address,uint256)":
            return transfer(.amount, token, from: nil, to: values[0], values[1])
        case "transferFrom(address,address,uint256)":
            return transfer(.amountOrItem, token, from: values[0], to: values[1], values[2])
        case "transferFrom(address,address,uint160,address)":
            guard let contract = values[3].address else { return nil }
            return transfer(.amount, contract, from: values[0], to: values[1], values[2])
        case "transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)":
            return transfer(.amount, token, from: values[0], to: values[1], values[2])
        case "safeTransferFrom(address,address,uint256)", "safeTransferFrom(address,address,uint256,bytes)":
            return items(.item, token, values, [(values[2].uint, 1)])
        case "safeTransferFrom(address,address,uint256,uint256,bytes)":
            return items(.items, token, values, [(values[2].uint, values[3].uint)])
        case "safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)":
            let ids = values[2].elements ?? []
            let amounts = values[3].elements ?? []
            guard ids.count == amounts.count else { return nil }
            return items(.items, token, values, zip(ids, amounts).map { ($0.uint, $1.uint) })
        case "setApprovalForAll(address,bool)":
            guard let who = values[0].address, let isGiven = values[1].bool else { return nil }
            return .control(TokenControl(token: token, operator: who, isGiven: isGiven))
        case "approve(address,uint256)": return allowance(.approve, token, values)
        case "increaseAllowance(address,uint256)", "increaseApproval(address,uint256)":
            return allowance(.increase, token, values)
        case "decreaseAllowance(address,uint256)", "decreaseApproval(address,uint256)":
            return allowance(.decrease, token, values)
        case "deposit()" where WrappedCoin.isHome(token, on: call.chainID):
            return .wrap(contract: token, amount: call.value, isBack: false)
        case "withdraw(uint256)" where WrappedCoin.isHome(token, on: call.chainID):
            return values[0].uint.map { .wrap(contract: token, amount: $0, isBack: true) }
        default: return nil
        }
    }

    private func transfer(
        _ kind: TokenTransfer.Kind, _ token: EthereumAddress, from: ABIValue?, to: ABIValue, _ amount: ABIValue
    ) -> Intent? {
        guard let to = to.address, let amount = amount.uint else { return nil }
        return .transfer(
            TokenTransfer(kind, token: token, from: from?.address, to: to, parts: [.init(amount: amount)]))
    }

    private func items(
        _ kind: TokenTransfer.Kind, _ token: EthereumAddress, _ values: [ABIValue],
        _ items: [(id: BigUInt?, amount: BigUInt?)]
    ) -> Intent? {
        guard let from = values[0].address, let to = values[1].address else { return nil }
        var parts: [TokenTransfer.Part] = []
        for (id, amount) in items {
            guard let id, let amount else { return nil }
            parts.append(TokenTransfer.Part(item: id, amount: amount))
        }
        return .transfer(TokenTransfer(kind, token: token, from: from, to: to, parts: parts))
    }

    private func allowance(_ way: Allowance.Way, _ token: EthereumAddress, _ values: [ABIValue]) -> Intent? {
        guard let spender = values[0].address, let amount = values[1].uint else { return nil }
        return .allowance(Allowance(way, token: token, spender: spender, amount: amount))
    }
}
