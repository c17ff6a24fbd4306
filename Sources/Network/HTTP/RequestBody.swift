internal import Synchronization

/// The body of one request, which records whether the connection has taken it.
///
/// The library reads it once it is connected and has written the head. Until then, no part of the body was sent.
final class RequestBody: RandomAccessCollection, Sendable {
    private let bytes: [UInt8]
    private let isTaken = Atomic(false)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether it may have left.
    var hasLeft: Bool { isTaken.load(ordering: .sequentiallyConsistent) }

    var startIndex: Int { 0 }
    var endIndex: Int { bytes.count }

    subscript(position: Int) -> UInt8 {
        isTaken.store(true, ordering: .sequentiallyConsistent)
        return bytes[position]
    }

    func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        isTaken.store(true, ordering: .sequentiallyConsistent)
        return try bytes.withContiguousStorageIfAvailable(body)
    }
}
