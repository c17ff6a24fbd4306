import Bridge
import Glibc

/// The wire format between the relay script and the host.
///
/// To the host: `nonce origin\n` and frames; to the page: `count\n` and frames. A frame is `tag number:text`, or
/// `tag:text` for an event; U+001E separates frames, because no JSON text contains it.
enum FrameCodec {
    static let separator: UInt8 = 0x1E

    /// The reply that requests another post.
    static let ping: [UInt8] = []

    /// The reply that closes the connection.
    static let close = Array("!".utf8)

    /// The line before the frames: the document that posted, as reported by the relay.
    struct Head: Equatable {
        let document: DocumentID
        let origin: String
    }

    /// One message.
    struct Frame {
        let tag: UInt8
        /// The tag and the number, which a response repeats.
        let name: UnsafeBufferPointer<UInt8>
        let text: UnsafeBufferPointer<UInt8>
    }

    /// Splits a text of the relay into its first line and its frames; `nil` if it is malformed.
    static func split(
        _ text: UnsafeBufferPointer<UInt8>
    ) -> (line: UnsafeBufferPointer<UInt8>, frames: UnsafeBufferPointer<UInt8>)? {
        guard let end = text.prefix(512).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        return (UnsafeBufferPointer(rebasing: text[..<end]), UnsafeBufferPointer(rebasing: text[(end + 1)...]))
    }

    /// Parses the first line; `nil` if it is malformed.
    static func head(_ line: UnsafeBufferPointer<UInt8>) -> Head? {
        guard let space = line.firstIndex(of: UInt8(ascii: " ")),
            let document = DocumentID(String(decoding: line[..<space], as: UTF8.self))
        else { return nil }
        return Head(document: document, origin: String(decoding: line[(space + 1)...], as: UTF8.self))
    }

    /// Calls `body` with each frame, up to the first invalid one.
    ///
    /// - Returns: Whether all are valid, as the relay's are.
    static func forEachFrame(in frames: UnsafeBufferPointer<UInt8>, _ body: (Frame) -> Void) -> Bool {
        var start = 0
        while start < frames.count {
            let end = end(of: frames, from: start)
            guard let frame = frame(UnsafeBufferPointer(rebasing: frames[start..<end])) else { return false }
            body(frame)
            start = end + 1
        }
        return true
    }

    /// The index of the next separator from `start` on, or the number of bytes.
    private static func end(of frames: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard let base = frames.baseAddress,
            let found = memchr(base + start, 0x1E, frames.count - start)
        else { return frames.count }
        return UnsafeRawPointer(base).distance(to: found)
    }

    private static func frame(_ part: UnsafeBufferPointer<UInt8>) -> Frame? {
        guard let colon = part.prefix(20).firstIndex(of: UInt8(ascii: ":")), colon > 1 else { return nil }
        guard part[1..<colon].allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return Frame(
            tag: part[0], name: UnsafeBufferPointer(rebasing: part[..<colon]),
            text: UnsafeBufferPointer(rebasing: part[(colon + 1)...]))
    }
}
