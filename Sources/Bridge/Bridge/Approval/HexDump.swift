/// A hex dump: offset, sixteen bytes, and the printable ASCII characters.
public struct HexDump: Sequence, Sendable {
    private let bytes: [UInt8]
    private let range: Range<Int>

    /// Dumps `bytes`; lines are generated on demand.
    public init(_ bytes: [UInt8]) {
        self.init(bytes, in: bytes.indices)
    }

    /// Dumps the part of `bytes` in `range`, which is clamped to their number, with the offsets of the whole.
    public init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        self.range = range.clamped(to: bytes.indices)
    }

    /// The number of lines.
    public var lineCount: Int { (range.count + 15) / 16 }

    /// The lines in order, without line breaks.
    public func makeIterator() -> some IteratorProtocol<String> {
        stride(from: range.lowerBound, to: range.upperBound, by: 16).lazy.map { line(at: $0) }.makeIterator()
    }

    private func line(at offset: Int) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(76)
        for shift in stride(from: 28, through: 0, by: -4) { text.append(Self.digits[offset >> shift & 15]) }
        text.append(Self.space)
        for index in offset..<offset + 16 {
            text.append(Self.space)
            if index == offset + 8 { text.append(Self.space) }
            guard index < range.upperBound else {
                text += [Self.space, Self.space]
                continue
            }
            text.append(Self.digits[Int(bytes[index] >> 4)])
            text.append(Self.digits[Int(bytes[index] & 15)])
        }
        text += [Self.space, Self.space]
        for byte in bytes[offset..<Swift.min(offset + 16, range.upperBound)] {
            text.append(0x20..<0x7F ~= byte ? byte : UInt8(ascii: "."))
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)
    private static let space = UInt8(ascii: " ")
}
