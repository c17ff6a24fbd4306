/// Writes a format into memory that the caller owns and has sized.
struct ByteWriter {
    private var rest: UnsafeMutableRawBufferPointer

    init(_ memory: UnsafeMutableRawBufferPointer) {
        rest = memory
    }

    /// Writes an integer, big-endian.
    mutating func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { add($0) }
    }

    /// Writes `bytes`.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        rest.copyMemory(from: bytes)
        rest = UnsafeMutableRawBufferPointer(rebasing: rest[bytes.count...])
    }
}
