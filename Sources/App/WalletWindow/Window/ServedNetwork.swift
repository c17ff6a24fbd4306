import Bitcoin
import BitcoinWallet
import Bridge
import Messages
import WalletCore
import EthereumWallet
import WalletUI
import Network

/// A network that the wallet reaches through a server, with its texts in the forms of the window.
enum ServedNetwork: Hashable {
    /// An EVM chain, with a node.
    case chain(Chain)

    /// A currency with Electrum servers.
    case coin(UTXOChain)

    /// Its ID in the answers of a form.
    var id: String {
        switch self {
        case .chain(let chain): "\(chain.id)"
        case .coin(let utxoChain): utxoChain.rawValue
        }
    }

    /// Its identifier (CAIP-2).
    var chainID: ChainID {
        switch self {
        case .chain(let chain): ChainID(eip155: chain.id)
        case .coin(let utxoChain): utxoChain.chainID
        }
    }

    /// Its name; in quotation marks if a site or the user wrote it.
    var name: String {
        switch self {
        case .chain(let chain): chain.isWellKnown ? chain.name : Quotation.of(chain.name, limit: 64)
        case .coin(let utxoChain): utxoChain.name
        }
    }

    /// The button of a notice that leads to its servers.
    var button: String {
        switch self {
        case .chain: localized("Set node…")
        case .coin: localized("Set server…")
        }
    }

    /// The text in the form while a new server is checked.
    var busy: String {
        switch self {
        case .chain: localized("Asking the node…")
        case .coin: localized("Asking the server…")
        }
    }

    /// The notice about a problem with its server.
    func notice(of problem: ServerProblem, _ current: CurrentServer?, _ proxy: Proxy = .none) -> String {
        if problem == .failing, let current {
            return Self.notice(failure(of: current), proxy)
        }
        return switch self {
        case .chain:
            localized(
                """
                No node is set for \(name, as: "network"). Without one, sites cannot read this network and you cannot \
                send on it.
                """)
        case .coin:
            localized(
                "No server is set for \(name, as: "currency"). Without one, you cannot send \(name, as: "currency").")
        }
    }

    /// The notice that the servers of several networks cannot be used.
    static func notice(ofFailing networks: [ServedNetwork], _ proxy: Proxy) -> String {
        let names = networks.map(\.name).joined(separator: ", ")
        return notice(
            localized(
                """
                The servers of several networks cannot be used: \(names, as: "networks"). Check your internet connection, \
                or set other servers.
                """), proxy)
    }

    private static func notice(_ sentence: String, _ proxy: Proxy) -> String {
        guard let address = proxy.address else { return sentence }
        return localized(
            """
            \(sentence, as: "notice") Connections use the proxy \(address, as: "proxy"), which must be reachable.
            """)
    }

    /// The sentence that its server cannot be used; a site can only have set a node.
    private func failure(of current: CurrentServer) -> String {
        switch (self, current.author) {
        case (.chain, nil):
            localized(
                """
                The node for \(name, as: "network") cannot be used: \(current.site, as: "node"). Check your internet \
                connection, or set another node.
                """)
        case (.chain, let author?):
            localized(
                """
                The node for \(name, as: "network") cannot be used: \(current.site, as: "node"), which \
                \(author, as: "site") set. Check your internet connection, or set another node.
                """)
        case (.coin, _):
            localized(
                """
                The server for \(name, as: "currency") cannot be used: \(current.site, as: "server"). Check your \
                internet connection, or set another server.
                """)
        }
    }

    /// Its line in a list of networks.
    func line(_ current: CurrentServer?) -> String {
        switch (self, current?.site, current?.author) {
        case (.chain, nil, _): localized("\(name, as: "network"): no node")
        case (.coin, nil, _): localized("\(name, as: "network"): no server")
        case (_, let site?, nil): localized("\(name, as: "network"): \(site, as: "server")")
        case (_, let site?, let author?):
            localized("\(name, as: "network"): \(site, as: "server"), which \(author, as: "site") set")
        }
    }

    /// The field to which problems with a server belong.
    var mainField: FieldID {
        switch self {
        case .chain: .node
        case .coin: .host
        }
    }

    /// The fields of a server, with the values that the user entered before.
    func fields(_ values: [FieldID: String]) -> [FormField] {
        switch self {
        case .chain:
            [
                FormField(
                    .node, label: localized("Address of the node"), .text(initial: values[.node] ?? ""),
                    hint: localized(
                        "JSON-RPC over https://, or http:// to this computer or to an .onion address."),
                    isRequired: true)
            ] + Self.connectionFields(values)
        case .coin:
            [
                FormField(
                    .host, label: localized("Host"), .text(initial: values[.host] ?? ""),
                    hint: localized("A name such as electrum.example, or an IP address."),
                    isRequired: true),
                FormField(
                    .port, label: localized("Port"), .text(initial: values[.port] ?? "50002"), isRequired: true),
                FormField(
                    .security, label: localized("Security"),
                    .choice(
                        [
                            .init("authority", label: localized("TLS, certificate from an authority")),
                            .init("fingerprint", label: localized("TLS, certificate with this fingerprint")),
                            .init("none", label: localized("No TLS, for this computer or .onion only")),
                        ], selected: values[.security] ?? "authority")),
                FormField(
                    .fingerprint, label: localized("Fingerprint"), .text(initial: values[.fingerprint] ?? ""),
                    hint: localized(
                        """
                        The SHA-256 of the certificate: 64 hexadecimal digits. Leave it empty without a fingerprint.
                        """)),
            ] + Self.connectionFields(values)
        }
    }

    private static func connectionFields(_ values: [FieldID: String]) -> [FormField] {
        [
            FormField(
                .connection, label: localized("Connection"),
                .choice(
                    [
                        .init("usual", label: localized("Like all connections")),
                        .init("direct", label: localized("Directly, without a proxy")),
                        .init("proxy", label: localized("Through another proxy")),
                    ], selected: values[.connection] ?? "usual")),
            FormField(
                .proxy, label: localized("Proxy of this server"), .text(initial: values[.proxy] ?? ""),
                hint: localized("Such as socks5://127.0.0.1:9050. Leave it empty without another proxy.")),
        ]
    }
}

/// The server that is set for a network.
struct CurrentServer {
    /// Its host and port, which can be shown to everyone.
    let site: String

    /// The site that named it; `nil` if the user did.
    var addedBy: Origin?

    /// The site that set it, in quotation marks; `nil` if the user did.
    var author: String? { addedBy.map { Quotation.of($0.description, limit: 80) } }
}
