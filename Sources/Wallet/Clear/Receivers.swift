import Ethereum

extension DecodedCall {
    /// Who gets what comes out of the call, by the names of its arguments; without those who carry other calls.
    ///
    /// Routers write 0 for nobody in particular, 1 for the sender and 2 for themselves.
    var receivers: [EthereumAddress] {
        guard inner.isEmpty else { return [] }
        return arguments.flatMap { Self.receivers($0.value, $0.parameter) }
    }

    private static let names: Set<String> = ["recipient", "receiver", "to"]

    private static func receivers(_ value: ABIValue, _ parameter: ABIParameter) -> [EthereumAddress] {
        switch (parameter.type, value) {
        case (.address, .address(let address)):
            let isPlaceholder = address.bytes.dropLast().allSatisfy { $0 == 0 } && (address.bytes.last ?? 0) <= 2
            return names.contains(parameter.name) && !isPlaceholder ? [address] : []
        case (.tuple(let components), .tuple(let values)): return zip(values, components).flatMap(receivers)
        default: return []
        }
    }
}
