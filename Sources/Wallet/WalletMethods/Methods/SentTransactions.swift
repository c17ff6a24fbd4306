public import Bridge
package import BitcoinWallet
package import EthereumWallet
public import WalletCore

/// The transactions that were sent, on all chains: their outcome, and the user's decisions about them.
@MainActor public final class SentTransactions {
    private let ethereum: EthereumSending
    private let coins: CoinSender

    /// Creates a view of the transactions that `ethereum` and `coins` sent.
    package init(ethereum: EthereumSending, coins: CoinSender) {
        self.ethereum = ethereum
        self.coins = coins
    }

    /// Looks up the outcome of every transaction that is pending, was given up or was declined.
    public func resolve() async {
        async let coins: Void = coins.resolve()
        await ethereum.resolve()
        await coins
    }

    /// The status of a pending transaction in the network; an outcome that the network shows is recorded.
    public func networkStatus(of outgoing: TransactionRecord) async -> NetworkStatus {
        switch outgoing.kind {
        case .ethereum: await ethereum.networkStatus(of: outgoing)
        case .utxo: await coins.networkStatus(of: outgoing)
        }
    }

    /// Sends a transaction again that may never have arrived.
    ///
    /// It sends the same bytes, so the transaction cannot happen
    /// twice.
    ///
    /// A rejection by a server does not change the recorded state, because the transaction may have arrived earlier.
    ///
    /// - Throws: An error if no server is known to have it; the sentence says why.
    public func sendAgain(_ outgoing: TransactionRecord) async throws(RPCError) {
        switch outgoing.kind {
        case .ethereum: try await ethereum.sendAgain(outgoing)
        case .utxo: try await coins.sendAgain(outgoing)
        }
    }

    /// Gives up a transaction that no server knows; its coins or its nonce can then be used again.
    ///
    /// Anyone who has its bytes can still send it; on Ethereum, until another transaction with its nonce is in a block.
    ///
    /// - Throws: An error if a server knows it, or if no server could be asked.
    public func giveUp(_ outgoing: TransactionRecord) async throws(RPCError) {
        switch outgoing.kind {
        case .ethereum: try await ethereum.giveUp(outgoing)
        case .utxo: try await coins.giveUp(outgoing)
        }
    }
}
