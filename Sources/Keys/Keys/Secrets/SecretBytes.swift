internal import CSodium
internal import Glibc

/// A fixed number of secret bytes in separate memory pages: guarded, locked, and wiped at the end.
///
/// They can only be accessed inside a closure, and are never copied or printed. They end at the end of a page that is
/// followed by a guard page, so that an overrun crashes the program instead of leaking data. Keeping them out of swap
/// and core dumps is best effort, because a system may limit it; wiping is guaranteed.
public struct SecretBytes: ~Copyable {
    /// The number of bytes.
    public let count: Int

    private let pages: UnsafeMutableRawPointer

    /// Allocates `count` zeroed bytes, and lets `fill` write them.
    ///
    /// - Throws: What `fill` throws, after wiping what it wrote.
    public init<Failure: Error>(
        count: Int, filledBy fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        precondition(count >= 0)  // No trap: the size of something that exists.
        self.count = count
        pages = GuardedMemory.take(count)
        try fill(UnsafeMutableRawBufferPointer(start: base, count: count))
    }

    /// Allocates `count` zeroed bytes.
    public init(count: Int) {
        self.init(count: count) { _ in }
    }

    /// Copies `bytes`; the caller must wipe the original.
    public init(copying bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    /// Generates `count` bytes with the system's random number generator.
    ///
    /// - Throws: ``KeyError/noRandomness``.
    public init(randomCount count: Int) throws(KeyError) {
        try self.init(count: count) { bytes throws(KeyError) in try SystemRandomness.fill(bytes) }
    }

    deinit {
        explicit_bzero(base, count)
        GuardedMemory.giveBack(pages, count: count)
    }

    /// The address of the first byte: as close to the end of the pages as possible, aligned to 16.
    private var base: UnsafeMutableRawPointer {
        pages + (GuardedMemory.size(for: count) - (count + 15) / 16 * 16)
    }

    /// Passes the bytes to `body`, which must not keep the pointer.
    public borrowing func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// Passes the bytes to `body` for writing; it must not keep the pointer.
    public mutating func withUnsafeMutableBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeMutableRawBufferPointer(start: base, count: count))
    }

    /// A second copy, which is wiped independently.
    public borrowing func duplicate() -> SecretBytes {
        withUnsafeBytes { SecretBytes(copying: $0) }
    }

    /// Whether `other` has the same bytes; the running time depends only on the sizes.
    public borrowing func matches(_ other: borrowing SecretBytes) -> Bool {
        guard count == other.count else { return false }
        return withUnsafeBytes { own in
            other.withUnsafeBytes { sodium_memcmp(own.baseAddress, $0.baseAddress, own.count) == 0 }
        }
    }

    /// The bytes in `range`, which must be within bounds.
    borrowing func part(_ range: Range<Int>) -> SecretBytes {
        withUnsafeBytes { SecretBytes(copying: $0[range]) }
    }

    /// Overwrites bytes outside a `SecretBytes`, in a way that the compiler does not optimize away.
    static func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        explicit_bzero(start, bytes.count)
    }
}

// This is safe because the pointer has one owner: it is written only in `init` and through `mutating` methods, and
// freed once.
extension SecretBytes: @unchecked Sendable {}
