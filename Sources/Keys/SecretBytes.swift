internal import Glibc

/// A fixed number of secret bytes in memory of their own: kept out of swap and core files, wiped at the end.
///
/// They can only be borrowed for the length of a closure, and are neither copied nor printed. Keeping them out of
/// swap (`mlock`) and of core files is best effort, since a system may allow little of it; wiping is not.
public struct SecretBytes: ~Copyable {
    /// The number of bytes.
    public let count: Int

    private let base: UnsafeMutableRawPointer

    /// The length of the mapping; zero where the memory came from the heap.
    private let mapped: Int

    /// Takes memory of `count` bytes, all zero, and lets `fill` write it.
    ///
    /// - Throws: What `fill` throws, after wiping what it wrote.
    public init<Failure: Error>(
        count: Int, filledBy fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        precondition(count >= 0)
        self.count = count
        // Whole pages: locks do not nest, so a page that is shared would be unlocked with its first secret.
        let page = max(Int(sysconf(Int32(_SC_PAGESIZE))), 1)
        let length = max((count + page - 1) / page, 1) * page
        let mapping = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        if let mapping, mapping != MAP_FAILED {
            base = mapping
            mapped = length
            mlock(mapping, length)
            madvise(mapping, length, Int32(MADV_DONTDUMP))
            madvise(mapping, length, Int32(MADV_WIPEONFORK))
        } else {
            base = .allocate(byteCount: max(count, 1), alignment: 16)
            base.initializeMemory(as: UInt8.self, repeating: 0, count: count)
            mapped = 0
        }
        try fill(UnsafeMutableRawBufferPointer(start: base, count: count))
    }

    /// Takes memory of `count` bytes, all zero.
    public init(count: Int) {
        self.init(count: count) { _ in }
    }

    /// Copies `bytes`; wiping the original is the caller's.
    public init(copying bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    deinit {
        explicit_bzero(base, count)
        if mapped > 0 { munmap(base, mapped) } else { base.deallocate() }
    }

    /// Lends the bytes to `body`, which must not keep the pointer.
    public borrowing func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// Lends the bytes to `body` for writing; it must not keep the pointer.
    public mutating func withUnsafeMutableBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeMutableRawBufferPointer(start: base, count: count))
    }

    /// A second copy, wiped on its own.
    borrowing func duplicate() -> SecretBytes {
        withUnsafeBytes { SecretBytes(copying: $0) }
    }

    /// Overwrites bytes that lie outside a `SecretBytes`, in a way the compiler keeps.
    static func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        explicit_bzero(start, bytes.count)
    }
}

// Because the pointer has one owner: it is written in `init` and through `mutating` methods only, and freed once.
extension SecretBytes: @unchecked Sendable {}
