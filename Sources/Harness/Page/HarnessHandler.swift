import Bridge

/// Hears what a test page says to the harness, and leaves the rest to the wallet under test.
@MainActor final class HarnessHandler: Handler {
    /// Who listens.
    weak var session: PageSession?

    private let wallet: any Handler

    init(wallet: any Handler) {
        self.wallet = wallet
    }

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        guard request.dialect == HarnessDialect.title else { return try await wallet.handle(request) }
        guard let session else { throw RPCError(.gone, "The test run is over.") }
        return try await session.hear(request)
    }
}
