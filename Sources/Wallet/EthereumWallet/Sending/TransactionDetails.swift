import Bridge
import Ethereum
import Messages

/// Every field of a transaction that is to be signed, for display.
enum TransactionDetails {
    package static func of(_ transaction: EthereumTransaction) -> [Approval.Field] {
        var fields = [
            field("chainId", "uint64", "\(transaction.chainID)"), field("nonce", "uint64", "\(transaction.nonce)"),
        ]
        switch transaction.fees {
        case .legacy(let price), .accessList(let price): fields.append(field("gasPrice", "wei", "\(price)"))
        case .dynamic(let maxFee, let tip):
            fields.append(field("maxPriorityFeePerGas", "wei", "\(tip)"))
            fields.append(field("maxFeePerGas", "wei", "\(maxFee)"))
        }
        fields.append(field("gas", "uint64", "\(transaction.gasLimit)"))
        fields.append(field("to", "address", transaction.to?.description ?? localized("none: a contract is created")))
        fields.append(field("value", "wei", "\(transaction.value)"))
        fields.append(field("data", "bytes", HexText.of(transaction.data)))
        for (index, entry) in transaction.accessList.enumerated() {
            fields.append(field("accessList[\(index)].address", "address", entry.address.description))
            for (place, key) in entry.storageKeys.enumerated() {
                fields.append(field("accessList[\(index)].storageKeys[\(place)]", "bytes32", HexText.of(key)))
            }
        }
        return fields
    }

    private static func field(_ path: String, _ type: String, _ value: String) -> Approval.Field {
        Approval.Field(path: path, type: type, value: value)
    }
}
