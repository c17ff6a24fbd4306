/// Splits received bytes into lines in one pass, and buffers at most one incomplete line.
struct LineSplitter {
    private let limit: Int
    private var rest: [UInt8] = []

    init(limit: Int) {
        self.limit = limit
    }

    /// Appends the lines that `part` completes to `lines`, without their line feeds.
    ///
    /// - Throws: ``NetworkError/tooLarge`` as soon as a line exceeds the limit.
    mutating func take(_ part: some Collection<UInt8>, into lines: inout [[UInt8]]) throws(NetworkError) {
        var part = part[...]
        while let end = part.firstIndex(of: UInt8(ascii: "\n")) {
            let piece = part[..<end]
            guard piece.count <= limit - rest.count else { throw .tooLarge }
            lines.append(rest + piece)
            rest = []
            part = part[end...].dropFirst()
        }
        guard part.count <= limit - rest.count else { throw .tooLarge }
        rest.append(contentsOf: part)
    }
}
