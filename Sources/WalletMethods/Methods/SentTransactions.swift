public import Bridge
public import BitcoinWallet
public import EthereumWallet
public import WalletCore

/// The transactions that were sent, on all chains: what became of them, and what the user decides about them.
@MainActor public final class SentTransactions {
    private let ethereum: EthereumSending
    private let coins: CoinSender

    /// Creates a view of what `ethereum` and `coins` sent.
    public init(ethereum: EthereumSending, coins: CoinSender) {
        self.ethereum = ethereum
        self.coins = coins
    }

    /// Looks what became of everything that was sent and whose fate is open, and of what was given up or declined.
    public func resolve() async {
        async let coins: Void = coins.resolve()
        await ethereum.resolve()
        await coins
    }

    /// How a transaction whose fate is open stands with the network; what is learnt of it is written down.
    public func networkStatus(of outgoing: TransactionRecord) async -> NetworkStatus {
        outgoing.nonce == nil ? await coins.networkStatus(of: outgoing) : await ethereum.networkStatus(of: outgoing)
    }

    /// Sends a transaction again that may never have arrived: the very same bytes, so that nothing happens twice.
    ///
    /// What a server says against it changes nothing: it may have been there before.
    ///
    /// - Throws: Where it is not known to be on its way; the sentence says why.
    public func sendAgain(_ outgoing: TransactionRecord) async throws(RPCError) {
        if outgoing.nonce == nil { try await coins.sendAgain(outgoing) } else { try await ethereum.sendAgain(outgoing) }
    }

    /// Gives a transaction up that no server knows; its coins or its number may be used again.
    ///
    /// Whoever has its bytes can still send it, on Ethereum until another one with its number is in a block.
    ///
    /// - Throws: Where a server knows it, or none could be asked.
    public func giveUp(_ outgoing: TransactionRecord) async throws(RPCError) {
        if outgoing.nonce == nil { try await coins.giveUp(outgoing) } else { try await ethereum.giveUp(outgoing) }
    }
}
