/// A connection over which both sides send lines.
public protocol LineConnection: Sendable {
    /// What the other side sends, each without its line feed; ends with an error when the connection does.
    ///
    /// It can be walked through once.
    var lines: AsyncThrowingStream<[UInt8], any Error> { get }

    /// Sends one line; the line feed is added. Returns when the bytes were handed to the system.
    func send(_ line: [UInt8]) async throws(NetworkError)

    /// Ends the connection; ``lines`` ends with ``NetworkError/closed``. To do it twice does nothing.
    func close() async
}

/// Opens connections that exchange lines of text.
public protocol LineDialer: Sendable {
    /// Connects within `timeLimit`; a line longer than `lineLimit` bytes ends the connection with
    /// ``NetworkError/tooLarge``.
    func connect(
        to address: LineAddress, timeLimit: Duration, lineLimit: Int
    ) async throws(NetworkError) -> any LineConnection
}
