internal import Bridge
internal import Primitives

/// The token with which a client authenticates to a relay: a JSON Web Token signed with its ``ClientKey``.
///
/// A new one is made for each connection. Source: WalletConnect's "Relay client authentication".
package struct RelayToken: Hashable, Sendable {
    /// The client.
    package let issuer: ClientID
    /// 32 random bytes in hexadecimal digits, which name the connection.
    package let subject: String
    /// The address of the relay, without a query.
    package let audience: String
    /// When the token was made, in seconds since 1970.
    package let issuedAt: Int64
    /// When the token ends, in seconds since 1970.
    package let expiry: Int64

    /// How long a token counts, in seconds.
    package static let lifetime: Int64 = 86_400

    /// By how much the clocks of client and relay may differ, in seconds.
    package static let leeway: Int64 = 120

    /// A token for a connection.
    ///
    /// - Parameters:
    ///   - key: The client's key.
    ///   - audience: The address of the relay, without a query.
    ///   - subject: The name of the connection; random by default.
    ///   - now: The time in seconds since 1970.
    /// - Returns: The text of the token.
    package static func make(
        key: ClientKey, audience: String, subject: String = randomSubject(), now: Int64
    ) -> String {
        let expiry = now.addingReportingOverflow(lifetime).partialValue
        let claims: JSON = [
            "iss": .string(key.id.description), "sub": .string(subject), "aud": .string(audience),
            "iat": JSON(now), "exp": JSON(expiry),
        ]
        return WebToken.make(header: ["alg": "EdDSA", "typ": "JWT"], claims: claims, sign: key.sign)
    }

    /// Reads a token and checks who made it, for whom and when.
    ///
    /// - Parameters:
    ///   - text: The token.
    ///   - addresses: The addresses of the relay; `nil` accepts any, since some clients always name the public one.
    ///   - now: The time in seconds since 1970.
    /// - Throws: ``WalletConnectError/token(_:)``.
    package init(verifying text: String, audience addresses: Set<String>?, now: Int64) throws(WalletConnectError) {
        let token = try WebToken(text, algorithm: "EdDSA")
        guard let issuer = token.claims["iss"]?.string, let subject = token.claims["sub"]?.string,
            1...128 ~= subject.utf8.count, let audience = token.claims["aud"]?.string, audience.utf8.count <= 1_024,
            let issuedAt = try token.time("iat"), let expiry = try token.time("exp")
        else { throw .token(.form) }
        self.issuer = try ClientID(did: issuer)
        self.subject = subject
        self.audience = audience
        self.issuedAt = issuedAt
        self.expiry = expiry
        guard self.issuer.verifies(token.signature, of: token.signed) else { throw .token(.signature) }
        if let addresses, !addresses.contains(audience) { throw .token(.audience) }
        // Both sums stay in range: a time of a token ends with the year 9999.
        guard expiry + Self.leeway > now else { throw .token(.expired) }
        guard issuedAt - Self.leeway <= now else { throw .token(.notYetValid) }
    }

    /// A new name of a connection: 64 hexadecimal digits.
    package static func randomSubject() -> String {
        var generator = SystemRandomNumberGenerator()
        return Hex.encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }
}
