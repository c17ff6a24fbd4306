public import Bitcoin
public import Bridge
import Messages
public import Network

extension CoinSender {
    /// Creates a server client for addresses, which are tried in order.
    public typealias Dial = @MainActor (UTXOChain, [LineAddress]) -> any CoinServer

    /// Stores the addresses of a currency's servers for the next start.
    public typealias Keep = @MainActor (UTXOChain, [LineAddress]) async throws(RPCError) -> Void

    /// Uses the servers at `addresses` from now on; nothing is requested from them and nothing is stored.
    public func use(_ addresses: [LineAddress], for utxoChain: UTXOChain) {
        guard let dial else { return }
        use(dial(utxoChain, addresses), at: addresses, for: utxoChain)
    }

    /// Replaces the current servers with those at `addresses`, once one of them has responded.
    ///
    /// - Throws: Why they cannot be used or stored; then nothing has changed.
    public func set(_ addresses: [LineAddress], for utxoChain: UTXOChain) async throws(RPCError) {
        guard let dial else {
            throw RPCError(.unsupported, sentence: localizable("This wallet cannot connect to servers."))
        }
        let server = dial(utxoChain, addresses)
        do throws(CoinError) {
            _ = try await server.answeringServer()
        } catch {
            await (server as? ElectrumServers)?.close()
            throw RPCError(.failed, sentence: error.text)
        }
        try await keep?(utxoChain, addresses)
        use(server, at: addresses, for: utxoChain)
    }
}
