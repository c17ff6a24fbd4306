internal import BigInt
package import Bridge
package import Primitives

extension SignedTransaction {
    /// The transaction as a node describes one that no block contains yet (`eth_getTransactionByHash`).
    package var pendingJSON: JSON {
        .object(transaction.nodeMembers(hash: hash, sender: sender, signature: signature))
    }
}

extension EthereumTransaction {
    /// The members by which a node describes the transaction while no block contains it; with zeros instead of a missing
    /// signature.
    package func nodeMembers(
        hash: Digest32, sender: EthereumAddress, signature: RecoverableSignature?
    ) -> JSONObject {
        var object: JSONObject = [
            "blockHash": .null, "blockNumber": .null, "transactionIndex": .null,
            "hash": .string(Quantity.text(bytes: hash.bytes)), "from": .string(sender.description.lowercased()),
            "to": to.map { .string($0.description.lowercased()) } ?? .null,
            "nonce": .string(Quantity.text(nonce)), "value": .string(Quantity.text(value)),
            "input": .string(Quantity.text(bytes: data)),
            "gas": .string(Quantity.text(gasLimit)),
            "gasPrice": .string(Quantity.text(fees.highest)),
            "type": .string(Quantity.text(UInt64(fees.type))),
            "r": .string(Quantity.text(BigUInt(bigEndian: signature?.r ?? []))),
            "s": .string(Quantity.text(BigUInt(bigEndian: signature?.s ?? []))),
        ]
        let v: JSON = .string(Quantity.text(signature.map(v) ?? 0))
        object["v"] = v
        if chainID != 0 { object["chainId"] = .string(Quantity.text(chainID)) }
        switch fees {
        case .legacy: return object
        case .accessList: break
        case .dynamic(let maxFee, let maxPriorityFee):
            object["maxFeePerGas"] = .string(Quantity.text(maxFee))
            object["maxPriorityFeePerGas"] = .string(Quantity.text(maxPriorityFee))
        }
        object["yParity"] = v
        object["accessList"] = .array(accessList.map(\.json))
        return object
    }
}
