/// Sends HTTP requests.
public protocol HTTPSender: Sendable {
    /// Sends `request` and waits for the complete response, whatever its status; redirects are not followed.
    ///
    /// Cancelling the task closes the connection.
    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse
}
