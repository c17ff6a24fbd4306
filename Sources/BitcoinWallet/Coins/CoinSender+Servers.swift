public import Bitcoin
public import Bridge
public import Network

extension CoinSender {
    /// Makes a server of addresses, which are tried in their order.
    public typealias Dial = @MainActor (UTXOChain, [LineAddress]) -> any CoinServer

    /// Keeps the addresses of a currency's servers for the next start.
    public typealias Keep = @MainActor (UTXOChain, [LineAddress]) async throws(RPCError) -> Void

    /// Uses the servers at `addresses` from now on; nothing is asked and nothing is kept.
    public func use(_ addresses: [LineAddress], for utxoChain: UTXOChain) {
        guard let dial else { return }
        use(dial(utxoChain, addresses), at: addresses, for: utxoChain)
    }

    /// Uses the servers at `addresses` in place of those that were set, once one of them has answered.
    ///
    /// - Throws: Why they cannot be used or kept; then nothing has changed.
    public func set(_ addresses: [LineAddress], for utxoChain: UTXOChain) async throws(RPCError) {
        guard let dial else { throw RPCError(.unsupported, "This wallet cannot connect to servers.") }
        let server = dial(utxoChain, addresses)
        do throws(CoinServerError) {
            _ = try await server.relayFeeRate()
        } catch {
            // A server that refuses this question has shown before that it serves the currency.
            guard error == .refused || error == .notFound else {
                await (server as? ElectrumServers)?.close()
                let isOther = error == .nonsense
                throw RPCError(.failed, isOther ? "It does not serve \(utxoChain.name)." : error.description)
            }
        }
        try await keep?(utxoChain, addresses)
        use(server, at: addresses, for: utxoChain)
    }
}
