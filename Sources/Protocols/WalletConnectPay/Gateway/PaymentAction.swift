public import Bridge

/// An action that the wallet must perform for an option.
public enum PaymentAction: Hashable, Sendable {
    /// A call of a wallet method, such as `eth_signTypedData_v4`; `params` is an array.
    case rpc(chain: ChainID, method: String, params: JSON)

    /// An action that must be requested from the gateway with this opaque text, which may be empty.
    case build(String)

    /// An action that this wallet does not know, with the gateway's name for it; an option with it cannot be paid.
    case other(String)

    /// Parses `{"type", "data"}`.
    ///
    /// The gateway calls the chain `chain_id`, and WalletConnect's SDKs call it `chainId`; either is accepted, but not
    /// both. Parameters may be an array or its JSON text.
    ///
    /// - Throws: ``PayError/malformed``.
    package init(_ json: JSON) throws(PayError) {
        let type = try json.text("type")
        switch type {
        case "walletRpc":
            let data = try json.member("data")
            let names = try (data.textIfAny("chain_id"), data.textIfAny("chainId"))
            guard names.0 == nil || names.1 == nil, let chain = (names.0 ?? names.1).flatMap({ ChainID($0) }) else {
                throw .malformed
            }
            self = .rpc(
                chain: chain, method: try data.text("method"), params: try Self.parameters(try data.member("params")))
        case "build":
            self = .build(try json.memberIfAny("data")?.textIfAny("data") ?? "")
        default:
            self = .other(type)
        }
    }

    /// Parses several actions, in their order.
    static func list(_ elements: [JSON]) throws(PayError) -> [PaymentAction] {
        var actions: [PaymentAction] = []
        for element in elements { actions.append(try PaymentAction(element)) }
        return actions
    }

    private static func parameters(_ value: JSON) throws(PayError) -> JSON {
        let value = value.string.flatMap(JSON.init(short:)) ?? value
        guard value.array != nil, !value.isLong else { throw .malformed }
        return value
    }
}
