internal import Bridge

/// A JSON Web Token in its compact form (RFC 7519 and RFC 7515, section 7.1), read but not yet believed.
struct WebToken {
    /// The header.
    let header: JSON
    /// The claims of the token.
    let claims: JSON
    /// The signature.
    let signature: [UInt8]
    /// What is signed: header and claims as they were written.
    let signed: [UInt8]

    /// The most bytes of a token.
    static let maximumBytes = 8_192

    /// Reads three parts of Base64 for URLs.
    ///
    /// - Parameters:
    ///   - text: The token.
    ///   - algorithm: The only algorithm that is accepted, so that the header cannot choose another.
    /// - Throws: ``WalletConnectError/token(_:)``.
    init(_ text: String, algorithm: String) throws(WalletConnectError) {
        guard text.utf8.count <= Self.maximumBytes else { throw .token(.form) }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let signature = Base64Text.decode(parts[2], .url) else { throw .token(.form) }
        header = try Self.object(parts[0])
        claims = try Self.object(parts[1])
        guard header["alg"]?.string == algorithm else { throw .token(.algorithm) }
        guard header["typ"] == nil || header["typ"]?.string == "JWT", header["crit"] == nil else {
            throw .token(.form)
        }
        self.signature = signature
        signed = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// Writes header and claims, and appends the signature that `sign` makes.
    static func make(header: JSON, claims: JSON, sign: ([UInt8]) -> [UInt8]) -> String {
        let text = "\(Base64Text.encodeForURL(header.bytes)).\(Base64Text.encodeForURL(claims.bytes))"
        return "\(text).\(Base64Text.encodeForURL(sign(Array(text.utf8))))"
    }

    /// The number `key` of the claims, in whole seconds; `nil` if it is missing.
    ///
    /// - Throws: ``WalletConnectError/token(_:)`` if it is something else.
    func time(_ key: String) throws(WalletConnectError) -> Int64? {
        guard let value = claims[key], value != .null else { return nil }
        guard let text = value.number?.text, let time = Int64(text), 0...253_402_300_799 ~= time else {
            throw .token(.form)
        }
        return time
    }

    private static func object(_ part: Substring) throws(WalletConnectError) -> JSON {
        guard let bytes = Base64Text.decode(part, .url),
            case .value(let json) = bytes.withUnsafeBufferPointer({ JSON.read($0, rules: .message) }),
            json.object != nil
        else { throw .token(.form) }
        return json
    }
}
