/// One question to a web server.
public struct HTTPRequest: Hashable, Sendable {
    /// How it is asked.
    public enum Method: String, Sendable {
        /// To read.
        case get = "GET"
        /// To hand something over.
        case post = "POST"
    }

    /// How it is asked.
    public var method: Method

    /// Where: an https address, or http to this machine.
    public var url: String

    /// Header fields, in their order; what the carrier needs (`Host`, `Content-Length`) it adds.
    public var headers: [(name: String, value: String)] {
        get { fields.map { ($0.name, $0.value) } }
        set { fields = newValue.map { Field(name: $0.name, value: $0.value) } }
    }

    /// What is handed over; empty with `get`.
    public var body: [UInt8]

    /// How long all of it may take.
    public var timeLimit: Duration

    /// The greatest length of an answer's body in bytes; a longer one is ``NetworkError/tooLarge``.
    public var sizeLimit: Int

    private var fields: [Field] = []

    private struct Field: Hashable, Sendable {
        let name, value: String
    }

    /// Creates a request; by default it may take 15 seconds and bring 4 MiB.
    public init(
        _ method: Method, _ url: String, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
        timeLimit: Duration = .seconds(15), sizeLimit: Int = 4 << 20
    ) {
        self.method = method
        self.url = url
        self.body = body
        self.timeLimit = timeLimit
        self.sizeLimit = sizeLimit
        self.headers = headers
    }
}
