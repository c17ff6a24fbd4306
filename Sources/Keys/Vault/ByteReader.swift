/// Reads a strict format from memory that somebody else owns; a step beyond the end is an error.
struct ByteReader {
    private var rest: UnsafeRawBufferPointer.SubSequence

    /// The number of bytes read so far.
    var position: Int { rest.startIndex }

    /// The number of bytes not read yet.
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

    /// The next number, big-endian in as many bytes as it has.
    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) throws(KeyError) -> Number {
        try bytes(Number.bitWidth / 8).reduce(0) { $0 << (Number.bitWidth > 8 ? 8 : 0) | Number($1) }
    }
}
