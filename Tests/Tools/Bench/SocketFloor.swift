import Foundation
import Glibc

/// A socket pair between two threads, and nothing else: what no transport can be faster than.
enum SocketFloor {
    /// The times of `count` round trips of 200 bytes, in microseconds.
    static func trips(_ count: Int) throws -> [Double] {
        var ends: (Int32, Int32) = (-1, -1)
        let result = withUnsafeMutableBytes(of: &ends) { ends in
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, ends.assumingMemoryBound(to: Int32.self).baseAddress)
        }
        guard result == 0 else { throw BenchError("there is no socket pair") }
        let (near, far) = ends
        let echo = Thread {
            var bytes = [UInt8](repeating: 0, count: size)
            while read(far, &bytes, size) == size, write(far, bytes, size) == size {}
            close(far)
        }
        echo.start()
        defer { close(near) }
        var bytes = [UInt8](repeating: 0, count: size)
        var trips: [Double] = []
        for index in -count / 8..<count {
            let start = now
            guard write(near, bytes, size) == size, read(near, &bytes, size) == size else {
                throw BenchError("the socket pair is broken")
            }
            if index >= 0 { trips.append((now - start) * 1e6) }
        }
        return trips
    }

    private static let size = 200

    private static var now: Double {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }
}
