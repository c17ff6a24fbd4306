public import Ethereum
internal import BigInt

/// An amount or an item among the arguments of a call, or the fields of a message, that none of its effects has.
public struct UnexplainedAmount: Hashable, Sendable {
    /// The name of the argument or field, such as `assets`.
    public let name: String

    /// The number in decimal digits, in the smallest unit of a token that is not known; or the text of a message.
    public let text: String

    /// Whether the text is one of the message itself.
    public let isTheirs: Bool

    /// Whether it is the ID of an item.
    public var isItem: Bool { name.lowercased().hasSuffix("id") }

    /// The amounts in `value`, each once, without those that are zero or in `said`.
    static func all(in value: DescribedValue, name: String, said: Set<BigUInt>, depth: Int = 0) -> [UnexplainedAmount] {
        guard depth < 16 else { return [] }
        switch value {
        case .record(let members):
            return unique(members.flatMap { all(in: $0.value, name: $0.name, said: said, depth: depth + 1) })
        case .list(let values):
            return unique(values.flatMap { all(in: $0, name: name, said: said, depth: depth + 1) })
        case .number(let number):
            guard isAmount(name), number != 0, !said.contains(number.magnitude) else { return [] }
            return [UnexplainedAmount(name: name, text: number.description, isTheirs: false)]
        case .string(let text):
            guard isAmount(name), !text.isEmpty else { return [] }
            return [UnexplainedAmount(name: name, text: text, isTheirs: true)]
        case .bool, .address, .bytes: return []
        }
    }

    /// Whether an argument with this name is an amount, not a limit of a price, a fee or gas.
    static func isAmount(_ name: String) -> Bool { ArgumentRoles.isAmount(name) && !ArgumentRoles.isTechnical(name) }

    private static func unique(_ amounts: [UnexplainedAmount]) -> [UnexplainedAmount] {
        var seen: Set<UnexplainedAmount> = []
        return amounts.filter { seen.insert($0).inserted }
    }
}

extension DecodedCall {
    /// The amounts among the arguments that no effect and no inner call has.
    public var unsaidAmounts: [UnexplainedAmount] {
        let said = Set(inner.flatMap { $0.intent.amounts + [$0.value] })
        return arguments.flatMap { argument in
            UnexplainedAmount.all(
                in: DescribedValue(argument.value, argument.parameter.type), name: argument.parameter.name, said: said)
        }
    }
}

extension Intent {
    /// The amounts in the fields of `data`, of which this is the intent, that no effect has.
    public func unsaidAmounts(in data: TypedData) -> [UnexplainedAmount] {
        UnexplainedAmount.all(in: DescribedValue(data.message), name: "", said: Set(amounts))
    }

    /// The amounts and items of all effects.
    var amounts: [BigUInt] {
        all.flatMap { part -> [BigUInt] in
            switch part {
            case .payment(_, let amount), .wrap(_, let amount, _): [amount]
            case .transfer(let transfer): transfer.parts.flatMap { [$0.amount] + [$0.item].compactMap(\.self) }
            case .allowance(let allowance): [allowance.amount] + [allowance.item].compactMap(\.self)
            case .action(let action): (action.gives + action.gets).map(\.units)
            case .order(let order): (order.gives + order.gets).flatMap { [$0.amount] + [$0.item].compactMap(\.self) }
            case .call(let call): call.inner.map(\.value)
            case .control, .grant, .creation, .message, .blind: []
            }
        }
    }
}
