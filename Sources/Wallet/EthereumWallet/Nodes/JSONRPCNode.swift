public import Bridge
import Synchronization
public import Network
internal import WalletCore

/// A node that speaks JSON-RPC 2.0 over HTTP.
public final class JSONRPCNode: EthereumNode {
    /// The limits on a node's responses.
    public struct Limits: Sendable {
        /// The maximum time for a response.
        public var time = Duration.seconds(12)

        /// The maximum size of a response to the wallet itself, in bytes.
        public var bytes = 4 << 20

        /// The maximum size of a response to a site, in bytes; it is copied several times on its way to the page.
        public var siteBytes = 3 << 20

        /// Creates the default limits.
        public init() {}
    }

    private let url: String
    private let route: ServerRoute
    private let fingerprint: CertificateFingerprint?
    private let sender: any HTTPSender
    private let siteSender: any HTTPSender
    private let addresses: HTTPRequest.Addresses
    private let limits: Limits
    private let last = Atomic(0)

    /// Creates a node at `endpoint`.
    ///
    /// - Parameters:
    ///   - endpoint: Its address.
    ///   - sender: Sends the wallet's own requests.
    ///   - siteSender: Sends the requests of sites, over separate connections; `nil` to use `sender`.
    ///   - addresses: The addresses that its name may resolve to; only public ones if a page from the internet named
    ///     the node.
    ///   - limits: The limits on its responses.
    public init(
        _ endpoint: Endpoint, sender: any HTTPSender, siteSender: (any HTTPSender)? = nil,
        addresses: HTTPRequest.Addresses = .any, limits: Limits = Limits()
    ) {
        url = endpoint.url
        route = endpoint.route
        fingerprint = endpoint.fingerprint
        self.sender = sender
        self.siteSender = siteSender ?? sender
        self.addresses = addresses
        self.limits = limits
    }

    /// The addresses that the name of a server may resolve to if a page of `site` named it: only public ones for a page
    /// from the internet.
    ///
    /// A page from this computer or its local network can reach the servers there without the wallet.
    public static func addresses(for site: Origin) -> HTTPRequest.Addresses {
        PublicHost.isOfInternet(site) ? .publicOnly : .any
    }

    /// Sends the request once; nothing is retried here, because a request may have an effect that must not happen
    /// twice.
    public func ask(_ method: String, _ params: JSON) async throws(NodeError) -> JSON {
        try await ask(method, params, through: sender, upTo: limits.bytes).result
    }

    /// Sends the request once, over the connections for sites.
    public func askForSite(_ method: String, _ params: JSON) async throws(NodeError) -> SiteAnswer {
        try await ask(method, params, through: siteSender, upTo: limits.siteBytes)
    }

    private func ask(
        _ method: String, _ params: JSON, through sender: any HTTPSender, upTo bytes: Int
    ) async throws(NodeError) -> SiteAnswer {
        let id = last.add(1, ordering: .relaxed).newValue
        let question: JSON = [
            "jsonrpc": "2.0", "id": .number(JSONNumber(id)), "method": .string(method), "params": params,
        ]
        var request = HTTPRequest(
            .post, url, headers: [("Content-Type", "application/json"), ("Accept", "application/json")],
            body: question.bytes, timeLimit: limits.time, sizeLimit: bytes, addresses: addresses)
        request.route = route
        request.fingerprint = fingerprint
        let response: HTTPResponse
        do throws(NetworkError) {
            response = try await sender.send(request)
        } catch {
            throw .wire(error)
        }
        // A long response is not parsed on the main thread.
        guard response.body.count > LargeResponses.length else {
            return SiteAnswer(try Self.result(of: response, to: id))
        }
        return SiteAnswer(try await Self.longResult(of: response, to: id), turn: response.turn)
    }

    /// The maximum number of JSON values in a response.
    private static let mostValues = 400_000

    @concurrent private static func longResult(of response: HTTPResponse, to id: Int) async throws(NodeError) -> JSON {
        try result(of: response, to: id)
    }

    /// The result in a response to the request `id`.
    static func result(of response: HTTPResponse, to id: Int) throws(NodeError) -> JSON {
        // Some nodes send a proper error with a status other than 200, so the body is checked first.
        guard let answer = try? JSON(parsing: response.body, rules: JSONRules(values: mostValues)),
            let members = answer.object
        else {
            throw response.status == 200 ? .malformed : .status(response.status)
        }
        let isAnswer = members["jsonrpc"] == "2.0" && members["id"]?.number?.integer == id
        if let error = members["error"], error != .null {
            // A node that could not parse the request responds with the ID `null` (JSON-RPC 2.0, section 5).
            guard isAnswer || members["id"] == .null, error["code"]?.number?.integer != nil else {
                throw response.status == 200 ? .malformed : .status(response.status)
            }
            throw .refused(NodeRefusal(error))
        }
        guard response.status == 200 else { throw .status(response.status) }
        guard isAnswer, let result = members["result"] else { throw .malformed }
        return result
    }
}
