internal import BigInt
package import Bridge
internal import Primitives

extension SignedTransaction {
    /// The transaction as a node describes one that no block contains yet (`eth_getTransactionByHash`).
    package var pendingJSON: JSON {
        var object: JSONObject = [
            "blockHash": .null, "blockNumber": .null, "transactionIndex": .null,
            "hash": .string(Quantity.text(bytes: hash.bytes)), "from": .string(sender.description.lowercased()),
            "to": transaction.to.map { .string($0.description.lowercased()) } ?? .null,
            "nonce": .string(Quantity.text(transaction.nonce)), "value": .string(Quantity.text(transaction.value)),
            "input": .string(Quantity.text(bytes: transaction.data)),
            "gas": .string(Quantity.text(transaction.gasLimit)),
            "gasPrice": .string(Quantity.text(transaction.fees.highest)),
            "type": .string(Quantity.text(UInt64(transaction.fees.type))),
            "r": .string(Quantity.text(BigUInt(bigEndian: signature.r))),
            "s": .string(Quantity.text(BigUInt(bigEndian: signature.s))),
        ]
        let v: JSON = .string(Quantity.text(transaction.v(of: signature)))
        object["v"] = v
        if transaction.chainID != 0 { object["chainId"] = .string(Quantity.text(transaction.chainID)) }
        switch transaction.fees {
        case .legacy: return .object(object)
        case .accessList: break
        case .dynamic(let maxFee, let maxPriorityFee):
            object["maxFeePerGas"] = .string(Quantity.text(maxFee))
            object["maxPriorityFeePerGas"] = .string(Quantity.text(maxPriorityFee))
        }
        object["yParity"] = v
        object["accessList"] = .array(transaction.accessList.map(\.json))
        return .object(object)
    }
}
