import Bridge
import Testing

@testable import WalletConnect

/// A WalletConnect session that golden messages describe; its requests are the parameters of `wc_sessionRequest`, and
/// its answers the members `result` or `error` of the response.
struct GoldenSession {
    private let accounts: [AccountID]

    /// Creates the session with the member `session` of a `given`.
    init(_ given: JSON) throws {
        accounts = try (given["accounts"]?.array ?? []).map { try #require(AccountID($0.string ?? "")) }
    }

    /// Passes a request to the wallet.
    ///
    /// - Returns: The request and the reply, as the messages contain them; `nil` for a request that waits.
    @MainActor func send(
        _ request: JSON, to dispatcher: RequestDispatcher
    ) async throws -> (request: String, reply: String?) {
        let asked = try SessionRequest(request)
        let peer = SessionPeer(
            topic: String(repeating: "a", count: 64), name: "A dapp", url: "https://dapp.example", accounts: accounts,
            chain: asked.chain, purpose: "walletconnect:golden")
        let outcome = await dispatcher.perform(asked.method, asked.params, for: peer, within: .seconds(300))
        let text = SessionCall.request(asked).params.text
        switch outcome {
        case .success(let result):
            let reply: JSON = ["result": result]
            return (text, reply.text)
        case .failure(let error) where error.kind == .locked || error.kind == .gone: return (text, nil)
        case .failure(let error):
            let reply: JSON = ["error": ErrorResponse(error, of: asked.method).json]
            return (text, reply.text)
        }
    }
}
