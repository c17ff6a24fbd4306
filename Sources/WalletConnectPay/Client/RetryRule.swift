/// How often a question is asked again, and after which pauses.
///
/// A pause grows from ``first`` by doubling up to ``longest``, and half of it again is left to chance, so that many
/// wallets do not all come back at once.
public struct RetryRule: Sendable {
    /// How often a question is asked again at most.
    public var count = 5

    /// The first pause.
    public var first = Duration.seconds(1)

    /// The longest pause of our own.
    public var longest = Duration.seconds(2)

    /// The longest pause that the gateway may ask for; when it wants more, the question is given up.
    public var patience = Duration.seconds(10)

    /// How long it all may take before the last time that a question is asked.
    public var total = Duration.seconds(60)

    /// A number from 0 to 1, by chance.
    public var chance: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// Creates the usual rule.
    public init() {}

    /// The pause before a question is asked again for the `number`th time, counted from 1.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - wish: What the gateway asks for.
    ///   - elapsed: The time since the question was asked first.
    /// - Returns: `nil` where it is not to be asked again.
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
