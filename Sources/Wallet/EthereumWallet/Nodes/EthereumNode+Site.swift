package import Bridge

extension EthereumNode {
    /// Sends a request for a site, within the site's rate limit; `noting` is called with the reason if the node gave no
    /// result.
    @MainActor package func ask(
        _ method: String, _ params: [JSON], for origin: Origin, isConnected: Bool, on chain: Chain,
        at pace: SiteRateLimit, noting: (NodeError) -> Void = { _ in }
    ) async throws(RPCError) -> SiteAnswer {
        try await pace.run(for: origin, isConnected: isConnected, chain: chain.id) { () async throws(RPCError) in
            do throws(NodeError) {
                return try await askForSite(method, .array(params))
            } catch {
                noting(error)
                throw RPCError(error.concealed, method: method)
            }
        }
    }
}
