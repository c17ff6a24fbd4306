import Bitcoin
import Bridge
import Wallet
import WalletUI
import Network

/// A network that the wallet reaches through a server, as the forms of the window speak of it.
enum ServedNetwork: Hashable {
    /// An EVM chain, with a node.
    case chain(Chain)

    /// A currency with Electrum servers.
    case coin(UTXOChain)

    /// The name by which a form's answers speak of it.
    var id: String {
        switch self {
        case .chain(let chain): "\(chain.id)"
        case .coin(let utxoChain): utxoChain.rawValue
        }
    }

    /// Its name; in quotation marks if a site or the user wrote it.
    var name: String {
        switch self {
        case .chain(let chain): chain.isWellKnown ? chain.name : Quotation.of(chain.name, limit: 64)
        case .coin(let utxoChain): utxoChain.name
        }
    }

    /// What its server is called.
    var server: String {
        switch self {
        case .chain: "node"
        case .coin: "server"
        }
    }

    /// Why the window speaks of it, as a notice.
    func notice(of trouble: ServerProblem, _ current: CurrentServer?) -> String {
        switch (trouble, current, self) {
        case (.failing, let current?, _):
            "The \(server) for \(name) cannot be used: \(current.site), which \(current.author). "
                + "Check your internet connection, or set another \(server)."
        case (_, _, .chain):
            "No node is set for \(name). Without one, sites cannot read this network and you cannot send on it."
        case (_, _, .coin):
            "No server is set for \(name). Without one, you cannot send \(name)."
        }
    }

    /// Which server is used, as a sentence.
    func sentence(_ current: CurrentServer?) -> String {
        guard let current else { return "No \(server) is set for \(name)." }
        let others = current.count > 1 ? ", and \(current.count - 1) more in reserve" : ""
        return "\(name) uses the \(server) \(current.address)\(others), which \(current.author)."
    }

    /// Its line in a list of networks.
    func line(_ current: CurrentServer?) -> String {
        current.map { "\(name): \($0.site), which \($0.author)" } ?? "\(name): no \(server)"
    }

    /// The form that sets its server.
    func form(_ current: CurrentServer?) -> Form {
        var paragraphs: [Form.Paragraph] = [Form.Paragraph(sentence(current))]
        switch self {
        case .chain:
            paragraphs.append(
                "A node reads the network for you and passes on your transactions. It learns your addresses, so choose one that you trust."
            )
        case .coin:
            paragraphs.append(
                "An Electrum server finds your coins and passes on your payments. It learns your addresses, so choose one that you trust."
            )
        }
        if let current {
            paragraphs.append(
                Form.Paragraph(
                    current.count > 1 ? "The new server replaces all of them." : "The new \(server) replaces it."))
        }
        return Form(
            title: "Drawbridge – networks", heading: "Set a \(server) for \(name)", paragraphs: paragraphs,
            fields: fields, verb: "Set \(server)")
    }

    private var fields: [FormField] {
        switch self {
        case .chain:
            [
                FormField(
                    "node", label: "Address of the node", .text(),
                    hint: "JSON-RPC over https://, or http:// to this computer.", isRequired: true)
            ]
        case .coin:
            [
                FormField(
                    "host", label: "Host", .text(), hint: "A name such as electrum.example, or an IP address.",
                    isRequired: true),
                FormField("port", label: "Port", .text(initial: "50002"), isRequired: true),
                FormField(
                    "security", label: "Security",
                    .choice(
                        [
                            .init("authority", label: "TLS, certificate from an authority"),
                            .init("fingerprint", label: "TLS, certificate with this fingerprint"),
                            .init("none", label: "No TLS, only for a server on this computer"),
                        ], selected: "authority")),
                FormField(
                    "fingerprint", label: "Fingerprint", .text(),
                    hint: "The SHA-256 of the certificate: 64 hexadecimal digits. Leave it empty without a fingerprint."
                ),
            ]
        }
    }
}

/// The server that is set for a network.
struct CurrentServer {
    /// Its whole address.
    let address: String

    /// Its host and port, which can be shown to everyone.
    let site: String

    /// How many servers there are, with those in reserve.
    var count = 1

    /// The site that named it; `nil` if the user did.
    var addedBy: Origin?

    /// Who set it, as the end of a sentence.
    var author: String { addedBy.map { "\(Quotation.of($0.description, limit: 80)) set" } ?? "you set" }
}
