/// Sends HTTP requests.
public protocol HTTPSender: Sendable {
    /// Sends `request` and waits for the whole answer, whatever its status; redirects are not followed.
    ///
    /// When the task is cancelled the connection is given up.
    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse
}
