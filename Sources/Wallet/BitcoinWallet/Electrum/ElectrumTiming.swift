public import Bridge

/// The timeouts and intervals for servers, and the random variation of reconnects.
public struct ElectrumTiming: Sendable {
    /// The clock.
    public var time: TimeSource

    /// The maximum time to establish a connection.
    public var dialling: Duration

    /// The maximum time for one response.
    public var answering: Duration

    /// How long the other servers are waited for after one has accepted a transaction.
    public var lingering = Duration.seconds(5)

    /// The time without data from the server after which it is pinged.
    public var idling: Duration

    /// The pause after the first failure; it doubles with each further failure.
    public var firstPause: Duration

    /// The maximum pause.
    public var longestPause: Duration

    /// Returns a random number from 0 up to 1 that varies the pauses.
    public var chance: @Sendable () -> Double

    /// The maximum length of a line, in bytes.
    public var lineLimit: Int

    /// The maximum number of bytes of responses that are kept while other responses of the same round are still
    /// missing.
    public var heldLimit: Int

    /// Creates a timing; the defaults are suitable for the internet.
    public init(
        time: TimeSource = .system, dialling: Duration = .seconds(10), answering: Duration = .seconds(20),
        idling: Duration = .seconds(60), firstPause: Duration = .seconds(1), longestPause: Duration = .seconds(120),
        chance: @escaping @Sendable () -> Double = { .random(in: 0..<1) }, lineLimit: Int = 4 << 20,
        heldLimit: Int = 16 << 20
    ) {
        self.time = time
        self.dialling = dialling
        self.answering = answering
        self.idling = idling
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.chance = chance
        self.lineLimit = lineLimit
        self.heldLimit = heldLimit
    }

    /// The time to wait after `failures` consecutive failures: between half of the pause and the whole pause.
    func pause(after failures: Int) -> Duration {
        let whole = min(firstPause * (1 << min(max(failures - 1, 0), 20)), longestPause)
        return whole * (0.5 + chance() / 2)
    }
}
