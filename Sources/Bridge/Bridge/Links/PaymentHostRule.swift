/// Decides which URLs a payment's data-collection form may have.
///
/// Complete hosts are compared: a host that only contains, begins or ends with the service's name is another one. The
/// URL is parsed strictly before any other parser sees it, because parsers differ in backslashes, user names and
/// control characters, and a confused parser must not make this decision.
public struct PaymentHostRule: Hashable, Sendable {
    /// The hosts that may show forms over https, each with all of its subdomains.
    public let services: [String]

    /// Further origins, each exactly as given; the only way to allow one without https, such as a test's on this
    /// machine.
    public let origins: Set<Origin>

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - services: Hosts in lower case. By default, WalletConnect Pay's host.
    ///   - origins: Origins that a configuration names individually.
    public init(services: [String] = ["pay.walletconnect.com"], origins: Set<Origin> = []) {
        self.services = services
        self.origins = origins
    }

    /// Parses the URL of a form, as the gateway provides it.
    ///
    /// - Parameter text: An absolute URL of at most 8,192 bytes.
    /// - Returns: The URL to open.
    /// - Throws: The reason why it is not opened.
    public func form(at text: String) throws(BridgeError) -> FormAddress {
        guard text.utf8.count <= 8_192 else { throw .form(.tooLong) }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }),
            let separator = text.byteRange(of: "://")
        else { throw .form(.malformed) }
        let scheme = text[..<separator.lowerBound].lowercased()
        guard scheme == "https" || scheme == "http" else { throw .form(.scheme) }
        let rest = text[separator.upperBound...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        var authority = rest[..<end].lowercased()
        guard !authority.contains("@") else { throw .form(.userName) }
        if scheme == "https", authority.hasSuffix(":443") { authority.removeLast(4) }
        guard let origin = try? Origin(serialized: "\(scheme)://\(authority)") else { throw .form(.malformed) }
        let url = "\(origin)\(rest[end...])"
        if origins.contains(origin) { return FormAddress(url: url, origin: origin, service: nil) }
        guard scheme == "https" else { throw .form(.scheme) }
        guard origin.port == 443, let service = services.first(where: { Self.is(origin.host, within: $0) }) else {
            throw .form(.host)
        }
        return FormAddress(url: url, origin: origin, service: service)
    }

    private static func `is`(_ host: String, within service: String) -> Bool {
        guard host != service else { return true }
        let labels = host.dropLast(service.utf8.count + 1)
        // No empty label: the service cannot have such a host.
        return host.hasSuffix(".\(service)")
            && labels.split(separator: ".", omittingEmptySubsequences: false)
                .allSatisfy { !$0.isEmpty }
    }
}

/// The URL of a data-collection form that a wallet may open; ``PaymentHostRule`` creates it.
public struct FormAddress: Hashable, Sendable {
    /// The URL to load, with scheme and host in lower case and everything after them unchanged.
    public let url: String

    /// The origin of the form and of all its navigations.
    public let origin: Origin

    /// The service that the host belongs to; `nil` for an origin that was named individually.
    let service: String?

    /// Whether `url`, as normalized by a browser, is on the form's own host.
    public func covers(_ url: String) -> Bool {
        (try? Origin(ofURL: url)) == origin
    }

    /// The hosts from which the form may load resources, as sources of a content security policy (CSP Level 3, section
    /// 2.3.1): those of its service, or its own origin.
    public var sources: [String] {
        service.map { ["https://\($0)", "https://*.\($0)"] } ?? [origin.description]
    }
}
