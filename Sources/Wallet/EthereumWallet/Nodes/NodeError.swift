package import Messages
public import Network

/// Why a node cannot be used, or gave no result.
///
/// No case contains text from the node, because anyone can be the author of an error message: known errors are
/// expressed in the wallet's own words, and other text is dropped.
public enum NodeError: Error, Hashable, Sendable {
    /// The address of the node cannot be used.
    case address(Address)

    /// The connection failed.
    case wire(NetworkError)

    /// The server responded with this HTTP status instead of a JSON-RPC response.
    case status(Int)

    /// The response is not a valid JSON-RPC 2.0 response to the request.
    case malformed

    /// The node serves another chain than the requested one.
    case otherChain(UInt64)

    /// The node rejected the request.
    case refused(NodeRefusal)

    /// Why a text is not the address of a node.
    public enum Address: Hashable, Sendable {
        /// It is not an address.
        case form
        /// It is neither http nor https.
        case scheme
        /// The connection would not be encrypted, so others could read and change the data on the way.
        case exposed
        /// What follows `#` is not the SHA-256 of a certificate, or there is no certificate without https.
        case fingerprint
    }

    /// Whether the request certainly never reached the node.
    public var isUnasked: Bool {
        switch self {
        case .address, .wire(.unreachable), .wire(.proxyUnreachable), .wire(.needsTor), .wire(.unusableAddress),
            .wire(.untrusted), .wire(.privateAddress), .otherChain:
            true
        default: false
        }
    }
}

extension NodeError {
    /// Whether a smaller request may succeed: the node refused this one, sent too much, or took too long.
    ///
    /// False if the node cannot be reached or limits the rate, or if the wallet itself refused the request.
    var mayAnswerLess: Bool {
        switch self {
        case .wire(.tooLarge), .wire(.timedOut), .refused: true
        default: false
        }
    }
}

extension NodeError: CustomStringConvertible {
    /// The sentence for users and pages.
    package var text: Message {
        switch self {
        case .address(let fault): fault.text
        case .wire(let error): Self.text(error)
        case .status(401), .status(403): localizable("The node of this chain denied access.")
        case .status(429): localizable("The node of this chain receives too many requests. Try again later.")
        case .status(let status) where 500...599 ~= status:
            localizable(
                """
                The node of this chain does not work at the moment (HTTP status \(status, as: "status")). Try again later, \
                or use another node.
                """)
        case .status(let status):
            localizable("The node of this chain answered with HTTP status \(status, as: "status").")
        case .malformed: Self.text(.malformed)
        case .otherChain(let id):
            localizable("The node of this chain serves a different one: \(Chain.name(of: id), as: "network").")
        case .refused(let refusal): refusal.text
        }
    }

    private static func text(_ error: NetworkError) -> Message {
        switch error {
        case .unusableAddress: localizable("The node of this chain does not have an address that can be used.")
        case .unreachable: localizable("The node of this chain cannot be reached.")
        case .proxyUnreachable: localizable("The proxy cannot be reached.")
        case .needsTor:
            localizable("The node of this chain has an .onion address: set the SOCKS5 proxy of Tor to reach it.")
        case .untrusted: localizable("The node of this chain could not prove its identity.")
        case .privateAddress: localizable("The node of this chain is in a private network, which is not allowed here.")
        case .timedOut: localizable("The node of this chain did not answer in time.")
        case .interrupted, .closed:
            localizable("The node of this chain did not answer: the connection was lost.")
        case .tooLarge:
            localizable("The node of this chain sent an answer that is too long. Ask for less at once.")
        case .malformed: localizable("The node of this chain sent an invalid answer.")
        }
    }

    /// The sentence in English, for pages and logs.
    public var description: String { text.english }

    /// The sentence for the user.
    public var sentence: String { text.localized }

    /// The sentence about an address in the settings.
    package func sentence(about setting: String) -> String {
        switch self {
        case .address(.form): localized("“\(setting, as: "setting")” is not a URL.")
        case .address(.scheme): localized("“\(setting, as: "setting")” must begin with https://.")
        case .address(.exposed):
            localized(
                """
                “\(setting, as: "setting")” must begin with https://; http:// is for this machine and .onion addresses \
                only.
                """)
        default: sentence
        }
    }

    /// The sentence for a page about an address that is in a list.
    func description(in list: String) -> String {
        switch self {
        case .address(.form): "An address in “\(list)” is not a URL."
        case .address(.scheme): "An address in “\(list)” must begin with https://."
        case .address(.exposed): "An address in “\(list)” must begin with https://; http:// is for this machine only."
        default: description
        }
    }
}

extension NodeError.Address {
    /// The sentence for users and pages.
    var text: Message {
        switch self {
        case .form: localizable("The address is not a URL.")
        case .scheme: localizable("The address must begin with https://.")
        case .exposed:
            localizable("The address must begin with https://; http:// is for this machine and .onion addresses only.")
        case .fingerprint:
            localizable(
                "After #, an https:// address can have the SHA-256 of the server’s certificate, such as AB:CD:… with 32 bytes."
            )
        }
    }
}

extension NodeError {
    /// The error for a page, which must not learn what is at an address or between the wallet and a node.
    ///
    /// It is only for the text; it does not tell whether the request reached the node.
    var concealed: NodeError {
        switch self {
        case .address, .wire(.tooLarge), .status(429), .otherChain, .refused: self
        case .wire, .status, .malformed: .wire(.unreachable)
        }
    }
}

extension NodeError {
    /// Whether the node as a whole cannot be used, so that the user may want another one.
    var isOfTheNode: Bool {
        switch self {
        case .wire(.unreachable), .wire(.proxyUnreachable), .wire(.needsTor), .wire(.untrusted),
            .wire(.unusableAddress),
            .wire(.privateAddress), .wire(.timedOut),
            .otherChain, .status(401), .status(403), .status(404), .status(410):
            true
        default: false
        }
    }
}
