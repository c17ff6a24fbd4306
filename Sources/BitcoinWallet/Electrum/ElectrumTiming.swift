public import Bridge

/// How long servers are waited for, and how chance spreads those who come back.
public struct ElectrumTiming: Sendable {
    /// The clock.
    public var time: TimeSource

    /// How long a connection may take to stand.
    public var dialling: Duration

    /// How long one answer may take.
    public var answering: Duration

    /// After so long without a word the server is asked whether it is there.
    public var idling: Duration

    /// How long it is waited after the first failure; twice as long after each further one.
    public var firstPause: Duration

    /// The longest that it is waited.
    public var longestPause: Duration

    /// A number from 0 up to 1, by which pauses differ.
    public var chance: @Sendable () -> Double

    /// The longest line that is taken, in bytes.
    public var lineLimit: Int

    /// How many bytes of answers are kept while others that were asked for with them are still to come.
    public var heldLimit: Int

    /// Creates a timing; by default what suits the net.
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

    /// How long it is waited after `failures` failures in a row: between half of the pause and all of it.
    func pause(after failures: Int) -> Duration {
        let whole = min(firstPause * (1 << min(max(failures - 1, 0), 20)), longestPause)
        return whole * (0.5 + chance() / 2)
    }
}
