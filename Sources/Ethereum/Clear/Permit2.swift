internal import BigInt

/// The shapes of Uniswap's Permit2, the contract that hands out allowances for others.
enum Permit2 {
    /// The allowances of a `PermitDetails` or a list of them.
    static func allowances(
        _ details: ABIValue, spender: ABIValue, deadline: ABIValue?, owner: EthereumAddress? = nil
    ) -> [Allowance]? {
        guard let spender = spender.address else { return nil }
        var list: [Allowance] = []
        for entry in entries(details) {
            guard let parts = entry.elements, parts.count >= 3, let token = parts[0].address, let amount = parts[1].uint
            else { return nil }
            list.append(
                Allowance(
                    .permit, token: token, owner: owner, spender: spender, amount: amount, bits: 160,
                    expiration: parts[2].uint, deadline: deadline?.uint, isPermit2: true))
        }
        return list
    }

    /// The intent of several allowances that are given in one go by `contract`.
    static func intent(
        _ allowances: [Allowance], at contract: EthereumAddress, name: String, arguments: [DecodedCall.Argument] = []
    ) -> Intent {
        if allowances.count == 1 { return .allowance(allowances[0]) }
        let inner = allowances.map {
            DecodedCall.Inner(to: $0.token, value: 0, intent: .allowance($0), isDelegated: false)
        }
        return .call(DecodedCall(contract: contract, name: name, arguments: arguments, inner: inner))
    }

    /// A step of the Universal Router that hands in a permit, or moves tokens by one.
    static func step(_ name: String, _ values: [ABIValue]) -> Intent? {
        switch name {
        case "permit2Permit", "permit2PermitBatch":
            guard let parts = values[0].elements, let spender = parts[1].address,
                let list = allowances(parts[0], spender: parts[1], deadline: parts[2])
            else { return nil }
            return intent(list, at: spender, name: name)
        case "permit2TransferFrom":
            guard let token = values[0].address, let to = values[1].address, let amount = values[2].uint else {
                return nil
            }
            return .transfer(TokenTransfer(.amount, token: token, to: to, parts: [.init(amount: amount)]))
        default: return nil
        }
    }

    private static func entries(_ details: ABIValue) -> [ABIValue] {
        switch details {
        case .array(let entries): entries
        default: [details]
        }
    }
}
