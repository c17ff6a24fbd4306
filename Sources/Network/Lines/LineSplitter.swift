internal import NIOCore

/// Cuts what arrives into lines, in one pass, and holds no more than one unfinished line.
struct LineSplitter {
    private let limit: Int
    private var rest: ByteBuffer

    init(limit: Int) {
        self.limit = limit
        rest = ByteBuffer()
    }

    /// Takes what has arrived, and puts the lines that are whole now behind `lines`, each without its line feed.
    ///
    /// - Throws: ``NetworkError/tooLarge`` as soon as a line is known to be longer than the limit.
    mutating func take(_ part: ByteBuffer, into lines: inout [[UInt8]]) throws(NetworkError) {
        var part = part
        while let end = part.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
            let length = end - part.readerIndex
            guard rest.readableBytes + length <= limit else { throw .tooLarge }
            var line = [UInt8]()
            line.reserveCapacity(rest.readableBytes + length)
            line.append(contentsOf: rest.readableBytesView)
            line.append(contentsOf: part.readableBytesView[..<end])
            rest = ByteBuffer()
            part.moveReaderIndex(to: end + 1)
            lines.append(line)
        }
        guard rest.readableBytes + part.readableBytes <= limit else { throw .tooLarge }
        rest.writeBuffer(&part)
    }
}
