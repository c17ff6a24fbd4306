internal import BigInt
internal import Bridge
internal import Ethereum
internal import Primitives

/// Creates the actions of the API that an option requires.
struct ActionMaker {
    /// The Permit2 contract, which has the same address on every chain.
    static let permit2 = "0x000000000022d473030f116ddee9f6b43ac78ba3"

    /// The recipient: an address without a known key.
    static let collector = "0x9a7e0000000000000000000000000000c0117ec7"

    private static let unexpected = "0xbad0000000000000000000000000000000000bad"

    let option: OptionPlan
    let account: AccountText
    let deadline: Int64

    private var asset: PaymentAsset { option.asset }
    private var chain: UInt64 { option.deviation == .chain ? asset.chain + 1 : asset.chain }
    private var payer: String { option.deviation == .account ? Self.unexpected : account.address }
    private var token: String { option.deviation == .token ? Self.unexpected : asset.token ?? Self.unexpected }
    private var value: BigUInt {
        let value = BigUInt(option.value, radix: 10) ?? 0
        return option.deviation == .amount ? value * 10 : value
    }

    /// The actions that the wallet must sign.
    func actions() -> [JSON] {
        if let actions = option.actions { return actions }
        if option.deviation == .nothing { return [] }
        var actions: [JSON]
        switch asset.way {
        case .authorization: actions = [typed(maker(spender: Self.collector).authorization())]
        case .permit2:
            // The spender of a permit is the gateway's choice; the spender of the approval before it must be Permit2.
            let spender = option.deviation == .spender && !option.approves ? payer : Self.collector
            actions = option.approves ? [approval()] : []
            if option.resets { actions.insert(approval(of: 0), at: 0) }
            actions.append(typed(maker(spender: spender).permit()))
        case .transaction:
            let data = option.deviation == .value ? "0xa9059cbb" : "0x"
            actions = [transaction(to: Self.collector, data: data, value: value)]
        }
        if option.deviation == .surplus { actions.append(transaction(to: Self.unexpected, data: "0x", value: 1)) }
        return actions
    }

    private func maker(spender: String) -> TypedDataMaker {
        TypedDataMaker(
            asset: asset, chain: chain, token: token, payer: payer, spender: spender, value: value, deadline: deadline)
    }

    private func approval(of byte: UInt8 = 0xFF) -> JSON {
        let spender = option.deviation == .spender ? Self.unexpected : Self.permit2
        let receiver = Hex.decode(spender) ?? []
        let padding = [UInt8](repeating: 0, count: 12)
        let all = [UInt8](repeating: byte, count: 32)
        let data: [UInt8] = [0x09, 0x5E, 0xA7, 0xB3] + padding + receiver + all
        return transaction(to: token, data: Quantity.text(bytes: data), value: option.deviation == .value ? 1 : 0)
    }

    private func transaction(to: String, data: String, value: BigUInt) -> JSON {
        var transaction: JSONObject = [
            "from": .string(payer), "to": .string(to), "data": .string(data), "value": .string(Quantity.text(value)),
        ]
        if option.namesFees {
            transaction["nonce"] = "0x7"
            transaction["gasLimit"] = "0x1"
            transaction["maxFeePerGas"] = "0xffffffffffff"
            transaction["maxPriorityFeePerGas"] = "0xffffffffffff"
        }
        return call(option.deviation == .method ? "eth_sign" : "eth_sendTransaction", [.object(transaction)])
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
