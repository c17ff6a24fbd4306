/// The delay after wrong passphrases: none after the first three, then doubled after each one.
struct BackOff: Sendable {
    private static let free = 3
    private static let longest = 300

    private var failures = 0
    private var next: ContinuousClock.Instant?

    /// Refuses an attempt that is too early.
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
        guard failures >= Self.free else { return }
        let seconds = failures - Self.free < 9 ? 1 << (failures - Self.free) : Self.longest
        next = now + .seconds(min(seconds, Self.longest))
    }

    /// Resets the count after a correct passphrase.
    mutating func succeeded() {
        self = BackOff()
    }
}
