import Bridge
import Synchronization
import Network

/// An HTTP sender whose responses a test provides.
final class FakeSender: HTTPSender {
    typealias Answer = @Sendable (HTTPRequest) throws(NetworkError) -> HTTPResponse

    private let answer: Answer
    private let sent = Mutex<[HTTPRequest]>([])

    init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// Responds to every request with status 200 and `body`, in which `ID` is replaced with the request's number.
    convenience init(status: Int = 200, body: String) {
        self.init { request in
            let id = (try? JSON(parsing: request.body))?["id"]?.text ?? "null"
            return HTTPResponse(status: status, body: Array(body.replacing("ID", with: id).utf8))
        }
    }

    var requests: [HTTPRequest] { sent.withLock(\.self) }

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        sent.withLock { $0.append(request) }
        return try answer(request)
    }
}
