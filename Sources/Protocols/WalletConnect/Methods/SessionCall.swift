package import Bridge

/// A request of the protocol, with its parameters read.
package indirect enum SessionCall: Hashable, Sendable {
    case pairingDelete(ErrorResponse)
    case pairingPing
    case propose(SessionProposal)
    case settle(SessionSettlement)
    case update(SessionNamespaces)
    case extend(SessionExtension)
    case request(SessionRequest)
    case event(SessionEvent)
    case delete(ErrorResponse)
    case ping
    case authenticate(AuthenticationRequest)

    /// Reads a request; `nil` if its method is not one of the protocol.
    ///
    /// - Throws: ``WalletConnectError/parameters(_:)`` with the member that is wrong.
    package init?(_ request: RPCRequest) throws(WalletConnectError) {
        guard let method = SessionMethod(rawValue: request.method) else { return nil }
        let params = request.params
        switch method {
        case .pairingDelete: self = .pairingDelete(Self.reason(params))
        case .pairingPing: self = .pairingPing
        case .propose: self = .propose(try SessionProposal(params))
        case .settle: self = .settle(try SessionSettlement(params))
        case .update:
            let namespaces = try Parameters.object(params).value("namespaces")
            self = .update(try SessionNamespaces(namespaces, path: "namespaces"))
        case .extend: self = .extend(try SessionExtension(params))
        case .request: self = .request(try SessionRequest(params))
        case .event: self = .event(try SessionEvent(params))
        case .delete: self = .delete(Self.reason(params))
        case .ping: self = .ping
        case .authenticate: self = .authenticate(try AuthenticationRequest(params))
        }
    }

    /// The method.
    package var method: SessionMethod {
        switch self {
        case .pairingDelete: .pairingDelete
        case .pairingPing: .pairingPing
        case .propose: .propose
        case .settle: .settle
        case .update: .update
        case .extend: .extend
        case .request: .request
        case .event: .event
        case .delete: .delete
        case .ping: .ping
        case .authenticate: .authenticate
        }
    }

    /// The parameters as JSON.
    package var params: JSON {
        switch self {
        case .pairingDelete(let reason), .delete(let reason): reason.json
        case .pairingPing, .ping: .object(JSONObject())
        case .propose(let proposal): proposal.json
        case .settle(let settlement): settlement.json
        case .update(let namespaces): ["namespaces": namespaces.json]
        case .extend(let extending): extending.json
        case .request(let request): request.json
        case .event(let event): event.json
        case .authenticate(let request): request.json
        }
    }

    /// The request with an id.
    package func request(id: RPCID) -> RPCRequest {
        RPCRequest(id: id, method: method.rawValue, params: params)
    }

    /// An invalid reason never prevents a session from being deleted.
    private static func reason(_ params: JSON) -> ErrorResponse {
        (try? ErrorResponse(params)) ?? ErrorResponse(.userDisconnected)
    }
}
