/// Which addresses a payment's data-collection form may have.
///
/// Decided on whole hosts: a host that only contains, begins or ends with the service's name is another one. The
/// address is read strictly before any other reader sees it, for readers differ on backslashes, user names and control
/// characters, and the one that is fooled must not be the one that decides.
public struct PaymentHostRule: Hashable, Sendable {
    /// Hosts that may show forms over https, each with all hosts below it.
    public let services: [String]

    /// Further origins, each exactly as it is; the only way to one without https, such as a test's on this machine.
    public let origins: Set<Origin>

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - services: Hosts in lower case. By default the one of WalletConnect Pay.
    ///   - origins: Origins that a configuration names on its own.
    public init(services: [String] = ["pay.walletconnect.com"], origins: Set<Origin> = []) {
        self.services = services
        self.origins = origins
    }

    /// Reads the address of a form, as a gateway gives it.
    ///
    /// - Parameter text: An absolute address of at most 8,192 bytes.
    /// - Returns: The address to open.
    /// - Throws: Why it is not opened.
    public func form(at text: String) throws(PaymentHostError) -> FormAddress {
        guard text.utf8.count <= 8_192 else { throw .tooLong }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }),
            let separator = text.range(of: "://")
        else { throw .malformed }
        let scheme = text[..<separator.lowerBound].lowercased()
        guard scheme == "https" || scheme == "http" else { throw .scheme }
        let rest = text[separator.upperBound...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        var authority = rest[..<end].lowercased()
        guard !authority.contains("@") else { throw .userName }
        if scheme == "https", authority.hasSuffix(":443") { authority.removeLast(4) }
        guard let origin = try? Origin(serialized: "\(scheme)://\(authority)") else { throw .malformed }
        let url = "\(origin)\(rest[end...])"
        if origins.contains(origin) { return FormAddress(url: url, origin: origin, service: nil) }
        guard scheme == "https" else { throw .scheme }
        guard origin.port == 443, let service = services.first(where: { Self.is(origin.host, within: $0) }) else {
            throw .host
        }
        return FormAddress(url: url, origin: origin, service: service)
    }

    private static func `is`(_ host: String, within service: String) -> Bool {
        guard host != service else { return true }
        let labels = host.dropLast(service.utf8.count + 1)
        // No empty label: such a host is not one that the service could have.
        return host.hasSuffix(".\(service)")
            && labels.split(separator: ".", omittingEmptySubsequences: false)
                .allSatisfy { !$0.isEmpty }
    }
}

/// The address of a data-collection form that a wallet may open; ``PaymentHostRule`` makes it.
public struct FormAddress: Hashable, Sendable {
    /// The address to load, with scheme and host in lower case and everything behind them as it was given.
    public let url: String

    /// Where the form, and every step that it takes, must lie.
    public let origin: Origin

    /// The service that the host belongs to; `nil` for an origin that was named on its own.
    let service: String?

    /// Whether `url`, as a browser has normalised it, lies on the form's own host.
    public func covers(_ url: String) -> Bool {
        (try? Origin(ofURL: url)) == origin
    }

    /// The hosts from which the form may load what belongs to it, as sources of a content security policy
    /// (CSP Level 3, section 2.3.1): those of its service, or its own origin.
    public var sources: [String] {
        service.map { ["https://\($0)", "https://*.\($0)"] } ?? [origin.description]
    }
}
