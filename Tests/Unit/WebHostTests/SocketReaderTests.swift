import Testing

@testable import WebHost

@Suite struct SocketReaderTests {
    private func header(_ length: UInt32) -> [UInt8] {
        withUnsafeBytes(of: length.littleEndian) { Array($0) }
    }

    /// The texts that `reader` finds in `bytes`, given in pieces of at most `step` bytes; `nil` if it refuses one.
    private func read(_ bytes: [UInt8], by step: Int, with reader: SocketReader) -> [[UInt8]]? {
        var rest = bytes[...]
        var texts: [[UInt8]] = []
        while !rest.isEmpty {
            reader.fill { space in
                let part = rest.prefix(min(step, space.count))
                space.copyBytes(from: part)
                rest = rest.dropFirst(part.count)
                return part.count
            }
            next: while true {
                switch reader.next() {
                case .text(let text): texts.append(Array(text))
                case .nothing: break next
                case .tooLong: return nil
                }
            }
        }
        return texts
    }

    @Test(arguments: [1, 2, 3, 5, 1_000, 1 << 20])
    func `the texts do not depend on the pieces in which they come`(step: Int) {
        let texts = [Array("a".utf8), [], [UInt8](repeating: 7, count: 70_000), Array("end".utf8)]
        let bytes = texts.flatMap { header(UInt32($0.count)) + $0 }
        #expect(read(bytes, by: step, with: SocketReader(mostBytes: 70_000)) == texts)
    }

    @Test(arguments: [101, 1 << 20, UInt32.max])
    func `a text that is too long is refused when its length is known`(length: UInt32) {
        let reader = SocketReader(mostBytes: 100)
        #expect(read(header(length), by: 4, with: reader) == nil)
        #expect(reader.capacity == SocketReader.usual)
    }

    @Test func `memory for a long text is returned after it`() {
        let reader = SocketReader(mostBytes: 1 << 20)
        let long = [UInt8](repeating: 1, count: 1 << 20)
        #expect(read(header(1 << 20) + long, by: 50_000, with: reader) == [long])
        #expect(reader.capacity > 1 << 20)
        #expect(read(header(1) + [2], by: 5, with: reader) == [[2]])
        #expect(reader.capacity == SocketReader.usual)
    }

    @Test func `half a text gives nothing`() {
        let reader = SocketReader(mostBytes: 100)
        #expect(read(header(10) + [1, 2], by: 3, with: reader) == [])
        #expect(!reader.hasText && reader.count == 6)
    }
}
