import CSodium

/// The JSON Web Token with which a client proves that it has its key (WalletConnect, relay client authentication).
struct AuthToken: Hashable, Sendable {
    /// Clocks may differ by so many seconds.
    static let leeway = 120

    /// A token has at most so many bytes.
    static let mostBytes = 4096

    /// The client.
    let client: ClientID

    /// Checks a token.
    ///
    /// - Parameters:
    ///   - text: the token.
    ///   - now: seconds since 1970.
    ///   - audiences: the accepted values of `aud`; every value is accepted where this is empty.
    /// - Throws: ``RelayError/token(_:)``.
    init(_ text: some StringProtocol, now: Int, audiences: Set<String> = []) throws(RelayError) {
        let bytes = Array(text.utf8)
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard bytes.count <= Self.mostBytes, parts.count == 3, let head = Self.json(parts[0]),
            head["alg"]?.text == "EdDSA", head["typ"]?.text == "JWT", let claims = Self.json(parts[1]),
            let signature = Base64URL.decode(parts[2]), signature.count == Int(crypto_sign_BYTES)
        else { throw .token(.malformed) }
        guard let issuer = claims["iss"]?.text, claims["sub"]?.isString == true, let audience = claims["aud"]?.text,
            let issued = claims["iat"]?.integer, let expires = claims["exp"]?.integer
        else { throw .token(.claims) }
        guard let key = Self.key(of: issuer) else { throw .token(.issuer) }
        let signed = Array(bytes[..<(parts[2].startIndex - 1)])
        guard crypto_sign_verify_detached(signature, signed, UInt64(signed.count), key.bytes) == 0 else {
            throw .token(.signature)
        }
        guard audiences.isEmpty || audiences.contains(audience) else { throw .token(.audience) }
        // Both are positive, so neither difference can overflow.
        guard now - expires < Self.leeway else { throw .token(.expired) }
        guard issued - now < Self.leeway else { throw .token(.future) }
        client = ClientID(bytes: key)
    }

    private static func json(_ part: ArraySlice<UInt8>) -> JSONValue? {
        guard let bytes = Base64URL.decode(part) else { return nil }
        return try? JSONDocument(bytes).root
    }

    /// The key in `did:key:z…`: the multicodec prefix 0xed 0x01, then 32 bytes, in Base58.
    private static func key(of issuer: String) -> Bytes32? {
        let prefix = "did:key:z"
        guard issuer.hasPrefix(prefix), let bytes = Base58.decode(issuer.utf8.dropFirst(prefix.utf8.count)),
            bytes.starts(with: [0xED, 0x01])
        else { return nil }
        return Bytes32(bytes.dropFirst(2))
    }
}
