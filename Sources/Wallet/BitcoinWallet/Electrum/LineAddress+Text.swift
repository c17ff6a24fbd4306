import Bridge
package import Network

extension LineAddress {
    /// Parses `ssl://host:port`, optionally followed by `#` and the SHA-256 of the server's certificate, or
    /// `tcp://host:port` for a server on this machine or an onion service.
    ///
    /// - Returns: `nil` for everything else.
    package init?(_ text: String) {
        guard text.hasPrefix("ssl://") || text.hasPrefix("tcp://") else { return nil }
        let isSecure = text.hasPrefix("ssl://")
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let fingerprint = parts.count > 1 ? CertificateFingerprint(String(parts[1])) : nil
        guard parts.count == 1 || (isSecure && fingerprint != nil) else { return nil }
        // The host must be valid in a web address; the port is mandatory.
        let place = parts[0]
        guard let colon = place.lastIndex(of: ":"), let port = UInt16(place[place.index(after: colon)...]), port > 0,
            place.hasSuffix(":\(port)"), let origin = try? Origin(serialized: "https\(place[..<colon].dropFirst(3))"),
            isSecure || origin.isLoopback || OnionName.contains(origin.host)
        else { return nil }
        let host = origin.host.hasPrefix("[") ? String(origin.host.dropFirst().dropLast()) : origin.host
        self.init(host: host, port: Int(port), isSecure: isSecure, fingerprint: fingerprint)
    }

    /// The host and port, as they are shown.
    var name: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// The text that ``init(_:)`` reads.
    package var text: String {
        let place = "\(isSecure ? "ssl" : "tcp")://\(name)"
        return fingerprint.map { "\(place)#\($0)" } ?? place
    }
}
