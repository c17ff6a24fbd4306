package import Bridge
internal import Primitives

/// The verified JSON Web Token of the attestation service about the page that sent a message.
///
/// Source: WalletConnect's "Verify API", version 2.
package struct Attestation: Hashable, Sendable {
    /// The origin of the page.
    package let origin: String
    /// Whether the origin is one of the app's own, as the service knows it.
    package let isVerified: Bool
    /// Whether the service knows the page as a scam; `nil` if it did not look.
    package let isScam: Bool?
    /// When the statement ends, in seconds since 1970.
    package let expiry: Int64

    /// By how much the clocks of service and wallet may differ, in seconds.
    package static let leeway: Int64 = 300

    /// Reads and checks a token.
    ///
    /// - Parameters:
    ///   - text: The token.
    ///   - key: The key of the service.
    ///   - messageHash: The hash of the envelope that came with the token; see ``Envelope/hash(ofText:)``.
    ///   - now: The time in seconds since 1970.
    /// - Throws: ``WalletConnectError/token(_:)``.
    package init(
        verifying text: String, key: AttestationKey, messageHash: String, now: Int64
    ) throws(WalletConnectError) {
        let token = try WebToken(text, algorithm: "ES256")
        guard key.verifies(token.signature, of: token.signed) else { throw .token(.signature) }
        guard let id = token.claims["id"]?.string, let origin = token.claims["origin"]?.string,
            origin.utf8.count <= 2_048, let isVerified = token.claims["isVerified"]?.bool,
            let expiry = try token.time("exp")
        else { throw .token(.form) }
        switch token.claims["isScam"] {
        case nil, .null: isScam = nil
        case .bool(let value): isScam = value
        default: throw .token(.form)
        }
        self.origin = origin
        self.isVerified = isVerified
        self.expiry = expiry
        guard id == messageHash else { throw .token(.otherMessage) }
        guard expiry + Self.leeway > now else { throw .token(.expired) }
    }

    /// Reads the answer of version 1 of the service, `{origin, isScam?, isVerified?}`, which came over TLS and has no
    /// signature.
    ///
    /// - Throws: ``WalletConnectError/parameters(_:)`` with the member that is wrong.
    package init(answer json: JSON) throws(WalletConnectError) {
        let parameters = try Parameters.object(json, path: "attestation")
        origin = try parameters.text("origin")
        isVerified = parameters.json["isVerified"]?.bool ?? false
        isScam = parameters.json["isScam"]?.bool
        expiry = .max
    }
}

/// What is known about the app behind a message.
public enum AppVerification: Hashable, Sendable {
    /// The message comes from the site that the app names.
    case valid
    /// The message comes from another site than the app names.
    case invalid(origin: String)
    /// Nothing is known: no attestation, one that cannot be checked, or one of an unknown site.
    case unknown
    /// The service knows the page as a scam.
    case scam(origin: String)

    /// The verdict about a message.
    ///
    /// - Parameters:
    ///   - attestation: The verified attestation of the service, or `nil`.
    ///   - metadata: The app's own description.
    package init(_ attestation: Attestation?, metadata: AppMetadata) {
        guard let attestation else {
            self = .unknown
            return
        }
        if attestation.isScam == true {
            self = .scam(origin: attestation.origin)
        } else if !attestation.isVerified {
            self = .unknown
        } else {
            let isSame = Self.host(attestation.origin).map { $0 == Self.host(metadata.url) } ?? false
            self = isSame ? .valid : .invalid(origin: attestation.origin)
        }
    }

    /// The verdict about a page in a window of the wallet, whose origin the web view knows.
    ///
    /// - Parameters:
    ///   - origin: The origin of the page.
    ///   - metadata: The app's own description.
    package init(page origin: Origin, metadata: AppMetadata) {
        let claimed = try? Origin(ofURL: Self.withLowercaseAuthority(metadata.url))
        self = claimed == origin ? .valid : .invalid(origin: origin.description)
    }

    /// The host of an address; `nil` if it is not one of the web.
    private static func host(_ url: String) -> String? {
        (try? Origin(ofURL: withLowercaseAuthority(url)))?.host
    }

    /// The address as a browser would write its start: case does not count in scheme and host, and the default port is
    /// left out.
    private static func withLowercaseAuthority(_ url: String) -> String {
        guard let separator = url.firstRange(of: "://") else { return url }
        let rest = url[separator.upperBound...]
        let end = rest.firstIndex { "/?#\\".contains($0) } ?? rest.endIndex
        let scheme = url[..<separator.lowerBound].lowercased()
        var authority = rest[..<end].lowercased()
        let port = scheme == "https" ? ":443" : ":80"
        if authority.hasSuffix(port) { authority.removeLast(port.count) }
        return "\(scheme)://\(authority)\(rest[end...])"
    }
}
