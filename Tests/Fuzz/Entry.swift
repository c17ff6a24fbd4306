import Glibc

/// The entry point for libFuzzer: calls the target's `fuzz`, and checks its time and memory.
///
/// The figures are printed at the end. `FUZZ_LONGEST_MS` and `FUZZ_MOST_BYTES` make a call that takes more a finding,
/// which the fuzzer keeps.
@_cdecl("LLVMFuzzerTestOneInput")
public func enter(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    Meter.begin()
    let result = fuzz(start, count)
    var time = Meter.time
    // On a shared machine one call can take long by chance: a slow one is measured again.
    for _ in 0..<2 where Meter.isSlow(time) {
        Meter.restart()
        _ = fuzz(start, count)
        time = min(time, Meter.time)
    }
    Meter.end(time)
    return result
}

/// The figures of one run.
private enum Meter {
    private struct Figures {
        var calls = 0
        var longest: Int64 = 0
        var most = 0
        var started: Int64 = 0
        var live = 0
    }

    // Unsafe is right because libFuzzer calls from one thread.
    nonisolated(unsafe) private static var figures = Figures()

    private static let longestAllowed = setting("FUZZ_LONGEST_MS").map { Int64($0) * 1_000_000 }
    private static let mostAllowed = setting("FUZZ_MOST_BYTES")

    static func begin() {
        if figures.calls == 0 { atexit { Meter.tell() } }
        figures.calls += 1
        figures.live = liveBytes()
        beginPeak()
        figures.started = now
    }

    /// The time since the call began, in nanoseconds.
    static var time: Int64 { now - figures.started }

    static func isSlow(_ time: Int64) -> Bool { longestAllowed.map { time > $0 } ?? false }

    static func restart() { figures.started = now }

    static func end(_ time: Int64) {
        let memory = peakBytes() - figures.live
        figures.longest = max(figures.longest, time)
        figures.most = max(figures.most, memory)
        // The first calls make what is made once, such as tables.
        guard figures.calls > 100 else { return }
        if isSlow(time) { hold(false, "a call took \(time / 1_000) µs") }
        if let mostAllowed, memory > mostAllowed { hold(false, "a call took \(memory) bytes") }
    }

    private static func tell() {
        let line = Array(
            "calls \(figures.calls), longest \(figures.longest / 1_000) µs, most memory of one \(figures.most / 1_024) KiB\n"
                .utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    /// The time that this thread has worked, in nanoseconds: other programs do not count.
    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private static func setting(_ name: String) -> Int? {
        getenv(name).flatMap { Int(String(cString: $0)) }
    }
}

@_silgen_name("drawbridge_live_bytes") private func liveBytes() -> Int
@_silgen_name("drawbridge_begin_peak") private func beginPeak()
@_silgen_name("drawbridge_peak_bytes") private func peakBytes() -> Int
