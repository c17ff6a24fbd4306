/// A host in two parts: the domain that somebody registered, and what its owner put in front of it.
///
/// Only the registered domain says whose site it is. It stands at the end, so a name that is too long is cut at its
/// beginning.
public struct SiteName: Hashable, Sendable {
    /// The host in its ASCII form, such as ``Origin/host``.
    public let host: String

    /// What stands in front of the registered domain, with its last dot; all of the host where there is none.
    public let prefix: String

    /// The registered domain, such as `example.co.uk`; empty for IP addresses and names that nobody registers.
    public let domain: String

    /// Creates a name.
    ///
    /// - Parameters:
    ///   - host: The host in its ASCII form.
    ///   - registeredDomain: The domain by the public suffix list (publicsuffix.org); it counts only where the host ends
    ///     with it.
    public init(_ host: String, registeredDomain: String?) {
        self.host = host
        guard let registeredDomain, !registeredDomain.isEmpty,
            host == registeredDomain || host.hasSuffix("." + registeredDomain)
        else {
            prefix = host
            domain = ""
            return
        }
        prefix = String(host.dropLast(registeredDomain.count))
        domain = registeredDomain
    }

    /// The name in `limit` characters at most: the beginning gives way, never the registered domain's end.
    public func shortened(to limit: Int) -> String {
        host.count <= limit ? host : "…" + host.suffix(max(limit - 1, 1))
    }
}
