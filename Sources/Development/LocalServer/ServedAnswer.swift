/// The response of a local server.
package struct ServedAnswer: Sendable {
    /// How much of the response reaches the client.
    package enum Delivery: String, CaseIterable, Sendable {
        /// All of it.
        case whole
        /// The head and half of the body; then the connection ends.
        case half
        /// Nothing: the connection ends.
        case none
        /// All of it, followed by the same bytes again.
        case twice
    }

    /// The status, such as 200.
    package var status: Int

    /// The header fields; `Content-Length` is added.
    package var headers: [ServedRequest.Field]

    /// The body.
    package var body: [UInt8]

    /// A body that is produced while it is sent.
    ///
    /// Called for each piece when the system has accepted the previous one, so a slow client makes it wait. `nil` ends
    /// the body; an error ends the connection before the end of the body.
    package typealias Chunks = @Sendable () async throws -> [UInt8]?

    /// Sent instead of ``body`` unless it is `nil`; the only ``delivery`` that still applies is ``Delivery/none``.
    package var chunks: Chunks?

    /// How much of the response is sent.
    package var delivery = Delivery.whole

    /// Creates a response.
    package init(_ status: Int, headers: [ServedRequest.Field] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Creates a response with a text as its body.
    package static func text(_ text: String, type: String = "text/plain; charset=utf-8", status: Int = 200)
        -> ServedAnswer
    {
        ServedAnswer(status, headers: [.init("Content-Type", type)], body: Array(text.utf8))
    }
}
