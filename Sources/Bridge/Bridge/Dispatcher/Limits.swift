/// The limits for peers, which an embedder can set.
public struct Limits: Sendable {
    /// The maximum number of open requests of one document.
    public var inFlightPerDocument = 1_024

    /// The maximum size of the open requests of one document, in bytes.
    public var bytesInFlightPerDocument = 32 << 20

    /// The maximum size of responses and events that one document has not fetched, in bytes.
    ///
    /// A page that does not run does not fetch its responses. Beyond the limit, a request gets an error, and an event
    /// closes the connection.
    public var bytesUnfetchedPerDocument = 6 << 20

    /// The maximum number of questions of one origin that wait for the user, including the one that is shown.
    public var waitingPerOrigin = 100

    /// The maximum size of one request, in bytes.
    public var bodyBytes = 1 << 20

    /// The maximum length of the ID that a page gives a request, in bytes.
    public var idBytes = 128

    /// The maximum nesting depth of JSON.
    public var depth = 64

    /// The maximum number of JSON values in one request.
    public var values = JSONRules.message.values

    /// The time limit for a request that does not ask the user.
    public var answerTime = Duration.seconds(30)

    /// The time limit for a request that asks the user, from its arrival.
    public var decisionTime = Duration.seconds(300)

    /// The number of consecutive rejections after which requests of an origin are rejected for a while without a
    /// question.
    public var refusalsInARow = 3

    /// How long requests are rejected without a question.
    public var coolDown = Duration.seconds(30)

    /// Creates the default limits.
    public init() {}
}

extension Limits {
    /// The rules for a message beyond the grammar of JSON.
    public var rules: JSONRules { JSONRules(depth: depth, values: values) }
}
