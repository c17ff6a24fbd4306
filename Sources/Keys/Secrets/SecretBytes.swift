internal import CSodium
internal import Glibc

/// A fixed number of secret bytes in pages of their own: guarded, locked, and wiped at the end.
///
/// They can only be borrowed for the length of a closure, and are neither copied nor printed. They end where a page
/// ends behind which nobody may read or write, so that a step too far stops the program instead of telling. Keeping
/// them out of swap and of core files is best effort, since a system may allow little of it; wiping is not.
public struct SecretBytes: ~Copyable {
    /// The number of bytes.
    public let count: Int

    private let pages: UnsafeMutableRawPointer

    /// Takes memory of `count` bytes, all zero, and lets `fill` write it.
    ///
    /// - Throws: What `fill` throws, after wiping what it wrote.
    public init<Failure: Error>(
        count: Int, filledBy fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        precondition(count >= 0)
        self.count = count
        pages = GuardedMemory.take(count)
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

    /// Takes `count` bytes from the system's random generator.
    ///
    /// - Throws: ``KeyError/noRandomness``.
    public init(randomCount count: Int) throws(KeyError) {
        try self.init(count: count) { bytes throws(KeyError) in try SystemRandomness.fill(bytes) }
    }

    deinit {
        explicit_bzero(base, count)
        GuardedMemory.giveBack(pages, count: count)
    }

    /// The first byte: as far back in the pages as the count allows, and a multiple of 16.
    private var base: UnsafeMutableRawPointer {
        pages + (GuardedMemory.size(for: count) - (count + 15) / 16 * 16)
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
    public borrowing func duplicate() -> SecretBytes {
        withUnsafeBytes { SecretBytes(copying: $0) }
    }

    /// Whether `other` holds the same bytes, in a time that depends on the counts alone.
    public borrowing func matches(_ other: borrowing SecretBytes) -> Bool {
        guard count == other.count else { return false }
        return withUnsafeBytes { own in
            other.withUnsafeBytes { sodium_memcmp(own.baseAddress, $0.baseAddress, own.count) == 0 }
        }
    }

    /// The bytes in `range`, which must lie within.
    borrowing func part(_ range: Range<Int>) -> SecretBytes {
        withUnsafeBytes { SecretBytes(copying: $0[range]) }
    }

    /// Overwrites bytes that lie outside a `SecretBytes`, in a way the compiler keeps.
    static func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        explicit_bzero(start, bytes.count)
    }
}

// Because the pointer has one owner: it is written in `init` and through `mutating` methods only, and freed once.
extension SecretBytes: @unchecked Sendable {}
