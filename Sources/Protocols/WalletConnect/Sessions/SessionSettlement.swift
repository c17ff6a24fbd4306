package import Bridge

/// What a wallet approves, on the topic of the new session: the parameters of `wc_sessionSettle`.
package struct SessionSettlement: Hashable, Sendable {
    /// The relay of the session.
    package var relay: RelayChoice
    /// The wallet; its key must be that of the ``ProposalApproval``.
    package var controller: Participant
    /// What the app may use.
    package var namespaces: SessionNamespaces
    /// When the session ends, in seconds since 1970.
    package var expiry: Int64
    /// What the wallet says about the whole session (CAIP-25).
    package var sessionProperties: JSONObject?
    /// What the wallet says about single namespaces and chains (CAIP-25).
    package var scopedProperties: JSONObject?
    /// Whether the wallet asks the app not to open it by a link.
    package var disablesDeepLinks: Bool
    /// The responses to the sign-ins that the proposal requested.
    package var authentications: [SignedAuthentication]

    /// How long a session lasts unless it is extended, in seconds.
    package static let lifetime: Int64 = 604_800

    /// Creates a settlement.
    package init(controller: Participant, namespaces: SessionNamespaces, expiry: Int64) {
        relay = .irn
        self.controller = controller
        self.namespaces = namespaces
        self.expiry = expiry
        disablesDeepLinks = false
        authentications = []
    }

    /// Reads the parameters.
    ///
    /// - Throws: ``WalletConnectError/parameters(_:)`` with the member that is wrong. The namespaces are read, and not
    ///   validated.
    package init(_ params: JSON) throws(WalletConnectError) {
        let parameters = try Parameters.object(params)
        relay = RelayChoice(Parameters(parameters.json["relay"] ?? .null)) ?? .irn
        controller = try Participant(parameters.object("controller"))
        namespaces = try SessionNamespaces(parameters.value("namespaces"), path: "namespaces")
        guard let expiry = try parameters.optionalTime("expiry") else { throw .parameters("expiry") }
        self.expiry = expiry
        sessionProperties = try parameters.optionalObject("sessionProperties")?.json.object
        scopedProperties = try parameters.optionalObject("scopedProperties")?.json.object
        disablesDeepLinks = parameters.json["sessionConfig"]?["disableDeepLink"]?.bool ?? false
        let answers =
            try parameters.optionalObject("proposalRequestsResponses")?.elements("authentication") ?? []
        guard answers.count <= SessionProposal.maximumAuthentications else {
            throw .parameters("proposalRequestsResponses.authentication")
        }
        authentications = []
        for answer in answers { authentications.append(try SignedAuthentication(answer)) }
    }

    /// The parameters as JSON.
    package var json: JSON {
        JSON(members: [
            ("relay", relay.json), ("controller", controller.json), ("namespaces", namespaces.json),
            ("expiry", JSON(expiry)), ("sessionProperties", sessionProperties.map { .object($0) }),
            ("scopedProperties", scopedProperties.map { .object($0) }),
            ("sessionConfig", disablesDeepLinks ? ["disableDeepLink": true] : Optional<JSON>.none),
            (
                "proposalRequestsResponses",
                authentications.isEmpty
                    ? Optional<JSON>.none : ["authentication": .array(authentications.map(\.json))]
            ),
        ])
    }
}

/// A new time at which a session ends: the parameters of `wc_sessionExtend`.
package struct SessionExtension: Hashable, Sendable {
    /// When the session is to end, in seconds since 1970; `nil` if the wallet does not say, which means as late as
    /// possible.
    package var expiry: Int64?

    /// Creates an extension.
    package init(expiry: Int64) {
        self.expiry = expiry
    }

    /// Reads the parameters, which some wallets leave empty.
    ///
    /// - Throws: ``WalletConnectError/parameters(_:)`` with the member that is wrong.
    package init(_ params: JSON) throws(WalletConnectError) {
        expiry = params.array == [] ? nil : try Parameters.object(params).optionalTime("expiry")
    }

    /// The parameters as JSON.
    package var json: JSON { JSON(members: [("expiry", expiry.map { JSON($0) })]) }

    /// When the session ends after the extension: at most ``SessionSettlement/lifetime`` from now, and never earlier
    /// than it would have.
    ///
    /// - Parameters:
    ///   - current: When the session ends without it, in seconds since 1970.
    ///   - now: The time in seconds since 1970.
    /// - Returns: The time in seconds since 1970.
    package func expiry(extending current: Int64, now: Int64) -> Int64 {
        let latest = now.addingReportingOverflow(SessionSettlement.lifetime).partialValue
        return max(current, min(expiry ?? latest, latest))
    }
}
