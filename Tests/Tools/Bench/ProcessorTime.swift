import Glibc

/// The time that a thread has had of a processor: what other programs do meanwhile does not count.
enum ProcessorTime {
    /// The seconds that this thread has had.
    static var seconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The seconds that `count` runs of `work` take of it.
    static func of(_ count: Int, _ work: () throws -> Void) rethrows -> Double {
        let start = seconds
        for _ in 0..<count { try work() }
        return seconds - start
    }
}
