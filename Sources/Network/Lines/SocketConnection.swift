internal import NIOCore

/// A connection over a socket; it also ends when it is no longer referenced and its lines are no longer read.
final class SocketConnection: LineConnection {
    let lines: AsyncThrowingStream<[UInt8], any Error>

    private let channel: any Channel
    private let source: LineFlow.Producer.Source

    init(_ channel: any Channel, _ source: LineFlow.Producer.Source, _ sequence: LineFlow.Producer) {
        self.channel = channel
        self.source = source
        // Unsafe, because an iterator is not Sendable; this one is a reference to a locked buffer, made for one walk,
        // and the stream below lets itself be walked through once.
        nonisolated(unsafe) let iterator = sequence.makeAsyncIterator()
        lines = AsyncThrowingStream(unfolding: {
            do {
                return try await iterator.next()
            } catch {
                throw NetworkError(cause: error)
            }
        })
    }

    func send(_ line: [UInt8]) async throws(NetworkError) {
        guard !line.contains(UInt8(ascii: "\n")) else { throw .malformed }
        var bytes = channel.allocator.buffer(capacity: line.count + 1)
        bytes.writeBytes(line)
        bytes.writeInteger(UInt8(ascii: "\n"))
        do {
            try await channel.writeAndFlush(bytes)
        } catch ChannelError.ioOnClosedChannel {
            throw .closed
        } catch {
            throw NetworkError(cause: error).afterSending
        }
    }

    func close() async {
        source.finish(NetworkError.closed)
        try? await channel.close()
    }
}
