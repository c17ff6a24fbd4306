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
