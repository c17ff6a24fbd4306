import Bridge
import BitcoinWallet
import EthereumWallet
import HeadlessWallet
import Messages
import Network

/// The address of an Electrum server, as the user filled it into a form.
enum ServerAnswer {
    /// Why it is not a valid address: a field, and a sentence about it.
    struct Problem: Equatable {
        let field: FieldID
        let sentence: String
    }

    /// The parsed values of the form.
    enum Reading: Equatable {
        case address(LineAddress)
        case problem(Problem)
    }

    /// Reads the values of the form.
    static func read(_ values: [FieldID: String]) -> Reading {
        let host = EnteredText.trimmed(values[.host]).lowercased()
        let isSecure = values[.security] != "none"
        // The full address may have been pasted, in the form in which servers are published.
        if let whole = LineAddress(host) { return .address(whole) }
        let written = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        guard LineAddress("ssl://\(written):1") != nil else {
            return .problem(
                Problem(field: .host, sentence: localized("This is not the name or the IP address of a server.")))
        }
        guard let port = UInt16(EnteredText.trimmed(values[.port])), port > 0 else {
            return .problem(Problem(field: .port, sentence: localized("The port must be a number from 1 to 65535.")))
        }
        var text = "\(isSecure ? "ssl" : "tcp")://\(written):\(port)"
        // The groups in which the wallet shows fingerprints are accepted as well.
        let fingerprint = String(EnteredText.trimmed(values[.fingerprint]).filter { !$0.isWhitespace })
        if values[.security] == "fingerprint" {
            guard CertificateFingerprint(fingerprint) != nil else {
                return .problem(
                    Problem(field: .fingerprint, sentence: localized("A fingerprint has 64 hexadecimal digits.")))
            }
            text += "#\(fingerprint)"
        } else if !fingerprint.isEmpty {
            return .problem(
                Problem(
                    field: .fingerprint,
                    sentence: localized("Choose “TLS, certificate with this fingerprint”, or leave this empty.")))
        }
        guard let address = LineAddress(text) else {
            return .problem(
                Problem(
                    field: .host,
                    sentence: localized("A server without TLS must be on this computer or have an .onion address.")))
        }
        return .address(address)
    }

    /// Reads the address of a node.
    ///
    /// - Throws: What is wrong with it.
    static func endpoint(_ values: [FieldID: String]) throws(WalletError) -> Endpoint {
        do throws(NodeError) {
            return try Endpoint(text: EnteredText.trimmed(values[.node]))
        } catch {
            throw WalletError(field: .node, error.sentence)
        }
    }

    /// Reads how connections to the server are made.
    ///
    /// - Throws: What is wrong with the address of the proxy, with its field.
    static func route(_ values: [FieldID: String]) throws(WalletError) -> ServerRoute {
        let address = EnteredText.trimmed(values[.proxy])
        switch values[.connection] {
        case "direct" where address.isEmpty: return .direct
        case "proxy":
            guard let proxy = Proxy(address) else {
                throw WalletError(
                    field: .proxy,
                    localized("The address of a proxy is socks5://host:port or http://host:port."))
            }
            return .proxy(proxy)
        case nil, "usual":
            if address.isEmpty { return .usual }
            fallthrough
        default:
            throw WalletError(
                field: .proxy, localized("Choose “Through another proxy”, or leave this empty."))
        }
    }
}
