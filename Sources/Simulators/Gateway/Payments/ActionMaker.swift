internal import BigInt
internal import Bridge
internal import Ethereum
internal import Primitives

/// What a payer has to do for an option, as actions of the API.
struct ActionMaker {
    /// The contract of Permit2, the same on every chain.
    static let permit2 = "0x000000000022d473030f116ddee9f6b43ac78ba3"

    /// The recipient: an address without an owner.
    static let collector = "0x9a7e0000000000000000000000000000c0117ec7"

    private static let stranger = "0xbad0000000000000000000000000000000000bad"

    let option: OptionPlan
    let account: AccountText
    let deadline: Int64

    private var asset: PaymentAsset { option.asset }
    private var chain: UInt64 { option.deviation == .chain ? asset.chain + 1 : asset.chain }
    private var payer: String { option.deviation == .account ? Self.stranger : account.address }
    private var token: String { option.deviation == .token ? Self.stranger : asset.token ?? Self.stranger }
    private var value: BigUInt {
        let value = BigUInt(option.value, radix: 10) ?? 0
        return option.deviation == .amount ? value * 10 : value
    }

    /// The actions as they are signed in the end.
    func actions() -> [JSON] {
        if let actions = option.actions { return actions }
        if option.deviation == .nothing { return [] }
        var actions: [JSON]
        switch asset.way {
        case .authorization: actions = [typed(maker(spender: Self.collector).authorization())]
        case .permit2:
            // A permission has no agreed receiver beyond the gateway's; the approval before it has one: Permit2.
            let spender = option.deviation == .spender && !option.approves ? payer : Self.collector
            actions = option.approves ? [approval()] : []
            actions.append(typed(maker(spender: spender).permit()))
        case .transaction:
            let data = option.deviation == .value ? "0xa9059cbb" : "0x"
            actions = [transaction(to: Self.collector, data: data, value: value)]
        }
        if option.deviation == .surplus { actions.append(transaction(to: Self.stranger, data: "0x", value: 1)) }
        return actions
    }

    private func maker(spender: String) -> TypedDataMaker {
        TypedDataMaker(
            asset: asset, chain: chain, token: token, payer: payer, spender: spender, value: value, deadline: deadline)
    }

    private func approval() -> JSON {
        let spender = option.deviation == .spender ? Self.stranger : Self.permit2
        let receiver = Hex.decode(spender) ?? []
        let padding = [UInt8](repeating: 0, count: 12)
        let all = [UInt8](repeating: 0xFF, count: 32)
        let data: [UInt8] = [0x09, 0x5E, 0xA7, 0xB3] + padding + receiver + all
        return transaction(to: token, data: Quantity.text(bytes: data), value: option.deviation == .value ? 1 : 0)
    }

    private func transaction(to: String, data: String, value: BigUInt) -> JSON {
        call(
            option.deviation == .method ? "eth_sign" : "eth_sendTransaction",
            [
                [
                    "from": .string(payer), "to": .string(to), "data": .string(data),
                    "value": .string(Quantity.text(value)),
                ]
            ])
    }

    private func typed(_ data: JSON) -> JSON {
        let method = option.deviation == .method ? "eth_sign" : "eth_signTypedData_v4"
        return call(method, [.string(payer), .string(data.text)])
    }

    private func call(_ method: String, _ parameters: [JSON]) -> JSON {
        [
            "type": "walletRpc",
            "data": [
                "chain_id": .string("eip155:\(chain)"), "method": .string(method), "params": .array(parameters),
            ],
        ]
    }
}
