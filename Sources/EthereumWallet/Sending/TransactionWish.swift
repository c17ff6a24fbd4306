import BigInt
import Bridge
import Ethereum

/// The transaction as requested, without anything that the wallet adds.
struct TransactionWish: Hashable {
    var to: EthereumAddress?
    var value: BigUInt = 0
    var data: [UInt8] = []
    var accessList: [AccessListEntry] = []

    /// The most gas that it may use; `nil` where the wallet is to find out.
    var gasLimit: UInt64?

    /// What is paid for a unit of gas where one price is wished for, in wei.
    var gasPrice: BigUInt?

    /// The most that a unit of gas may cost, in wei.
    var maxFee: BigUInt?

    /// How much of it may go to the block's maker, in wei.
    var maxPriorityFee: BigUInt?

    /// The type of the transaction, where it must be a certain one.
    var type: UInt8?

    /// The transaction's number; `nil` where the wallet is to count.
    var nonce: UInt64?

    /// Whether it is to have one price for gas, as all had before EIP-1559.
    var hasOnePrice: Bool { gasPrice != nil || type == 0 || type == 1 }

    /// The wish as `eth_call` and `eth_estimateGas` take it, made by `account`.
    func call(from account: EthereumAddress, gas: UInt64? = nil) -> JSON {
        var call: JSONObject = ["from": .string(account.description), "value": .string(HexNumber.text(value))]
        if let to { call["to"] = .string(to.description) }
        if !data.isEmpty { call["data"] = .string(HexText.of(data)) }
        if let gas { call["gas"] = .string(HexNumber.text(gas)) }
        if !accessList.isEmpty {
            call["accessList"] = .array(
                accessList.map { entry in
                    [
                        "address": .string(entry.address.description),
                        "storageKeys": .array(entry.storageKeys.map { .string(HexText.of($0)) }),
                    ]
                })
        }
        return .object(call)
    }

    /// The fees that are wished for, with what is missing from `proposal`; `nil` where nothing is wished for.
    func fees(beside proposal: FeeProposal?) -> EthereumTransaction.Fees? {
        if let gasPrice { return onePrice(gasPrice) }
        guard !hasOnePrice, maxFee != nil || maxPriorityFee != nil else { return nil }
        var (most, tip) = (maxFee, maxPriorityFee)
        if case .dynamic(let proposedMost, let proposedTip)? = proposal?[.normal] {
            if let most { tip = tip ?? min(proposedTip, most) }
            if let tip { most = most ?? max(proposedMost, tip) }
        }
        guard let most, let tip else { return nil }
        return .dynamic(maxFee: most, maxPriorityFee: tip)
    }

    /// One price in the type that the wish needs.
    func onePrice(_ price: BigUInt) -> EthereumTransaction.Fees {
        type == 1 || !accessList.isEmpty ? .accessList(gasPrice: price) : .legacy(gasPrice: price)
    }
}

extension TransactionWish {
    /// Takes what a site asks for.
    init(_ request: TransactionRequest) {
        (to, value, data, accessList) = (request.to, request.value, request.data, request.accessList)
        (gasLimit, nonce, type) = (request.gasLimit, request.nonce, request.type)
        (gasPrice, maxFee, maxPriorityFee) = (request.gasPrice, request.maxFee, request.maxPriorityFee)
    }
}
