/// How much a peer may ask of the wallet: one value that an embedder can set.
public struct Limits: Sendable {
    /// Requests of one document that may be without an answer at the same time.
    public var inFlightPerDocument = 1_024

    /// Bytes of the requests of one document that may be without an answer at the same time.
    public var bytesInFlightPerDocument = 32 << 20

    /// Bytes of answers and events that may wait for one document to fetch them.
    ///
    /// A page that does not run does not fetch its answers. Beyond this a request is answered by an error, and an event
    /// ends the line.
    public var bytesUnfetchedPerDocument = 6 << 20

    /// Questions of one origin that may wait for the user, the one that is shown included.
    public var waitingPerOrigin = 8

    /// Bytes of one request.
    public var bodyBytes = 1 << 20

    /// Bytes of the id that a page gives a request.
    public var idBytes = 128

    /// How deep JSON may be nested.
    public var depth = 64

    /// How many values of JSON one request may have.
    public var values = JSONRules.message.values

    /// How long a request may take that asks the user nothing.
    public var answerTime = Duration.seconds(30)

    /// How long a request may take that asks the user, from its arrival on.
    public var decisionTime = Duration.seconds(300)

    /// After this many refusals in a row the wallet stops asking for an origin for a while.
    public var refusalsInARow = 3

    /// How long it then answers for the user.
    public var coolDown = Duration.seconds(30)

    /// Creates the default limits.
    public init() {}
}

extension Limits {
    /// What a message must keep to beyond the grammar of JSON.
    public var rules: JSONRules { JSONRules(depth: depth, values: values) }
}
