/// A host in two parts: the registered domain, and the labels before it.
///
/// Only the registered domain identifies the owner. It is at the end, so a name that is too long is truncated at its
/// start.
public struct SiteName: Hashable, Sendable {
    /// The host in its ASCII form, such as ``Origin/host``.
    public let host: String

    /// The part before the registered domain, with its last dot; the whole host if it has no registered domain.
    public let prefix: String

    /// The registered domain, such as `example.co.uk`; empty for IP addresses and names that cannot be registered.
    public let domain: String

    /// Creates a name.
    ///
    /// - Parameters:
    ///   - host: The host in its ASCII form.
    ///   - registeredDomain: The domain by the public suffix list (publicsuffix.org); ignored unless the host ends with
    ///     it.
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

    /// The name in at most `limit` characters; it is truncated at the start and keeps the end of the registered domain.
    public func shortened(to limit: Int) -> String {
        host.count <= limit ? host : "…" + host.suffix(max(limit - 1, 1))
    }
}
