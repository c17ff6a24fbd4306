internal import Glibc
internal import Synchronization

/// Memory pages for one secret each, between two inaccessible guard pages.
///
/// They are locked into memory (`mlock`), excluded from core dumps (`MADV_DONTDUMP`) and wiped in a forked child
/// (`MADV_WIPEONFORK`). Released pages are kept for the next secret, because a signature needs a dozen of them and a
/// mapping costs more time than the hash that it protects.
enum GuardedMemory {
    /// The page size of this machine, in bytes.
    static let page = max(Int(sysconf(Int32(_SC_PAGESIZE))), 4_096)  // No trap: a constant.

    /// The maximum number of released single pages that are kept.
    private static let kept = 64

    /// The addresses of released single pages, all zero, as integers: a pointer cannot leave a lock.
    private static let waiting = Mutex<[UInt]>([])

    /// The number of bytes that are mapped for a secret of `count` bytes, without the guard pages.
    static func size(for count: Int) -> Int {
        max((count + page - 1) / page, 1) * page
    }

    /// Allocates zeroed pages of ``size(for:)`` bytes.
    static func take(_ count: Int) -> UnsafeMutableRawPointer {
        let size = size(for: count)
        if size == page, let address = waiting.withLock({ $0.popLast() }),
            let start = UnsafeMutableRawPointer(bitPattern: address)
        {
            return start
        }
        let mapping = mmap(nil, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        // No trap: the system has no memory: no secret may go elsewhere.
        guard let mapping, mapping != MAP_FAILED else { preconditionFailure("no memory for a secret") }
        let start = mapping + page
        guard mprotect(start, size, PROT_READ | PROT_WRITE) == 0 else {
            // No trap: the system has no memory: no secret may go elsewhere.
            preconditionFailure("no memory for a secret")
        }
        // All three are best effort: a system may limit locked memory or not support some advice.
        if mlock(start, size) != 0 { MemoryLock.fail(errno) }
        madvise(start, size, Int32(MADV_DONTDUMP))  // No trap: a constant.
        madvise(start, size, Int32(MADV_WIPEONFORK))  // No trap: a constant.
        return start
    }

    /// Releases the pages of a secret of `count` bytes that has been wiped.
    static func giveBack(_ start: UnsafeMutableRawPointer, count: Int) {
        let size = size(for: count)
        let isKept =
            size == page
            && waiting.withLock { waiting in
                guard waiting.count < kept else { return false }
                waiting.append(UInt(bitPattern: start))
                return true
            }
        if !isKept { munmap(start - page, size + 2 * page) }
    }
}
