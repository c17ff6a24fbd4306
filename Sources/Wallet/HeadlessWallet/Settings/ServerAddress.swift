package import BitcoinWallet
import Bridge
package import EthereumWallet
import Messages
package import Network
package import WalletCore

/// The address of a server that the wallet asks about one network.
package enum ServerAddress: Hashable {
    /// A node of an EVM chain.
    case node(Endpoint)

    /// An Electrum server.
    case electrum(LineAddress)

    /// The full address.
    package var text: String {
        switch self {
        case .node(let endpoint): endpoint.text
        case .electrum(let address): address.text
        }
    }

    /// Its host and port.
    package var site: String {
        switch self {
        case .node(let endpoint): endpoint.origin.site
        case .electrum(let address):
            "\(address.host.contains(":") ? "[\(address.host)]" : address.host):\(address.port)"
        }
    }

    /// How connections to it are made.
    package var route: ServerRoute {
        switch self {
        case .node(let endpoint): endpoint.route
        case .electrum(let address): address.route
        }
    }

    /// The fingerprint of the only certificate that is accepted; `nil` for any from a trusted authority.
    package var fingerprint: CertificateFingerprint? {
        switch self {
        case .node(let endpoint): endpoint.fingerprint
        case .electrum(let address): address.fingerprint
        }
    }

    /// Where its certificate is asked for; `nil` without TLS.
    package var secure: LineAddress? {
        switch self {
        case .node(let endpoint):
            guard endpoint.origin.scheme == "https" else { return nil }
            let host = endpoint.origin.host
            return LineAddress(
                host: host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host,
                port: Int(endpoint.origin.port), fingerprint: endpoint.fingerprint, route: endpoint.route)
        case .electrum(let address): return address.isSecure ? address : nil
        }
    }

    /// The same server, with `fingerprint` as that of the only accepted certificate.
    package func showing(_ fingerprint: CertificateFingerprint) -> ServerAddress {
        switch self {
        case .node(var endpoint):
            endpoint.fingerprint = fingerprint
            return .node(endpoint)
        case .electrum(let address): return .electrum(address.showing(fingerprint))
        }
    }

    /// The sentence about how connections to it are made.
    package var connection: String {
        switch route {
        case .usual: localized("Like all connections")
        case .direct: localized("Directly, without a proxy")
        case .proxy(let proxy): localized("Through \(proxy.address ?? "", as: "proxy")")
        }
    }
}

/// What a server said when it was asked last.
package enum ServerHealth: Hashable {
    case node(NodeHealth)
    case electrum(ElectrumHealth)

    /// It shows another certificate than the one that the user trusted.
    case otherCertificate(CertificateFingerprint)

    /// It as text, at `now` in seconds since 1970.
    package func text(now: Int64) -> String {
        switch self {
        case .node(let health): health.text(now: now)
        case .electrum(let health): health.text(now: now)
        case .otherCertificate: localized("Shows a different certificate than the one you trusted")
        }
    }

    /// Whether it can be used at `now`, in seconds since 1970, and is not behind.
    package func isUsable(now: Int64) -> Bool {
        switch self {
        case .node(let health): health.isUsable(now: now)
        case .electrum(let health): health.isUsable(now: now)
        case .otherCertificate: false
        }
    }

    /// Whether it shows a certificate that is not trusted.
    package var isUntrusted: Bool {
        self == .node(.fails(.wire(.untrusted))) || self == .electrum(.fails(.wire(.untrusted)))
    }

    /// The age of the newest block that it knows, if it is behind at `now`, in seconds since 1970.
    package func lag(now: Int64) -> BlockAge? {
        switch self {
        case .node(let health): health.lag(now: now)
        case .electrum(let health): health.lag(now: now)
        case .otherCertificate: nil
        }
    }
}
