/// The names of onion services, which only Tor can reach (RFC 7686).
package enum OnionName {
    /// Whether `host` is such a name: it must never be given to the system's resolver.
    ///
    /// The name is derived from the key of the service, and Tor encrypts the connection to it, so TLS is not needed.
    package static func contains(_ host: String) -> Bool { host.lowercased().hasSuffix(".onion") }
}

extension Proxy {
    /// Checks that a connection to `host` can be made through this proxy.
    ///
    /// - Throws: ``NetworkError/unusableAddress`` if the proxy is invalid, ``NetworkError/unreachable`` for another
    ///   machine if none may be reached, and ``NetworkError/needsTor`` for the name of
    ///   an onion service without a SOCKS5 proxy: the system or a web proxy would ask a name server for it.
    func check(for host: String) throws(NetworkError) {
        guard isUsable else { throw .unusableAddress }
        guard self != .thisMachineOnly || HostAndPort(host)?.isThisMachine == true || HostAndPort.isThisMachine(host)
        else { throw .unreachable }
        guard OnionName.contains(host) else { return }
        guard case .socks5 = self else { throw .needsTor }
    }
}
