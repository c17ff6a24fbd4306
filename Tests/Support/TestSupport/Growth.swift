import Glibc

/// How the CPU time of a computation grows with its input, which does not depend on what else the machine does.
///
/// Only the time of the calling thread counts, so the computation must not hand its work to another one. For each size
/// the shortest of several rounds counts.
public struct Growth: CustomStringConvertible {
    /// The sizes of the inputs that were compared.
    public let sizes: (short: Int, long: Int)

    /// The CPU time that each of them took.
    public let times: (short: Duration, long: Duration)

    /// Compares `work` on inputs of two sizes, which should be 16 times apart or more; `make` makes a new input for
    /// each round, and is not measured.
    public init<Input>(
        from short: Int, to long: Int, rounds: Int = 3, of make: (Int) throws -> Input, _ work: (Input) throws -> Void
    ) rethrows {
        // In turns, so that both sizes meet the same conditions.
        var times = (short: Duration.seconds(3_600), long: Duration.seconds(3_600))
        for _ in 0..<rounds {
            times.short = min(times.short, try threadTime(of: make(short), work))
            times.long = min(times.long, try threadTime(of: make(long), work))
        }
        self.sizes = (short, long)
        self.times = times
    }

    /// Whether the time grows about as the size does.
    ///
    /// The limit is the size's growth to the power of 1.5, as far from linear as from quadratic growth: for an input 16
    /// times as long, linear work takes 16 times as long, quadratic work 256 times, and the limit is 64 times.
    public var isLinear: Bool { isBelow(1.5) }

    /// Whether the time grows at most about as the square of the size does.
    public var isAtMostQuadratic: Bool { isBelow(2.5) }

    private func isBelow(_ exponent: Double) -> Bool {
        times.long / times.short < pow(Double(sizes.long) / Double(sizes.short), exponent)
    }

    /// The sizes and times, for the message of a failed test.
    public var description: String { "\(sizes.short): \(times.short), \(sizes.long): \(times.long)" }
}

/// The CPU time that this thread takes for `work` on `input`.
public func threadTime<Input>(of input: Input, _ work: (Input) throws -> Void) rethrows -> Duration {
    let start = threadTime()
    try work(input)
    return threadTime() - start
}

private func threadTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
