/// Writes a format into memory that somebody else owns and has measured.
struct ByteWriter {
    private var rest: UnsafeMutableRawBufferPointer

    init(_ memory: UnsafeMutableRawBufferPointer) {
        rest = memory
    }

    /// Adds a number, big-endian in as many bytes as it has.
    mutating func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { add($0) }
    }

    /// Adds `bytes`.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        rest.copyMemory(from: bytes)
        rest = UnsafeMutableRawBufferPointer(rebasing: rest[bytes.count...])
    }
}
