public import Bridge

/// What a simulator answers.
public struct ServedAnswer: Sendable {
    /// How much of an answer reaches the one who asked.
    public enum Delivery: String, CaseIterable, Sendable {
        /// All of it.
        case whole
        /// The head and half of the body; then the connection ends.
        case half
        /// Nothing: the connection ends.
        case none
        /// All of it, and the same bytes once more behind it.
        case twice
    }

    /// The status, such as 200.
    public var status: Int

    /// Header fields; the length of the body is added.
    public var headers: [ServedRequest.Field]

    /// The body.
    public var body: [UInt8]

    /// How much of it arrives.
    public var delivery = Delivery.whole

    /// Creates an answer.
    public init(_ status: Int, headers: [ServedRequest.Field] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Creates an answer with a JSON value in it.
    public static func json(_ json: JSON, status: Int = 200) -> ServedAnswer {
        ServedAnswer(status, headers: [.init("Content-Type", "application/json")], body: json.bytes)
    }

    /// Creates an answer with text in it.
    public static func text(_ text: String, type: String = "text/plain; charset=utf-8", status: Int = 200)
        -> ServedAnswer
    {
        ServedAnswer(status, headers: [.init("Content-Type", type)], body: Array(text.utf8))
    }
}
