package import Bridge

/// What an app asks for when it connects: the parameters of `wc_sessionPropose`.
package struct SessionProposal: Hashable, Sendable {
    /// The relays that the app uses.
    package var relays: [RelayChoice]
    /// The app.
    package var proposer: Participant
    /// What the app cannot do without; apps of today put everything into ``optional``.
    package var required: ProposalNamespaces
    /// What the app could use.
    package var optional: ProposalNamespaces
    /// What the app says about the whole session: any JSON object (CAIP-25).
    package var sessionProperties: JSONObject?
    /// What the app says about single namespaces and chains: any JSON object (CAIP-25).
    package var scopedProperties: JSONObject?
    /// When the proposal ends, in seconds since 1970; `nil` if the app does not say.
    package var expiry: Int64?
    /// The topic of the pairing, which some apps repeat.
    package var pairingTopic: Topic?
    /// The sign-ins that the app asks for together with the session.
    package var authentications: [SignInRequest]

    /// The most sign-ins of a proposal.
    package static let maximumAuthentications = 8

    /// Creates a proposal.
    package init(
        proposer: Participant, required: ProposalNamespaces = ProposalNamespaces(), optional: ProposalNamespaces,
        expiry: Int64?
    ) {
        relays = [.irn]
        self.proposer = proposer
        self.required = required
        self.optional = optional
        self.expiry = expiry
        authentications = []
    }

    /// Reads the parameters.
    ///
    /// - Throws: ``WalletConnectError/parameters(_:)`` with the member that is wrong. The namespaces are read, and not
    ///   validated.
    package init(_ params: JSON) throws(WalletConnectError) {
        let parameters = try Parameters.object(params)
        relays = try parameters.elements("relays").compactMap { RelayChoice(Parameters($0)) }
        proposer = try Participant(parameters.object("proposer"))
        required = try ProposalNamespaces(parameters.value("requiredNamespaces"), path: "requiredNamespaces")
        optional = try ProposalNamespaces(parameters.value("optionalNamespaces"), path: "optionalNamespaces")
        sessionProperties = try parameters.optionalObject("sessionProperties")?.json.object
        scopedProperties = try parameters.optionalObject("scopedProperties")?.json.object
        expiry = try parameters.optionalTime("expiryTimestamp")
        pairingTopic = parameters.json["pairingTopic"]?.string.flatMap { Topic($0) }
        let requests = try parameters.optionalObject("requests")?.elements("authentication") ?? []
        guard requests.count <= Self.maximumAuthentications else { throw .parameters("requests.authentication") }
        authentications = []
        for request in requests {
            authentications.append(try SignInRequest(Parameters.object(request, path: "requests.authentication")))
        }
    }

    /// The parameters as JSON.
    package var json: JSON {
        JSON(members: [
            ("relays", .array(relays.map(\.json))), ("proposer", proposer.json),
            ("requiredNamespaces", required.json), ("optionalNamespaces", optional.json),
            ("sessionProperties", sessionProperties.map { .object($0) }),
            ("scopedProperties", scopedProperties.map { .object($0) }),
            ("expiryTimestamp", expiry.map { JSON($0) }),
            ("pairingTopic", pairingTopic.map { .string($0.description) }),
            (
                "requests",
                authentications.isEmpty
                    ? Optional<JSON>.none : ["authentication": .array(authentications.map(\.json))]
            ),
        ])
    }
}

/// A relay's protocol, and what it adds.
package struct RelayChoice: Hashable, Sendable {
    /// The name of the protocol.
    package var name: String

    /// What the protocol adds, if anything.
    package var data: String?

    /// The only protocol in use.
    package static let irn = RelayChoice(name: "irn", data: nil)

    /// Reads `{protocol, data?}`; `nil` if it names no protocol.
    init?(_ parameters: Parameters) {
        guard let name = parameters.lenientAddress("protocol") else { return nil }
        self.init(name: name, data: parameters.lenientAddress("data"))
    }

    private init(name: String, data: String?) {
        self.name = name
        self.data = data
    }

    /// The choice as JSON.
    var json: JSON { JSON(members: [("protocol", .string(name)), ("data", data.map { .string($0) })]) }
}

/// The approval of a proposal, on the topic of the pairing: the result of `wc_sessionPropose`.
package struct ProposalApproval: Hashable, Sendable {
    /// The relay of the session.
    package var relay: RelayChoice

    /// The wallet's public key, with which both sides compute the key of the session.
    package var responderPublicKey: AgreementPublicKey

    /// Creates an approval.
    package init(responderPublicKey: AgreementPublicKey) {
        relay = .irn
        self.responderPublicKey = responderPublicKey
    }

    /// Reads the result.
    ///
    /// - Throws: ``WalletConnectError/parameters(_:)`` with the member that is wrong.
    package init(_ result: JSON) throws(WalletConnectError) {
        let parameters = try Parameters.object(result, path: "result")
        relay = RelayChoice(Parameters(parameters.json["relay"] ?? .null)) ?? .irn
        responderPublicKey = try parameters.publicKey("responderPublicKey")
    }

    /// The result as JSON.
    package var json: JSON {
        ["relay": relay.json, "responderPublicKey": .string(responderPublicKey.description)]
    }
}
