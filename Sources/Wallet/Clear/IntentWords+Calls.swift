import BigInt
import Bridge
import Ethereum
import Keys

/// Calls by their signatures, and calls inside them.
extension IntentWords {
    private static let mostRows = 12

    func call(_ call: DecodedCall) -> Explanation {
        var explanation = Explanation("Call the function \(call.name) of a contract.", verb: "Send")
        explanation.rows = [row("Contract", call.contract)]
        if case .lookAlike? = known[call.contract] { warn(about: call.contract, as: .contract, in: &explanation) }
        if Self.handovers.contains(call.name) {
            explanation.warn(.danger, "This hands over control of the contract, or changes its code.")
        }
        for receiver in call.receivers where receiver != signer {
            explanation.rows.append(row("Goes to", receiver))
            if known[receiver] != .own {
                explanation.warn(
                    .caution, "What comes out of it goes to \(who(receiver)), not to an account of yours.")
            }
            warn(about: receiver, as: .contract, in: &explanation)
        }
        guard !call.inner.isEmpty else { return explanation }
        let parts = call.inner.map { self.explanation(of: $0.intent) }
        explanation.sentence =
            parts.count == 1
            ? "Through a contract: \(parts[0].sentence)" : "Do \(parts.count) things through a contract."
        explanation.verb = parts.count == 1 ? parts[0].verb : "Send"
        for (index, part) in parts.enumerated() {
            let value = call.inner[index].value
            let note = value > 0 ? "with \(amount(value, token: nil).said)" : nil
            if index < Self.mostRows {
                explanation.rows.append(Approval.Row("\(index + 1)", .ours(part.sentence), note: note))
            }
            if parts.count == 1 { explanation.rows += part.rows }
            for warning in part.warnings { explanation.warn(warning.level, warning.text) }
            explanation.recipients += part.recipients
        }
        if parts.count > Self.mostRows {
            explanation.rows.append(Approval.Row("And", .ours("\(parts.count - Self.mostRows) more")))
        }
        if call.inner.contains(where: \.isDelegated) {
            explanation.warn(
                .danger,
                "Code of another contract would run with all the rights of this account contract: it can take everything."
            )
        }
        return explanation
    }

    /// What a descriptor says of a call or a message, in place of what `plain` says.
    func described(_ display: Display, by plain: Explanation) -> Explanation {
        let owner = display.owner.map { ", by \($0)" } ?? ""
        let isMessage = plain.verb == "Sign"
        var explanation = Explanation(
            "\(isMessage ? "Sign" : "Call"): \(display.intent)\(owner).", verb: isMessage ? "Sign" : "Send")
        explanation.rows = plain.rows.filter { $0.label == "Contract" || $0.label == "Kind" }
        explanation.rows += display.rows.map { row in
            Approval.Row(
                row.label, row.isAddress ? .exact(row.text) : row.isTheirs ? .theirs(row.text) : .ours(row.text))
        }
        return explanation
    }

    /// The arguments of a call, or its words where it cannot be read.
    static func fields(of intent: Intent, path: String = "") -> [Approval.Field] {
        switch intent {
        case .call(let call):
            let own = call.arguments.enumerated().flatMap { index, argument in
                let name = argument.parameter.name.isEmpty ? "argument \(index + 1)" : argument.parameter.name
                return fields(argument.value, argument.parameter.type, path: path + name)
            }
            return own + call.inner.enumerated().flatMap { fields(of: $1.intent, path: "\(path)\($0 + 1). ") }
        case .blind(let call):
            return call.words.enumerated().map { index, word in
                Approval.Field(path: "\(path)word \(index)", type: "", value: word)
            }
        default: return []
        }
    }

    private static func fields(_ value: ABIValue, _ type: ABIType, path: String) -> [Approval.Field] {
        switch (type, value) {
        case (.array(let element, _), .array(let values)) where !values.isEmpty:
            return values.enumerated().flatMap { fields($1, element, path: "\(path)[\($0)]") }
        case (.tuple(let components), .tuple(let values)):
            return zip(components, values).enumerated().flatMap { index, pair in
                let name = pair.0.name.isEmpty ? "\(index)" : pair.0.name
                return fields(pair.1, pair.0.type, path: "\(path).\(name)")
            }
        default: return [Approval.Field(path: path, type: type.name, value: text(value))]
        }
    }

    private static func text(_ value: ABIValue) -> String {
        switch value {
        case .bool(let value): value ? "true" : "false"
        case .address(let address): address.description
        case .string(let text): text
        case .bytes(let bytes): "0x" + Hex.encode(bytes)
        case .number(let number): number.description
        case .array: "[]"
        case .tuple: "()"
        }
    }

    private static let handovers: Set<String> = [
        "transferOwnership", "renounceOwnership", "grantRole", "upgradeTo", "upgradeToAndCall", "changeAdmin",
    ]
}
