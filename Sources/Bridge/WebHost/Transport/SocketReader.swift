/// Splits the bytes of a socket into texts.
///
/// A text is its length in bytes, 32 bits in little-endian order, and as many bytes. Texts are used where they were
/// received, without a copy. Memory for a long text is limited by `mostBytes`, and used only as its bytes arrive.
final class SocketReader {
    /// What comes next.
    enum Next {
        /// A complete text, valid until bytes are added.
        case text(UnsafeBufferPointer<UInt8>)
        /// Nothing until more bytes are added.
        case nothing
        /// A text that is longer than it may be.
        case tooLong
    }

    /// The capacity that is kept while there is no long text.
    static let usual = 1 << 18

    /// The number of bytes before each text.
    static let header = 4

    private let mostBytes: Int
    private var storage: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end = 0

    /// - Parameter mostBytes: The maximum size of a text in bytes.
    init(mostBytes: Int) {
        self.mostBytes = mostBytes
        storage = .allocate(byteCount: Self.usual, alignment: 1)
    }

    deinit {
        storage.deallocate()
    }

    /// The number of bytes that are kept, because they are part of a text that is not complete or has not been taken.
    var count: Int { end - start }

    /// How many bytes it has memory for.
    var capacity: Int { storage.count }

    /// Lets `receive` write to the free memory, and adds as many bytes as it returns.
    ///
    /// Texts that ``next()`` has returned are not valid any more. Call it only when ``next()`` has returned nothing.
    func fill<Failure: Error>(
        _ receive: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) {
        makeRoom()
        let count = try receive(UnsafeMutableRawBufferPointer(rebasing: storage[end...]))
        end += min(max(count, 0), storage.count - end)
    }

    /// Takes the next complete text.
    func next() -> Next {
        guard let length = announced else { return .nothing }
        guard length <= mostBytes else { return .tooLong }
        guard count - Self.header >= length else { return .nothing }
        let text = UnsafeRawBufferPointer(rebasing: storage[(start + Self.header)..<(start + Self.header + length)])
        start += Self.header + length
        return .text(text.assumingMemoryBound(to: UInt8.self))
    }

    /// Whether ``next()`` has something to return.
    var hasText: Bool {
        guard let length = announced else { return false }
        return length > mostBytes || count - Self.header >= length
    }

    /// The length of the next text, if its header has arrived.
    private var announced: Int? {
        guard count >= Self.header else { return nil }
        let length = UnsafeRawBufferPointer(storage).loadUnaligned(fromByteOffset: start, as: UInt32.self)
        return Int(exactly: UInt32(littleEndian: length))
    }

    /// Moves the incomplete text to the beginning, of larger memory if it needs that.
    private func makeRoom() {
        let kept = count
        // What is announced too long is refused before it is received.
        let needed = min(announced ?? 0, mostBytes) + Self.header
        let capacity = max(Self.usual, needed)
        if capacity > storage.count || capacity == Self.usual && storage.count > Self.usual {
            let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 1)
            larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[start..<end]))
            storage.deallocate()
            storage = larger
        } else if start > 0 {
            // The areas can overlap, which copyMemory allows.
            storage.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[start..<end]))
        }
        (start, end) = (0, kept)
    }
}
