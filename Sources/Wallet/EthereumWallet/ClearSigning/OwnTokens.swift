package import Bridge
package import Ethereum
import Messages
import WalletCore

/// The tokens that the user adds by naming their contracts.
@MainActor package struct OwnTokens {
    /// A token as its contract describes it, before it is added.
    package struct Offer: Hashable, Sendable {
        /// The token.
        package let token: Token

        /// Whether a trusted token of the chain has its symbol, or one that looks the same.
        package let isNamesake: Bool
    }

    private let chains: ChainBook
    private let tokens: TokenBook

    /// Creates a list that asks the nodes of `chains`, and keeps what is added in `tokens`.
    package init(chains: ChainBook, tokens: TokenBook) {
        self.chains = chains
        self.tokens = tokens
    }

    /// The tokens that were added.
    package var all: [AddedToken] { tokens.added }

    /// Reads the symbol and the decimals of a contract.
    ///
    /// Only a node that the user chose is asked: wrong decimals would make amounts look smaller or larger.
    ///
    /// - Throws: Why there is nothing to add.
    package func find(_ contract: String, on chain: Chain) async throws(RPCError) -> Offer {
        guard let address = try? EthereumAddress(contract) else {
            throw RPCError(.invalidParameters, sentence: localizable("This is not the address of a contract."))
        }
        guard tokens.token(address, on: chain.id)?.isVouchedFor != true else {
            throw RPCError(.invalidParameters, sentence: localizable("The wallet knows this token already."))
        }
        guard !chains.isNodeFromSite(chain) else {
            throw RPCError(
                .disconnected,
                sentence: localizable(
                    "A site named the node of this network, so the wallet cannot check the token. Set another node."))
        }
        let reader = TokenContract(address, node: try chains.node(for: chain))
        guard let decimals = await reader.decimals(), decimals <= Self.mostDecimals else {
            throw RPCError(.failed, sentence: localizable("There is no token at this address on this network."))
        }
        guard let symbol = await reader.symbol().flatMap(Token.shownSymbol),
            let token = Token(chainID: chain.id, address: address, symbol: symbol, decimals: decimals)
        else {
            throw RPCError(
                .failed, sentence: localizable("The token’s contract has no symbol that the wallet can show."))
        }
        return Offer(token: token, isNamesake: tokens.isNamesake(token))
    }

    /// Adds a token that the user has seen.
    package func add(_ offer: Offer) async { await tokens.add(offer.token) }

    /// Removes a token.
    ///
    /// - Throws: That it was not added, or why it is still there.
    package func remove(_ contract: String, on chainID: UInt64) async throws(RPCError) {
        var isRemoved = false
        do throws(JournalError) {
            if let address = try? EthereumAddress(contract) {
                isRemoved = try await tokens.remove(address, on: chainID)
            }
        } catch {
            throw RPCError(.failed, sentence: localizable("The token could not be removed."))
        }
        guard isRemoved else {
            throw RPCError(.failed, sentence: localizable("You have not added this token."))
        }
    }

    /// The maximum number of decimal places of a token that can be added.
    package nonisolated static let mostDecimals = 36
}
