public import Bridge
public import Network

/// The address of a node: https, or http to this machine or to an onion service.
public struct Endpoint: Hashable, Sendable, CustomStringConvertible {
    /// The address, with the host in lower case and without the default port of its scheme.
    public let url: String

    /// The server's name and port.
    public let origin: Origin

    /// How connections to it are made.
    public var route = ServerRoute.usual

    /// The fingerprint of the only accepted certificate; `nil` for any from a trusted authority.
    public var fingerprint: CertificateFingerprint?

    /// Reads an address.
    ///
    /// Addresses with a user name, a fragment or invalid characters are not accepted.
    ///
    /// - Throws: ``NodeError/address(_:)``.
    public init(_ url: String) throws(NodeError) {
        guard url.utf8.count <= 2_048, url.utf8.allSatisfy({ 0x21...0x7E ~= $0 && !#"<>"{}|\^`"#.utf8.contains($0) })
        else { throw .address(.form) }
        guard !url.utf8.contains(UInt8(ascii: "#")) else { throw .address(.form) }
        let url = Self.normalised(url)
        // One port is removed; with two there is no valid host.
        guard Self.normalised(url) == url else { throw .address(.form) }
        let origin: Origin
        do throws(BridgeError) {
            origin = try Origin(ofURL: url)
        } catch {
            throw .address(error == .origin(.scheme) ? .scheme : .form)
        }
        guard origin.scheme == "https" || origin.isLoopback || OnionName.contains(origin.host) else {
            throw .address(.exposed)
        }
        self.url = url
        self.origin = origin
    }

    /// Reads an address of the user's, which may be followed by `#` and the SHA-256 of the server's certificate.
    ///
    /// - Throws: ``NodeError/address(_:)``.
    package init(text: String) throws(NodeError) {
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        try self.init(parts.first.map(String.init) ?? "")
        guard parts.count > 1 else { return }
        guard origin.scheme == "https", let trusted = CertificateFingerprint(String(parts[1])) else {
            throw .address(.fingerprint)
        }
        fingerprint = trusted
    }

    /// The text that ``init(text:)`` reads.
    package var text: String { fingerprint.map { "\(url)#\($0)" } ?? url }

    private static func normalised(_ url: String) -> String {
        guard let separator = url.firstRange(of: "://") else { return url }
        let end = url[separator.upperBound...].firstIndex { "/?#".contains($0) } ?? url.endIndex
        var authority = url[separator.upperBound..<end].lowercased()
        let port = url.hasPrefix("https:") ? ":443" : ":80"
        if authority.hasSuffix(port) { authority.removeLast(port.count) }
        return url[..<separator.upperBound] + authority + url[end...]
    }

    /// The server's name and port; the rest of the address may contain a secret key.
    public var description: String { origin.site }
}
