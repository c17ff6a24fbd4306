import BigInt
import Bridge
import Ethereum
import WalletCore

extension TransactionRequest {
    /// Whether it has a single gas price, as before EIP-1559.
    var hasOnePrice: Bool { gasPrice != nil || type == 0 || type == 1 }

    /// The object for `eth_call` and `eth_estimateGas`, with `account` as the sender.
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

    /// The requested fees, completed from `proposal`; `nil` if none are requested.
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

    /// Fees with a single gas price, in the type that the request needs.
    func onePrice(_ price: BigUInt) -> EthereumTransaction.Fees {
        type == 1 || !accessList.isEmpty ? .accessList(gasPrice: price) : .legacy(gasPrice: price)
    }
}
