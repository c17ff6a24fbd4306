/// A connection to a relay, with text frames.
package protocol RelaySocket: Sendable {
    /// The time in seconds since 1970 that the server reported when it answered.
    var date: Int64? { get }

    /// Sends a frame; frames arrive in the order of the calls.
    ///
    /// - Returns: Whether it was sent. If not, the connection ends, and ``receive()`` says why.
    func send(_ text: String) async -> Bool

    /// Waits for the next frame, or for the end of the connection.
    ///
    /// A silent connection ends automatically after 31 seconds: the socket sends pings.
    func receive() async -> RelayInput

    /// Closes the connection, after which ``receive()`` reports its end.
    func close(code: UInt16) async
}

/// What comes out of a connection to a relay.
package enum RelayInput: Hashable, Sendable {
    /// A text frame.
    case text(String)
    /// Nothing more comes.
    case ended(RelayEnd)
}

/// How a connection to a relay ended.
package enum RelayEnd: Hashable, Sendable {
    /// The relay closed it, with a code (RFC 6455, section 7.4) and a text of the relay.
    case closed(code: UInt16, reason: String)
    /// It ended without that.
    case failed(RelayObstacle)
}

/// What came out of the attempt to connect to a relay.
package enum RelayReply: Sendable {
    /// The connection is open.
    case opened(any RelaySocket)
    /// The server answered something else.
    case refused(RelayResponse)
    /// There was no answer.
    case failed(RelayObstacle)
}

/// The answer of a server that does not open a connection.
package struct RelayResponse: Hashable, Sendable {
    /// The HTTP status.
    package var status: Int
    /// The time in seconds since 1970 that the server reported.
    package var date: Int64?
    /// After how many seconds the client may try again, if the server says so.
    package var pause: Int64?
    /// The start of the body, for its name of an error.
    package var body: String

    /// Creates an answer.
    package init(status: Int, date: Int64? = nil, pause: Int64? = nil, body: String = "") {
        self.status = status
        self.date = date
        self.pause = pause
        self.body = body
    }
}

/// Opens connections to relays.
package protocol RelayDialer: Sendable {
    /// Connects, within a time limit of its own; a cancelled task gives the connection up.
    func connect(to url: String) async -> RelayReply
}
