/// A connection over which both sides send lines.
public protocol LineConnection: Sendable {
    /// The lines that the peer sends, without their line feeds; throws when the connection ends.
    ///
    /// It can be iterated once.
    var lines: AsyncThrowingStream<[UInt8], any Error> { get }

    /// Sends one line, with a line feed added; returns when the system has accepted the bytes.
    func send(_ line: [UInt8]) async throws(NetworkError)

    /// Closes the connection; ``lines`` ends with ``NetworkError/closed``. Closing twice has no effect.
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
