/// An error of this module.
public enum RelayError: Error, Hashable {
    /// A request is answered with an error.
    case reply(ErrorReply)

    /// The text is not the JSON that the relay accepts; the byte at which it was noticed, counted from 0.
    case json(offset: Int)

    /// The query of a request is not valid; says why.
    case query(String)

    /// The authentication token is not valid.
    case token(TokenFault)

    /// The address cannot be listened on.
    case address(String)

    /// The URL of the Redis server is not valid; says why.
    case redisURL(String)

    /// The Redis server did not answer as expected.
    case redis(String)

    /// The limits contradict each other, or one is out of its range; says which.
    case limits(String)
}

extension RelayError {
    /// What is wrong with an authentication token.
    public enum TokenFault: String, Sendable {
        case malformed = "The token is not a JSON Web Token with the header {\"alg\":\"EdDSA\",\"typ\":\"JWT\"}."
        case claims = "The token does not have the claims iss, sub, aud, iat and exp."
        case issuer = "The issuer is not a did:key with an Ed25519 key."
        case signature = "The signature does not match."
        case audience = "The audience is not this relay."
        case expired = "The token has expired. If it is new, check the clock."
        case future = "The token was issued in the future. Check the clock."
    }
}
