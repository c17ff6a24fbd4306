internal import Bridge

/// Parses the forms of a payment link.
struct PaymentLinkReader {
    typealias Finding = (id: PaymentID, site: String?)

    let rule: PaymentLinkRule

    /// Parses any form; the entire link may be encoded once.
    func read(_ link: LinkText) throws(PayError) -> Finding {
        // WalletConnect's SDKs decode the entire link and then one of its values: at most twice.
        let isValueWrappable = !link.isWrapped
        let link = try link.unwrapped()
        guard let (scheme, rest) = Self.parts(link.text) else { return (try Self.id(link), nil) }
        switch scheme {
        case "https", "http": return try page(scheme, rest)
        case "wc":
            guard let inside = try Self.inside(pairing: rest) else { throw .link(.notPayment) }
            return try named(inside, isWrappable: isValueWrappable)
        case _ where rule.schemes.contains(scheme): return try own(rest)
        default: throw .link(.notPayment)
        }
    }

    /// Parses the value of `pay=`: the address of a page, or an ID.
    ///
    /// An address may be encoded once more if `isWrappable` is true; an ID never is.
    private func named(_ value: LinkText, isWrappable: Bool = false) throws(PayError) -> Finding {
        guard !value.text.isEmpty else { throw .link(.noPayment) }
        guard !value.isWrapped || isWrappable else { throw .link(.characters) }
        let plain = try value.unwrapped()
        guard let (scheme, rest) = Self.parts(plain.text) else {
            guard !value.isWrapped else { throw .link(.characters) }
            return (try Self.id(plain), nil)
        }
        guard scheme == "https" || scheme == "http" else { throw .link(.notPayment) }
        return try page(scheme, rest)
    }

    // MARK: The address of a page

    private func page(_ scheme: String, _ rest: Substring) throws(PayError) -> Finding {
        let (authority, path, query) = try Self.address(rest)
        guard !authority.contains("@") else { throw .link(.address) }
        try check(scheme, authority)
        var ids: Set<PaymentID> = []
        if let value = try Self.field("pid", in: query) {
            guard !value.text.isEmpty else { throw .link(.noPayment) }
            ids.insert(try Self.id(value))
        }
        // If there is a `pid`, no segment of the path may name another payment; without one, only a path with a single
        // segment names a payment.
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        if segments.count == 1 || !ids.isEmpty {
            for segment in segments {
                if let text = try? LinkText(segment.utf8).decoded(), let id = PaymentID(text.text) { ids.insert(id) }
            }
        }
        guard ids.count <= 1 else { throw .link(.ambiguous) }
        guard let id = ids.first else { throw .link(.noPayment) }
        return (id, authority.lowercased())
    }

    private func check(_ scheme: String, _ authority: Substring) throws(PayError) {
        let authority = authority.lowercased()
        if let origin = try? Origin(serialized: "\(scheme)://\(authority)"), rule.origins.contains(origin) { return }
        let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts.first, PaymentLinkRule.isService(host) else { throw .link(.otherSite) }
        guard parts.count == 1 || parts[1] == "443" else { throw .link(.address) }
        guard scheme == "https" else { throw .link(.insecure) }
    }

    // MARK: A pairing

    /// The value of `pay=` in the part after `wc:` (`topic@2?…`); `nil` if it is only a pairing.
    private static func inside(pairing rest: Substring) throws(PayError) -> LinkText? {
        guard !rest.contains("#") else { throw .link(.address) }
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let head = parts[0].split(separator: "@", omittingEmptySubsequences: false)
        guard head.count == 2, head[1] == "2", 1...128 ~= head[0].utf8.count,
            head[0].utf8.allSatisfy({ PercentCode.isUnreserved($0) })
        else { throw .link(.notPayment) }
        return parts.count == 2 ? try field("pay", in: parts[1]) : nil
    }

    // MARK: The wallet's own scheme

    private func own(_ rest: Substring) throws(PayError) -> Finding {
        let (host, path, query) = try Self.address(rest)
        guard path.isEmpty || path == "/" else { throw .link(.notPayment) }
        let id = try Self.field("paymentId", in: query)
        let uri = try Self.field("uri", in: query)
        let pay = try Self.field("pay", in: query)
        switch host.lowercased() {
        case "walletconnectpay":
            guard uri == nil, pay == nil else { throw .link(.ambiguous) }
            guard let id, !id.text.isEmpty else { throw .link(.noPayment) }
            guard !id.isWrapped else { throw .link(.characters) }
            return (try Self.id(id), nil)
        case "", "wc":
            guard id == nil else { throw .link(.ambiguous) }
            guard let uri, let (scheme, rest) = Self.parts(uri.text), scheme == "wc" else {
                throw .link(.notPayment)
            }
            let inside = try Self.inside(pairing: rest)
            guard inside == nil || pay == nil else { throw .link(.ambiguous) }
            guard let value = inside ?? pay else { throw .link(.notPayment) }
            return try named(value)
        default: throw .link(.notPayment)
        }
    }

    // MARK: Parts

    private static func id(_ link: LinkText) throws(PayError) -> PaymentID {
        guard let id = PaymentID(link.text) else { throw .link(link.text.hasPrefix("pay_") ? .id : .notPayment) }
        return id
    }

    /// The scheme in lower case, and the part after the colon (RFC 3986, section 3.1).
    private static func parts(_ text: Substring) -> (scheme: String, rest: Substring)? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        return (text[..<colon].lowercased(), text[text.index(after: colon)...])
    }

    /// The authority, path and query of a text that starts with two slashes.
    private static func address(
        _ text: Substring
    ) throws(PayError) -> (authority: Substring, path: Substring, query: Substring) {
        guard text.hasPrefix("//") else { throw .link(.notPayment) }
        guard !text.contains("#") else { throw .link(.address) }
        let rest = text.dropFirst(2)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let path = rest[authority.endIndex...].prefix { $0 != "?" }
        return (authority, path, rest[path.endIndex...].dropFirst())
    }

    /// The decoded value of the field `name`, which may occur only once and in no other form.
    ///
    /// Other parameters of the query are ignored: senders add their own.
    private static func field(_ name: String, in query: Substring) throws(PayError) -> LinkText? {
        var found: LinkText?
        for part in query.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let key = try LinkText(pair[0].utf8).decoded().text
            // Parsers that ignore case, or treat `name[]` as a list, would find this field too.
            guard key.prefix(name.count).lowercased() == name.lowercased(),
                key.utf8.count == name.utf8.count
                    || !PercentCode.isUnreserved(key.utf8[key.utf8.index(key.startIndex, offsetBy: name.utf8.count)])
            else { continue }
            guard key == name, found == nil else { throw .link(.ambiguous) }
            found = pair.count == 2 ? try LinkText(pair[1].utf8).decoded() : try LinkText([])
        }
        return found
    }
}
