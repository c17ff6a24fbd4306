/// Opens connections that exchange lines of text.
public protocol LineDialer: Sendable {
    /// Connects within `timeLimit`; a line longer than `lineLimit` bytes ends the connection with
    /// ``NetworkError/tooLarge``.
    func connect(
        to address: LineAddress, timeLimit: Duration, lineLimit: Int
    ) async throws(NetworkError) -> any LineConnection
}
