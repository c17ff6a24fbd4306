package import Bridge

/// A sign-in that may also make a session: the parameters of `wc_sessionAuthenticate`.
package struct AuthenticationRequest: Hashable, Sendable {
    /// The app.
    package var requester: Participant
    /// What the user is to sign.
    package var signIn: SignInRequest
    /// When the request ends, in seconds since 1970; `nil` if the app does not say.
    package var expiry: Int64?

    /// Creates a request.
    package init(requester: Participant, signIn: SignInRequest, expiry: Int64?) {
        self.requester = requester
        self.signIn = signIn
        self.expiry = expiry
    }

    /// Reads the parameters.
    ///
    /// - Throws: ``WalletConnectError/parameters(_:)`` with the member that is wrong.
    package init(_ params: JSON) throws(WalletConnectError) {
        let parameters = try Parameters.object(params)
        requester = try Participant(parameters.object("requester"))
        signIn = try SignInRequest(parameters.object("authPayload"))
        expiry = try parameters.optionalTime("expiryTimestamp")
    }

    /// The parameters as JSON.
    package var json: JSON {
        JSON(members: [
            ("requester", requester.json), ("authPayload", signIn.json),
            ("expiryTimestamp", expiry.map { JSON($0) }),
        ])
    }
}

/// The signed messages of a sign-in: the result of `wc_sessionAuthenticate`, in an envelope of type 1.
package struct AuthenticationResponse: Hashable, Sendable {
    /// The wallet; its key gives the key of the session, if there is one.
    package var responder: Participant
    /// The signed messages, one for each chain that the wallet chose.
    package var authentications: [SignedAuthentication]

    /// The most signed messages.
    package static let maximum = 64

    /// Creates a response.
    package init(responder: Participant, authentications: [SignedAuthentication]) {
        self.responder = responder
        self.authentications = authentications
    }

    /// Reads the result.
    ///
    /// - Throws: ``WalletConnectError/parameters(_:)`` with the member that is wrong.
    package init(_ result: JSON) throws(WalletConnectError) {
        let parameters = try Parameters.object(result, path: "result")
        responder = try Participant(parameters.object("responder"))
        let elements = try parameters.elements("cacaos")
        guard 1...Self.maximum ~= elements.count else { throw .parameters("cacaos") }
        authentications = []
        for element in elements { authentications.append(try SignedAuthentication(element)) }
    }

    /// The result as JSON.
    package var json: JSON {
        ["responder": responder.json, "cacaos": .array(authentications.map(\.json))]
    }
}
