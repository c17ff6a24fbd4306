/// Recognizes arguments that name a recipient, by their names.
public enum ArgumentRoles {
    private static let names: Set<String> = [
        "recipient", "receiver", "to", "dst", "dest", "beneficiary", "onbehalfof", "onbehalf", "spender", "operator",
        "delegate", "delegatee", "newowner", "owner", "recipients", "receivers", "account", "dstreceiver", "payee",
        "guy", "usr", "destination", "refundaddress", "refundreceiver", "withdrawaddress", "mintrecipient", "manager",
        "sendto", "toaddress", "recipientaddress", "receiveraddress", "beneficiaryaddress",
    ]

    /// The recipient addresses in `value`, including those in lists and tuples, without the placeholders of routers.
    public static func receivers(_ value: ABIValue, _ parameter: ABIParameter) -> [EthereumAddress] {
        switch (parameter.type, value) {
        case (.address, .address(let address)):
            return isReceiver(parameter.name) && !address.isPlaceholder ? [address] : []
        case (.array(let element, _), .array(let values)):
            return values.prefix(256).flatMap { receivers($0, ABIParameter(element, name: parameter.name)) }
        case (.tuple(let components), .tuple(let values)): return zip(values, components).flatMap(receivers)
        default: return []
        }
    }

    /// The same for the fields of a message.
    static func receivers(_ value: DescribedValue, name: String = "") -> [EthereumAddress] {
        switch value {
        case .address(let address): isReceiver(name) && !address.isPlaceholder ? [address] : []
        case .list(let values): values.prefix(256).flatMap { receivers($0, name: name) }
        case .record(let members): members.flatMap { receivers($0.value, name: $0.name) }
        default: []
        }
    }

    /// Whether an argument with this name is a recipient: `_to`, `newOwner`, `receivers` and similar.
    static func isReceiver(_ name: String) -> Bool {
        names.contains(name.lowercased().filter { $0 != "_" })
    }
}
