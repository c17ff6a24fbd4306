internal import NIOCore
internal import Synchronization

/// The body of one request, which records whether the connection has asked for it.
///
/// The library asks for it once a connection stands and the head is written. Until then nothing of the body has left.
final class RequestBody: AsyncSequence, Sendable {
    struct AsyncIterator: AsyncIteratorProtocol {
        let body: RequestBody
        private var isAtEnd = false

        init(_ body: RequestBody) { self.body = body }

        mutating func next() async -> ByteBuffer? {
            guard !isAtEnd else { return nil }
            isAtEnd = true
            body.asked.store(true, ordering: .sequentiallyConsistent)
            return body.bytes
        }
    }

    private let bytes: ByteBuffer
    private let asked = Atomic(false)

    init(_ bytes: [UInt8]) { self.bytes = ByteBuffer(bytes: bytes) }

    /// Whether it may have left.
    var hasLeft: Bool { asked.load(ordering: .sequentiallyConsistent) }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
