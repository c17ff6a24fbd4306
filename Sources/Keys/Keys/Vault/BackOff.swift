/// The delay after wrong passphrases: none after the first three, then doubled after each one.
struct BackOff: Sendable {
    private static let free = 3
    private static let longest = 300

    private var failures = 0
    private var next: ContinuousClock.Instant?

    /// Rejects an attempt that is too early.
    ///
    /// - Throws: ``KeyError/tooManyAttempts(seconds:)``.
    func check(at now: ContinuousClock.Instant) throws(KeyError) {
        guard let next, now < next else { return }
        let rest = (next - now).components
        throw .tooManyAttempts(seconds: Int(rest.seconds) + (rest.attoseconds > 0 ? 1 : 0))
    }

    /// Records a wrong passphrase.
    mutating func failed(at now: ContinuousClock.Instant) {
        failures += 1
        let seconds = Self.pause(after: failures)
        if seconds > 0 { next = now + .seconds(seconds) }
    }

    /// The number of seconds to wait after this number of consecutive wrong passphrases.
    static func pause(after failures: Int) -> Int {
        guard failures >= free else { return 0 }
        return failures - free < 9 ? min(1 << (failures - free), longest) : longest
    }

    /// Resets the count after a correct passphrase.
    mutating func succeeded() {
        self = BackOff()
    }
}
