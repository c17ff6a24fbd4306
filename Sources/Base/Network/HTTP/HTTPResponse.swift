/// The response to an HTTP request.
public struct HTTPResponse: Sendable {
    /// The status, such as 200.
    public let status: Int

    /// The header fields, names in lower case.
    public let headers: [(name: String, value: String)]

    /// The body, at most as long as the request allowed.
    public let body: [UInt8]

    /// The permit of a large body; see ``LargeResponses``.
    public let turn: LargeResponses.Permit?

    /// Creates a response.
    public init(
        status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
        turn: LargeResponses.Permit? = nil
    ) {
        self.turn = turn
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first value of the field `name`, ignoring case.
    public func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name == name }?.value
    }
}
