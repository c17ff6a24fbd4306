import Glibc
import WindowTesting

/// The memory of another process, as a debugger of the superuser sees it.
enum ProcessMemory {
    private static let page: UInt64 = 4_096

    /// How often each of `needles` is in the memory of `process`: in all that it can write to, guarded pages too,
    /// as far as there is anything.
    static func count(_ needles: [[UInt8]], in process: pid_t) throws -> [Int] {
        var counts = Array(repeating: 0, count: needles.count)
        let memory = open("/proc/\(process)/mem", O_RDONLY)
        let table = open("/proc/\(process)/pagemap", O_RDONLY)
        defer {
            close(memory)
            close(table)
        }
        guard memory >= 0, table >= 0 else {
            throw Failure("the memory of \(process) cannot be read; this test runs as the superuser")
        }
        var total = 0
        for range in mappings(of: process) {
            for run in presentPages(in: range, table) {
                let piece = read(run, of: memory)
                total += piece.count
                for (index, needle) in needles.enumerated() { counts[index] += occurrences(of: needle, in: piece) }
            }
        }
        guard total > 1 << 20 else { throw Failure("only \(total) bytes of \(process) could be read") }
        print("  searched \(total >> 20) MiB")
        return counts
    }

    /// Where memory is that is not just a file's.
    private static func mappings(of process: pid_t) -> [Range<UInt64>] {
        var ranges: [Range<UInt64>] = []
        var current: Range<UInt64>?
        for line in text(of: "/proc/\(process)/smaps").split(separator: "\n") {
            let parts = line.split(separator: " ", omittingEmptySubsequences: true)
            let bounds = parts[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
            if bounds.count == 2, bounds[0] < bounds[1] {
                let isPlainFile = parts.count > 5 && parts[5].hasPrefix("/") && !parts[1].contains("w")
                current = isPlainFile ? nil : bounds[0]..<bounds[1]
            } else if parts[0] == "Rss:" || parts[0] == "Swap:", parts[1] != "0", let range = current {
                ranges.append(range)
                current = nil
            }
        }
        return ranges
    }

    /// The parts of `range` that are in memory, or in swap.
    private static func presentPages(in range: Range<UInt64>, _ table: Int32) -> [Range<UInt64>] {
        var runs: [Range<UInt64>] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let end = min(range.upperBound, start + (16 << 20))
            let entries = read(start / page * 8..<end / page * 8, of: table)
            for index in 0..<entries.count / 8 where entries[index * 8 + 7] & 0xC0 != 0 {
                let place = start + UInt64(index) * page
                if let last = runs.last, last.upperBound == place {
                    runs[runs.count - 1] = last.lowerBound..<place + page
                } else {
                    runs.append(place..<place + page)
                }
            }
            start = end
        }
        return runs
    }

    /// A text that the kernel makes while it is read: it comes in pieces, and its size is not known before.
    private static func text(of path: String) -> String {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = Glibc.read(file, &piece, piece.count), count > 0 { bytes += piece[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The bytes of a file in `range`, as many as can be read in one go.
    private static func read(_ range: Range<UInt64>, of file: Int32) -> [UInt8] {
        let size = Int(range.upperBound - range.lowerBound)
        return [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
            count = max(0, pread(file, bytes.baseAddress, size, off_t(range.lowerBound)))
        }
    }

    private static func occurrences(of needle: [UInt8], in data: [UInt8]) -> Int {
        data.withUnsafeBytes { bytes in
            guard let first = needle.first, let start = bytes.baseAddress else { return 0 }
            var (count, place) = (0, 0)
            while place + needle.count <= bytes.count,
                let found = memchr(start + place, Int32(first), bytes.count - needle.count + 1 - place)
            {
                if memcmp(found, needle, needle.count) == 0 { count += 1 }
                place = UnsafeRawPointer(found) - start + 1
            }
            return count
        }
    }
}
