package import Bridge
internal import Glibc

/// Decides from its name alone whether a host is public.
///
/// A public name can still resolve to an address in the local network. If a page from the internet named the server,
/// such a connection is refused after the name is resolved; if a proxy resolves the name, the server must prove the
/// name by TLS.
package enum PublicHost {
    /// Whether a page of `origin` may make the wallet connect to `host`: a page from the internet may not name a host
    /// in the local network, which it could not reach without the wallet.
    package static func mayLead(_ origin: Origin, to host: String) -> Bool {
        // The name of a service that resolves to local addresses does not show who owns a page under it.
        contains(host) || !isOfInternet(origin)
    }

    /// Whether pages of `origin` come from the internet, and not from this machine or the local network.
    package static func isOfInternet(_ origin: Origin) -> Bool { isOutside(origin.host) }

    /// Whether `host` is neither this machine, nor in the local network, nor reserved, nor a name of a service that
    /// resolves to such addresses.
    ///
    /// An IPv6 address is in brackets.
    package static func contains(_ host: String) -> Bool {
        let labels = host.split(separator: ".").map { $0.lowercased() }
        let leadsHome = (2...3).contains { homeServices.contains(labels.suffix($0).joined(separator: ".")) }
        return isOutside(host) && !leadsHome
    }

    private static func isOutside(_ host: String) -> Bool {
        guard host.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        if host.hasPrefix("[") { return isPublic(bytes(AF_INET6, String(host.dropFirst().dropLast()), count: 16)) }
        if let address = bytes(AF_INET, host, count: 4) { return isPublic(address) }
        let labels = host.split(separator: ".").map { $0.lowercased() }
        guard let last = labels.last, labels.count > 1 else { return false }
        // An IPv4 address in another form than four decimal numbers (WHATWG URL, “ends in a number”).
        guard !last.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), !last.hasPrefix("0x") else { return false }
        return !ownNames.contains(last) && !(last == "arpa" && labels.suffix(2).first == "home")
    }

    /// Names that no public server has (RFC 6761, 6762, 8375 and 9476, and ICANN's `internal`), and names that routers
    /// assign.
    private static let ownNames: Set = [
        "localhost", "localdomain", "local", "internal", "test", "invalid", "onion", "alt", "intranet", "lan", "home",
        "corp", "private", "domain", "workgroup", "belkin",
    ]

    /// Public domains with names that resolve to addresses in the local network: services that encode the address in
    /// the name, services that always resolve to this machine, services that give certificates to devices at home, and
    /// the names of routers.
    private static let homeServices: Set = [
        "nip.io", "sslip.io", "xip.io", "traefik.me", "backname.io", "local-ip.co", "local-ip.sh", "1u.ms", "rbndr.us",
        "localtest.me", "lvh.me", "vcap.me", "fuf.me", "lacolhost.com", "localho.st", "localhost.direct", "lcl.host",
        "local.gd", "plex.direct", "ui.direct", "direct.quickconnect.to", "ts.net", "myfritz.net", "fritz.box",
        "mshome.net", "routerlogin.net", "tplinkwifi.net",
    ]

    private static func bytes(_ family: Int32, _ text: String, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }

    /// Based on the registries of special-purpose addresses (RFC 6890).
    private static func isPublic(_ address: [UInt8]?) -> Bool {
        guard let address else { return false }
        guard address.count == 4 else {
            // Only global unicast, without the ranges for documentation and without the protocol assignments that embed
            // IPv4 addresses (Teredo, 6to4).
            let isGlobal = address[0] & 0xE0 == 0x20
            let isDocumentation = address.starts(with: [0x20, 0x01, 0x0D, 0xB8]) || address.starts(with: [0x3F, 0xFF])
            let isDisguise =
                address.starts(with: [0x20, 0x01]) && address[2] < 2 || address.starts(with: [0x20, 0x02])
            return isGlobal && !isDocumentation && !isDisguise
        }
        switch (address[0], address[1], address[2]) {
        case (0, _, _), (10, _, _), (127, _, _), (224...255, _, _): return false
        case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _), (198, 18...19, _): return false
        case (192, 0, 0), (192, 0, 2), (198, 51, 100), (203, 0, 113), (192, 88, 99): return false
        default: return true
        }
    }
}
