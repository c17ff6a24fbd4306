/// How often a request is retried, and after which pauses.
///
/// A pause doubles from ``first`` up to ``longest``, and a random part of up to half of it is added, so that many
/// wallets do not retry at the same time.
public struct RetryRule: Sendable {
    /// The maximum number of retries.
    public var count = 5

    /// The first pause.
    public var first = Duration.seconds(1)

    /// The longest pause that the client chooses itself.
    public var longest = Duration.seconds(2)

    /// The longest pause that the gateway may request; if it requests a longer one, the client gives up.
    public var patience = Duration.seconds(10)

    /// The maximum time from the first attempt to the start of the last one.
    public var total = Duration.seconds(60)

    /// Returns a random number from 0 to 1.
    public var chance: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// Creates the default rule.
    public init() {}

    /// The pause before a retry.
    ///
    /// - Parameters:
    ///   - number: The number of the retry, counted from 1.
    ///   - wish: The pause that the gateway requests.
    ///   - elapsed: The time since the first attempt.
    /// - Returns: `nil` if there must be no retry.
    func pause(before number: Int, wish: Duration?, elapsed: Duration) -> Duration? {
        guard number <= count else { return nil }
        let pause: Duration
        if let wish {
            guard wish <= patience else { return nil }
            pause = wish
        } else {
            let base = min(first * (1 << min(number - 1, 20)), longest)
            pause = base + base * (min(max(0, chance()), 1) / 2)
        }
        return elapsed + pause <= total ? pause : nil
    }
}
