internal import BigInt

/// Finds the calls that lie in the arguments of functions that carry others.
enum CarriedCalls {
    /// The calls in `values`, the arguments of the function with this signature; none where it carries none.
    static func read(_ signature: String, _ values: [ABIValue], at contract: EthereumAddress) -> [CarriedCall] {
        switch signature {
        case "multicall(bytes[])": own(values[0], contract)
        case "multicall(uint256,bytes[])", "multicall(bytes32,bytes[])": own(values[1], contract)
        case "aggregate((address,bytes)[])": pairs(values[0], value: nil, data: 1)
        case "tryAggregate(bool,(address,bytes)[])": pairs(values[1], value: nil, data: 1)
        case "aggregate3((address,bool,bytes)[])": pairs(values[0], value: nil, data: 2)
        case "aggregate3Value((address,bool,uint256,bytes)[])": pairs(values[0], value: 2, data: 3)
        case "execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)":
            safe(values)
        case "execute(address,uint256,bytes)":
            [CarriedCall(to: values[0].address, value: values[1].uint ?? 0, data: values[2].bytes ?? [])]
        case "execute(address,bytes)":
            // Proxies of accounts run it as their own code; which they are cannot be told from here.
            [CarriedCall(to: values[0].address, data: values[1].bytes ?? [], isDelegated: true)]
        case "executeBatch(address[],bytes[])": lists(values[0], nil, values[1])
        case "executeBatch(address[],uint256[],bytes[])": lists(values[0], values[1], values[2])
        case "execute(bytes,bytes[],uint256)", "execute(bytes,bytes[])":
            RouterCommand.calls(values[0].bytes ?? [], values[1].elements ?? [], at: contract)
        default: []
        }
    }

    /// Calls of the contract itself.
    private static func own(_ list: ABIValue, _ contract: EthereumAddress) -> [CarriedCall] {
        (list.elements ?? []).map { CarriedCall(to: contract, data: $0.bytes ?? []) }
    }

    private static func pairs(_ list: ABIValue, value: Int?, data: Int) -> [CarriedCall] {
        (list.elements ?? []).map { entry in
            let parts = entry.elements ?? []
            return CarriedCall(
                to: parts[0].address, value: value.flatMap { parts[$0].uint } ?? 0, data: parts[data].bytes ?? [])
        }
    }

    private static func lists(_ to: ABIValue, _ value: ABIValue?, _ data: ABIValue) -> [CarriedCall] {
        let targets = to.elements ?? []
        let amounts = value?.elements ?? []
        let parts = data.elements ?? []
        return targets.indices.map { index in
            CarriedCall(
                to: targets[index].address, value: amounts.indices.contains(index) ? amounts[index].uint ?? 0 : 0,
                data: parts.indices.contains(index) ? parts[index].bytes ?? [] : [])
        }
    }

    /// A transaction of a Safe; operation 1 lends the Safe to the other code.
    static func safe(_ values: [ABIValue]) -> [CarriedCall] {
        [
            CarriedCall(
                to: values[0].address, value: values[1].uint ?? 0, data: values[2].bytes ?? [],
                isDelegated: values[3].uint != 0)
        ]
    }
}
