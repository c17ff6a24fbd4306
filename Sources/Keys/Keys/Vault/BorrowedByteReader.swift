/// Reads a strict format from memory that the caller owns; reading beyond the end is an error.
struct BorrowedByteReader {
    private var rest: UnsafeRawBufferPointer.SubSequence

    /// The number of bytes read so far.
    var position: Int { rest.startIndex }

    /// The number of unread bytes.
    var remaining: Int { rest.count }

    init(_ bytes: UnsafeRawBufferPointer) {
        rest = bytes[...]
    }

    /// The next `count` bytes.
    mutating func bytes(_ count: Int) throws(KeyError) -> Slice<UnsafeRawBufferPointer> {
        guard rest.count >= count else { throw .damagedVault }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// The next integer, big-endian.
    mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type
    ) throws(KeyError) -> Number {
        let bytes = UnsafeRawBufferPointer(rebasing: try bytes(Number.bitWidth / 8))
        return Number(bigEndian: bytes.loadUnaligned(as: Number.self))
    }
}
