extension V1Engine: SessionService {
    /// Takes a link of version 1 that the user brought along.
    package func pair(_ link: ConnectionLink) async throws(WalletConnectError) {
        guard case .legacy(let uri) = link else { throw .link(.version) }
        try await pair(uri, from: nil)
    }
}
