package import Bridge
internal import Glibc

/// Which hosts are for everybody, by their names alone.
///
/// Another name for everybody may still lead into one's own network; what answers there cannot prove the name by TLS.
package enum PublicHost {
    /// Whether a page of `origin` may have the wallet speak with `host`: a page of the internet not with what is in
    /// one's own network, which it could not reach without the wallet.
    package static func mayLead(_ origin: Origin, to host: String) -> Bool {
        // The name of a service that leads home says nothing about who owns a page under it.
        contains(host) || !isOutside(origin.host)
    }

    /// Whether `host` is neither this machine, nor in a network of one's own, nor reserved, nor a name of a service
    /// that leads there; an IPv6 address in brackets.
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
        // An address in another form than four decimal numbers (WHATWG URL, “ends in a number”).
        guard !last.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), !last.hasPrefix("0x") else { return false }
        return !ownNames.contains(last) && !(last == "arpa" && labels.suffix(2).first == "home")
    }

    /// Names that no public server has (RFC 6761, 6762, 8375 and 9476, and ICANN's `internal`), and such as routers
    /// give away.
    private static let ownNames: Set = [
        "localhost", "localdomain", "local", "internal", "test", "invalid", "onion", "alt", "intranet", "lan", "home",
        "corp", "private", "domain", "workgroup", "belkin",
    ]

    /// Public names below which there are addresses of one's own network: services that put the address into the name,
    /// that always mean this machine, that give devices at home certificates, and the names of routers.
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

    /// After the registries of special addresses (RFC 6890).
    private static func isPublic(_ address: [UInt8]?) -> Bool {
        guard let address else { return false }
        guard address.count == 4 else {
            // Only global unicast, and of that neither documentation, nor protocol assignments with IPv4 addresses in
            // disguise (Teredo, 6to4).
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
