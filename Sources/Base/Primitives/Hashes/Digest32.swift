/// A 32-byte digest: the output of a hash, and the input of a signature.
public struct Digest32: Hashable, Sendable, CustomStringConvertible {
    private let words: SIMD4<UInt64>

    /// Creates a digest from exactly 32 bytes.
    ///
    /// - Throws: ``PrimitiveError/wrongSize(expected:got:)``.
    public init(_ bytes: some Collection<UInt8>) throws(PrimitiveError) {
        guard bytes.count == 32 else { throw .wrongSize(expected: 32, got: bytes.count) }
        self.init { $0.copyBytes(from: bytes) }
    }

    /// Creates a digest whose 32 bytes are written by `fill`.
    package init(filledBy fill: (UnsafeMutableRawBufferPointer) -> Void) {
        var words = SIMD4<UInt64>()
        withUnsafeMutableBytes(of: &words) { fill($0) }
        self.words = words
    }

    /// The bytes, as an array.
    public var bytes: [UInt8] {
        withUnsafeBytes { Array($0) }
    }

    /// The bytes as lower-case hexadecimal text with `0x`.
    public var description: String {
        "0x" + Hex.encode(bytes)
    }

    /// Passes the bytes to `body`, which must not keep the pointer.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        Swift.withUnsafeBytes(of: words) { body($0) }
    }
}
