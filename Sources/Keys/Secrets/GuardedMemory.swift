internal import Glibc
internal import Synchronization

/// Pages that hold one secret each, between two pages that nobody may touch.
///
/// They are locked into memory (`mlock`), left out of core files (`MADV_DONTDUMP`) and empty in a forked child
/// (`MADV_WIPEONFORK`). Pages that come back are kept for the next secret, since a signature borrows a dozen of them
/// and a mapping costs more than the hash that it protects.
enum GuardedMemory {
    /// The size of a page of this machine, in bytes.
    static let page = max(Int(sysconf(Int32(_SC_PAGESIZE))), 4_096)

    /// The most single pages that wait for their next secret.
    private static let kept = 64

    /// The addresses of single pages that wait, all zero, as numbers: a pointer cannot leave a lock.
    private static let waiting = Mutex<[UInt]>([])

    /// The number of bytes that are mapped for a secret of `count` bytes, without the guards.
    static func size(for count: Int) -> Int {
        max((count + page - 1) / page, 1) * page
    }

    /// Pages of ``size(for:)`` bytes, all zero.
    static func take(_ count: Int) -> UnsafeMutableRawPointer {
        let size = size(for: count)
        if size == page, let address = waiting.withLock({ $0.popLast() }),
            let start = UnsafeMutableRawPointer(bitPattern: address)
        {
            return start
        }
        let mapping = mmap(nil, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let mapping, mapping != MAP_FAILED else { preconditionFailure("no memory for a secret") }
        let start = mapping + page
        guard mprotect(start, size, PROT_READ | PROT_WRITE) == 0 else {
            preconditionFailure("no memory for a secret")
        }
        // Best effort, all three: a system may allow little locked memory, or know no such advice.
        if mlock(start, size) != 0 { MemoryLock.fail(errno) }
        madvise(start, size, Int32(MADV_DONTDUMP))
        madvise(start, size, Int32(MADV_WIPEONFORK))
        return start
    }

    /// Takes pages back whose secret of `count` bytes has been wiped.
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
