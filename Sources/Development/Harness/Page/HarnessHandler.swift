import Bridge

/// Handles a test page's requests to the harness, and passes all others to the wallet under test.
@MainActor final class HarnessHandler: Handler {
    /// The session that receives the requests.
    weak var session: PageSession?

    /// The methods of the requests that the wallet has not answered yet, oldest first.
    private(set) var unanswered: [String] = []

    private let wallet: any Handler

    init(wallet: any Handler) {
        self.wallet = wallet
    }

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        guard request.dialect == HarnessDialect.title else {
            unanswered.append(request.method)
            defer { if let index = unanswered.firstIndex(of: request.method) { unanswered.remove(at: index) } }
            do throws(RPCError) {
                return try await wallet.handle(request)
            } catch {
                session?.note(error)
                throw error
            }
        }
        guard let session else { throw RPCError(.gone, "The test run is over.") }
        return try await session.handle(request)
    }
}
