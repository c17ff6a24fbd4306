internal import BigInt

/// Allowances that are given by signatures, handed in by a transaction.
extension IntentReader {
    func permit(_ function: ABIFunction, _ values: [ABIValue], at contract: EthereumAddress) -> Intent? {
        switch function.signature {
        case "permit(address,address,uint256,uint256,uint8,bytes32,bytes32)",
            "permit(address,address,uint256,uint256,bytes)":
            guard let spender = values[1].address, let amount = values[2].uint else { return nil }
            return .allowance(
                Allowance(
                    .permit, token: contract, owner: values[0].address, spender: spender, amount: amount,
                    deadline: values[3].uint))
        case "permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)":
            guard let spender = values[1].address, let isGiven = values[4].bool else { return nil }
            return .allowance(
                Allowance(
                    .permit, token: contract, owner: values[0].address, spender: spender,
                    amount: isGiven ? Self.everything : 0, deadline: values[3].uint))
        case "approve(address,address,uint160,uint48)":
            guard let token = values[0].address, let spender = values[1].address, let amount = values[2].uint else {
                return nil
            }
            return .allowance(
                Allowance(
                    .approve, token: token, spender: spender, amount: amount, bits: 160, expiration: values[3].uint,
                    isPermit2: true))
        case "permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)",
            "permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)":
            guard let parts = values[1].elements,
                let list = Permit2.allowances(
                    parts[0], spender: parts[1], deadline: parts[2], owner: values[0].address)
            else { return nil }
            return Permit2.intent(list, at: contract, name: function.name)
        case "selfPermit(address,uint256,uint256,uint8,bytes32,bytes32)",
            "selfPermitIfNecessary(address,uint256,uint256,uint8,bytes32,bytes32)":
            guard let token = values[0].address, let amount = values[1].uint else { return nil }
            return .allowance(
                Allowance(.permit, token: token, spender: contract, amount: amount, deadline: values[2].uint))
        case "selfPermitAllowed(address,uint256,uint256,uint8,bytes32,bytes32)":
            guard let token = values[0].address else { return nil }
            return .allowance(
                Allowance(
                    .permit, token: token, spender: contract, amount: Self.everything, deadline: values[2].uint))
        default: return nil
        }
    }

    /// What DAI's permit, which has no amount, stands for.
    static let everything = (BigUInt(1) << 256) - 1
}
