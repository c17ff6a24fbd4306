public import Bridge
import Synchronization
public import Network

/// A node that speaks JSON-RPC 2.0 over HTTP.
public final class JSONRPCNode: EthereumNode {
    /// What may be asked of a node at most.
    public struct Limits: Sendable {
        /// How long an answer may take.
        public var time = Duration.seconds(12)

        /// How many bytes an answer to the wallet itself may have.
        public var bytes = 4 << 20

        /// How many bytes an answer to a site may have: it is copied some times on its way to the page.
        public var siteBytes = 3 << 20

        /// Creates the default limits.
        public init() {}
    }

    private let url: String
    private let sender: any HTTPSender
    private let siteSender: any HTTPSender
    private let limits: Limits
    private let last = Atomic(0)

    /// Creates a node at `endpoint`.
    ///
    /// - Parameters:
    ///   - endpoint: Its address.
    ///   - sender: Carries the wallet's own questions.
    ///   - siteSender: Carries those of sites, with connections of its own; `nil` for the same as the wallet's.
    ///   - limits: What may be asked of it at most.
    public init(
        _ endpoint: Endpoint, sender: any HTTPSender, siteSender: (any HTTPSender)? = nil, limits: Limits = Limits()
    ) {
        url = endpoint.url
        self.sender = sender
        self.siteSender = siteSender ?? sender
        self.limits = limits
    }

    /// Asks once; nothing is repeated here, since a repeated question may be a repeated deed.
    public func ask(_ method: String, _ params: JSON) async throws(NodeError) -> JSON {
        try await ask(method, params, through: sender, upTo: limits.bytes).result
    }

    /// Asks once, over the connections that sites have.
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
        let request = HTTPRequest(
            .post, url, headers: [("Content-Type", "application/json"), ("Accept", "application/json")],
            body: question.bytes, timeLimit: limits.time, sizeLimit: bytes)
        let response: HTTPResponse
        do throws(NetworkError) {
            response = try await sender.send(request)
        } catch {
            throw .wire(error)
        }
        // What is long is not read on the main thread.
        guard response.body.count > LargeResponses.length else {
            return SiteAnswer(try Self.result(of: response, to: id))
        }
        return SiteAnswer(try await Self.longResult(of: response, to: id), turn: response.turn)
    }

    /// The most values in an answer.
    private static let mostValues = 400_000

    @concurrent private static func longResult(of response: HTTPResponse, to id: Int) async throws(NodeError) -> JSON {
        try result(of: response, to: id)
    }

    /// The result in an answer to the question `id`.
    static func result(of response: HTTPResponse, to id: Int) throws(NodeError) -> JSON {
        // Some nodes send a proper error with a status other than 200, so the body comes first.
        guard let answer = try? JSON(parsing: response.body, rules: JSONRules(values: mostValues)),
            let members = answer.object
        else {
            throw response.status == 200 ? .malformed : .status(response.status)
        }
        let isAnswer = members["jsonrpc"] == "2.0" && members["id"]?.number?.integer == id
        if let error = members["error"], error != .null {
            // A node that could not read the question answers it without its number (JSON-RPC 2.0, section 5).
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
