public import Bridge
import Messages

/// The address of a node: https, or http to this machine.
public struct Endpoint: Hashable, Sendable, CustomStringConvertible {
    /// The address, with the host in lower case and without the port that its scheme has anyway.
    public let url: String

    /// The server's name and port.
    public let origin: Origin

    /// Reads an address.
    ///
    /// Not accepted are addresses with a user name, a fragment, or characters that an address does not have.
    ///
    /// - Throws: ``EndpointFault``.
    public init(_ url: String) throws(EndpointFault) {
        guard url.utf8.count <= 2_048, url.utf8.allSatisfy({ 0x21...0x7E ~= $0 && !#"<>"{}|\^`"#.utf8.contains($0) })
        else { throw .form }
        guard !url.utf8.contains(UInt8(ascii: "#")) else { throw .form }
        let url = Self.normalised(url)
        // One port is removed; with two there is no valid host.
        guard Self.normalised(url) == url else { throw .form }
        let origin: Origin
        do throws(Origin.ParsingError) {
            origin = try Origin(ofURL: url)
        } catch {
            throw error == .scheme ? .scheme : .form
        }
        guard origin.scheme == "https" || origin.isLoopback else { throw .exposed }
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

/// Why a text is not the address of a node.
public enum EndpointFault: Error, Sendable {
    /// It is not an address.
    case form
    /// It is neither http nor https.
    case scheme
    /// What travels there could be read and changed on the way.
    case exposed

    /// The reason as a sentence for the user.
    public var sentence: String {
        switch self {
        case .form: localized("The address is not a URL.")
        case .scheme: localized("The address must begin with https://.")
        case .exposed: localized("The address must begin with https://; http:// is for this machine only.")
        }
    }

    /// The reason as a sentence about a value of the settings.
    package func sentence(about path: String) -> String {
        switch self {
        case .form: localized("“\(path, as: "setting")” is not a URL.")
        case .scheme: localized("“\(path, as: "setting")” must begin with https://.")
        case .exposed:
            localized("“\(path, as: "setting")” must begin with https://; http:// is for this machine only.")
        }
    }

    /// The reason as a sentence for a page, about an address in a list.
    package func sentence(forPageAbout list: String) -> String {
        switch self {
        case .form: "An address in “\(list)” is not a URL."
        case .scheme: "An address in “\(list)” must begin with https://."
        case .exposed: "An address in “\(list)” must begin with https://; http:// is for this machine only."
        }
    }
}
