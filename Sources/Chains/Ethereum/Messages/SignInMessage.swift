public import Bridge

/// A message by which the owner of an account signs in to a site (EIP-4361).
public struct SignInMessage: Hashable, Sendable {
    /// The scheme of the site, if the message names it.
    public let scheme: String?

    /// The host of the site, with its port if the message names one.
    public let domain: String

    /// The account that signs in.
    public let address: EthereumAddress

    /// What the user agrees to; one line of ASCII.
    public let statement: String?

    /// What the user signs in to.
    public let uri: String

    /// The chain to which the session is bound.
    public let chainID: UInt64

    /// What makes the message different from all others: at least eight letters or digits.
    public let nonce: String

    /// When the message was made.
    public let issuedAt: SignInTime

    /// From when on it no longer counts.
    public let expirationTime: SignInTime?

    /// From when on it counts.
    public let notBefore: SignInTime?

    /// A name that the site gives to this request.
    public let requestID: String?

    /// What the user also agrees to open, as URIs.
    public let resources: [String]

    /// Reads a message by the grammar of the standard, to the letter.
    ///
    /// A user name in front of the domain is refused although the grammar has it: it reads as another site.
    ///
    /// - Throws: ``EthereumError/signIn(part:)`` with the first part that is wrong or missing.
    public init(_ text: String) throws(EthereumError) {
        var lines = SignInLines(text)
        (scheme, domain) = try Self.site(lines.next())
        guard let line = lines.next(), let address = try? EthereumAddress(line) else {
            throw .signIn(part: "address")
        }
        self.address = address
        guard lines.next() == "", let line = lines.next() else { throw .signIn(part: "statement") }
        if line.isEmpty {
            statement = nil
        } else {
            guard SignInText.isStatement(line), lines.next() == "" else { throw .signIn(part: "statement") }
            statement = line
        }
        uri = try lines.value("URI", where: SignInText.isURI)
        _ = try lines.value("Version") { $0 == "1" }
        guard let chainID = UInt64(try lines.value("Chain ID", where: SignInText.isNumber)) else {
            throw .signIn(part: "Chain ID")
        }
        self.chainID = chainID
        nonce = try lines.value("Nonce", where: SignInText.isNonce)
        guard let issuedAt = SignInTime(try lines.value("Issued At") { _ in true }) else {
            throw .signIn(part: "Issued At")
        }
        self.issuedAt = issuedAt
        expirationTime = try lines.time("Expiration Time")
        notBefore = try lines.time("Not Before")
        requestID = try lines.optionalValue("Request ID", where: SignInText.isRequestID)
        resources = try lines.resources()
        guard lines.isAtEnd else { throw .signIn(part: "end") }
    }

    /// Whether the message is for `origin`: the same host and port, and the same scheme if it names one.
    ///
    /// A port that is not named is the default one.
    public func isFor(_ origin: Origin) -> Bool {
        guard scheme == nil || scheme?.lowercased() == origin.scheme else { return false }
        let domain = domain.lowercased()
        return domain == origin.site || domain == "\(origin.host):\(origin.port)"
    }

    /// Whether a reader could take a text for a sign-in message, although the standard does not.
    ///
    /// Case, white space, characters that are not seen and letters that look like others make no difference, and text
    /// in hexadecimal or base64 digits counts as the text that it encodes.
    public static func isSuspected(in text: String) -> Bool {
        count(in: text) > 0
    }

    /// The number of sign-in messages that a text could be mistaken for.
    public static func count(in text: String, depth: Int = 0) -> Int {
        let own = PlainText.count(of: "wantsyoutosigninwithyour", in: PlainText.compact(text))
        guard own == 0, depth < 3 else { return own }
        return EncodedText.parts(of: text).reduce(0) { $0 + count(in: $1, depth: depth + 1) }
    }

    /// The host before the words of a sign-in, if the text is not a valid one.
    public static func site(suspectedIn text: String) -> String? {
        let plain = text.lowercased()
        guard let words = plain.byteRange(of: "wants you to") else { return nil }
        return plain[..<words.lowerBound].split(whereSeparator: \.isWhitespace).last.map { $0.prefix(scalars: 128) }
    }

    private static func site(_ line: String?) throws(EthereumError) -> (scheme: String?, domain: String) {
        let ending = " wants you to sign in with your Ethereum account:"
        // By bytes: to compare one character, Swift puts all of its marks into order, and a line can have nothing else.
        guard let line, line.utf8.reversed().starts(with: ending.utf8.reversed()) else {
            throw .signIn(part: "first line")
        }
        let site = Substring(line.utf8.dropLast(ending.utf8.count))
        guard let separator = site.byteRange(of: "://") else {
            guard SignInText.isAuthority(site) else { throw .signIn(part: "domain") }
            return (nil, String(site))
        }
        let (scheme, domain) = (site[..<separator.lowerBound], site[separator.upperBound...])
        guard SignInText.isScheme(scheme) else { throw .signIn(part: "scheme") }
        guard SignInText.isAuthority(domain) else { throw .signIn(part: "domain") }
        return (String(scheme), String(domain))
    }
}
