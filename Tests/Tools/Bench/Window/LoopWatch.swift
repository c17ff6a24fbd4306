import Foundation
import Glibc

/// The long turns of another program's main loop, which `loop-watch.c` writes to a file.
final class LoopWatch {
    /// One turn; times are in nanoseconds, of the monotonic clock.
    struct Turn {
        let begin: UInt64
        let length: UInt64
        /// How long the thread waited for a processor.
        let delay: UInt64
        /// How long it answered questions of an assistive technology.
        let answers: UInt64

        var end: UInt64 { begin + length }

        /// How long the program itself blocked its window, in milliseconds.
        var blocked: Double { Double(length - min(length, delay + answers)) / 1e6 }
    }

    /// The variables with which the program writes to this file.
    let variables: [String: String]

    private let path: String
    private static let (header, size) = (16, 32)

    /// Creates a watch.
    ///
    /// - Parameter folder: A folder for its file.
    /// - Throws: ``BenchError`` without the library, which scripts/bench compiles.
    init(in folder: String) throws {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let library = own.deletingLastPathComponent().appending(path: "loop-watch.so").path
        guard FileManager.default.fileExists(atPath: library) else {
            throw BenchError("\(library) is missing. Run scripts/bench.")
        }
        path = "\(folder)/turns-\(UUID().uuidString)"
        variables = ["LD_PRELOAD": library, "LOOP_WATCH": path]
    }

    /// The time of the monotonic clock in nanoseconds.
    static var now: UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    }

    /// When something was last pressed or written.
    var lastAction: UInt64 { words(at: 8, count: 1).first ?? 0 }

    /// The long turns that began after `time`.
    func turns(since time: UInt64) -> [Turn] {
        let count = Int(words(at: 0, count: 1).first ?? 0)
        let all = words(at: Self.header, count: count * Self.size / 8)
        return stride(from: 0, to: all.count - 3, by: 4).map { place in
            Turn(begin: all[place], length: all[place + 1], delay: all[place + 2], answers: all[place + 3])
        }.filter { $0.begin >= time }
    }

    /// Waits until no turn was long for a while.
    func settle() async throws {
        let limit = Self.now + 60_000_000_000
        while Self.now < limit {
            let last = turns(since: 0).last { $0.blocked > 8 }?.end ?? 0
            if Self.now > last + 700_000_000 { return }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private func words(at offset: Int, count: Int) -> [UInt64] {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { return [] }
        defer { close(file) }
        return [UInt64](unsafeUninitializedCapacity: count) { words, filled in
            filled = max(0, pread(file, words.baseAddress, count * 8, off_t(offset))) / 8
        }
    }
}
