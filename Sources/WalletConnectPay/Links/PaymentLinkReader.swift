internal import Bridge

/// Reads the forms of a link to a payment.
struct PaymentLinkReader {
    typealias Finding = (id: PaymentID, site: String?)

    let rule: PaymentLinkRule

    /// Reads any form, which may be encoded as a whole, once.
    func read(_ link: LinkText) throws(PayError.Link) -> Finding {
        // The kits decode a link as a whole and then a value of it: twice, and never more.
        let isValueWrappable = !link.isWrapped
        let link = try link.unwrapped()
        guard let (scheme, rest) = Self.parts(link.text) else { return (try Self.id(link), nil) }
        switch scheme {
        case "https", "http": return try page(scheme, rest)
        case "wc":
            guard let inside = try Self.inside(pairing: rest) else { throw .notPayment }
            return try named(inside, isWrappable: isValueWrappable)
        case _ where rule.schemes.contains(scheme): return try own(rest)
        default: throw .notPayment
        }
    }

    /// The value of `pay=`: the address of a page, or an id.
    ///
    /// An address may be encoded once more where it `isWrappable`; an id never is.
    private func named(_ value: LinkText, isWrappable: Bool = false) throws(PayError.Link) -> Finding {
        guard !value.text.isEmpty else { throw .noPayment }
        guard !value.isWrapped || isWrappable else { throw .characters }
        let plain = try value.unwrapped()
        guard let (scheme, rest) = Self.parts(plain.text) else {
            guard !value.isWrapped else { throw .characters }
            return (try Self.id(plain), nil)
        }
        guard scheme == "https" || scheme == "http" else { throw .notPayment }
        return try page(scheme, rest)
    }

    // MARK: The address of a page

    private func page(_ scheme: String, _ rest: Substring) throws(PayError.Link) -> Finding {
        let (authority, path, query) = try Self.address(rest)
        guard !authority.contains("@") else { throw .address }
        try check(scheme, authority)
        var ids: Set<PaymentID> = []
        if let value = try Self.field("pid", in: query) {
            guard !value.text.isEmpty else { throw .noPayment }
            ids.insert(try Self.id(value))
        }
        // Beside a `pid` no part of the path may name another payment; alone, only a path of one segment names one.
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        if segments.count == 1 || !ids.isEmpty {
            for segment in segments {
                if let text = try? LinkText(segment.utf8).decoded(), let id = PaymentID(text.text) { ids.insert(id) }
            }
        }
        guard ids.count <= 1 else { throw .ambiguous }
        guard let id = ids.first else { throw .noPayment }
        return (id, authority.lowercased())
    }

    private func check(_ scheme: String, _ authority: Substring) throws(PayError.Link) {
        let authority = authority.lowercased()
        if let origin = try? Origin(serialized: "\(scheme)://\(authority)"), rule.origins.contains(origin) { return }
        let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts.first, PaymentLinkRule.isService(host) else { throw .otherSite }
        guard parts.count == 1 || parts[1] == "443" else { throw .address }
        guard scheme == "https" else { throw .insecure }
    }

    // MARK: A pairing

    /// The value of `pay=` in the part after `wc:` (`topic@2?…`); `nil` if it is a pairing only.
    private static func inside(pairing rest: Substring) throws(PayError.Link) -> LinkText? {
        guard !rest.contains("#") else { throw .address }
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let head = parts[0].split(separator: "@", omittingEmptySubsequences: false)
        guard head.count == 2, head[1] == "2", 1...128 ~= head[0].utf8.count,
            head[0].utf8.allSatisfy({ PercentCode.isUnreserved($0) })
        else { throw .notPayment }
        return parts.count == 2 ? try field("pay", in: parts[1]) : nil
    }

    // MARK: Our own scheme

    private func own(_ rest: Substring) throws(PayError.Link) -> Finding {
        let (host, path, query) = try Self.address(rest)
        guard path.isEmpty || path == "/" else { throw .notPayment }
        let id = try Self.field("paymentId", in: query)
        let uri = try Self.field("uri", in: query)
        let pay = try Self.field("pay", in: query)
        switch host.lowercased() {
        case "walletconnectpay":
            guard uri == nil, pay == nil else { throw .ambiguous }
            guard let id, !id.text.isEmpty else { throw .noPayment }
            guard !id.isWrapped else { throw .characters }
            return (try Self.id(id), nil)
        case "", "wc":
            guard id == nil else { throw .ambiguous }
            guard let uri, let (scheme, rest) = Self.parts(uri.text), scheme == "wc" else {
                throw .notPayment
            }
            let inside = try Self.inside(pairing: rest)
            guard inside == nil || pay == nil else { throw .ambiguous }
            guard let value = inside ?? pay else { throw .notPayment }
            return try named(value)
        default: throw .notPayment
        }
    }

    // MARK: Parts

    private static func id(_ link: LinkText) throws(PayError.Link) -> PaymentID {
        guard let id = PaymentID(link.text) else { throw link.text.hasPrefix("pay_") ? .id : .notPayment }
        return id
    }

    /// The scheme in lower case, and what follows the colon (RFC 3986, section 3.1).
    private static func parts(_ text: Substring) -> (scheme: String, rest: Substring)? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        return (text[..<colon].lowercased(), text[text.index(after: colon)...])
    }

    /// Authority, path and query of what begins with two slashes.
    private static func address(
        _ text: Substring
    ) throws(PayError.Link) -> (authority: Substring, path: Substring, query: Substring) {
        guard text.hasPrefix("//") else { throw .notPayment }
        guard !text.contains("#") else { throw .address }
        let rest = text.dropFirst(2)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let path = rest[authority.endIndex...].prefix { $0 != "?" }
        return (authority, path, rest[path.endIndex...].dropFirst())
    }

    /// The decoded value of the field `name`, which may stand there once and in no other form.
    ///
    /// Other parameters of the query are ignored: senders add their own.
    private static func field(_ name: String, in query: Substring) throws(PayError.Link) -> LinkText? {
        var found: LinkText?
        for part in query.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let key = try LinkText(pair[0].utf8).decoded().text
            // Readers that fold letters, or take `name[]` for a list, would find this one as well.
            guard key.prefix(name.count).lowercased() == name.lowercased(),
                key.utf8.count == name.utf8.count
                    || !PercentCode.isUnreserved(key.utf8[key.utf8.index(key.startIndex, offsetBy: name.utf8.count)])
            else { continue }
            guard key == name, found == nil else { throw .ambiguous }
            found = pair.count == 2 ? try LinkText(pair[1].utf8).decoded() : try LinkText([])
        }
        return found
    }
}
