internal import Glibc

/// What differs between two versions of a file that is replaced, or written again.
package struct FileStamp: Hashable, Sendable {
    private let file: UInt64
    private let seconds, nanoseconds: Int
    private let size: Int64

    /// The stamp of the file at `path`; `nil` if there is none.
    package init?(_ path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        file = UInt64(facts.st_ino)
        (seconds, nanoseconds) = (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
        size = Int64(facts.st_size)
    }
}
