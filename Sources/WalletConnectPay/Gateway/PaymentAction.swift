public import Bridge

/// What the wallet has to do for an option.
public enum PaymentAction: Hashable, Sendable {
    /// A call of the wallet's, such as `eth_signTypedData_v4`; `params` is an array.
    case rpc(chain: ChainID, method: String, params: JSON)

    /// To be asked for at the gateway with this opaque text, which may be empty.
    case build(String)

    /// Something this wallet does not know, by the gateway's word; an option with it cannot be paid.
    case other(String)

    /// Reads `{"type", "data"}`.
    ///
    /// The chain is called `chain_id` by the gateway and `chainId` by its kits; either is read, but not both.
    /// Parameters may be an array or the text of one.
    ///
    /// - Throws: ``PayError/malformed``.
    public init(_ json: JSON) throws(PayError) {
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

    /// Reads several, in their order.
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
