package import Bridge
import Ethereum
package import EthereumWallet
import Messages
import Store
import WalletCore
import WalletMethods

/// A token that the user added.
package struct ListedToken: Codable, Hashable, Sendable {
    package let chainId: String
    package let contract: String
    package let symbol: String
    package let decimals: Int

    /// The name of the site that asked for it.
    package let site: String?

    init(_ added: AddedToken) {
        chainId = "\(added.token.chainID)"
        contract = added.token.address.description
        symbol = added.token.symbol
        decimals = Int(added.token.decimals)
        site = added.site
    }
}

/// The tokens that the user added.
package struct ListTokens: StoredCommand {
    package static let name = "tokens"

    package init() {}

    package func run(in wallet: Wallet) async throws(WalletError) -> [ListedToken] {
        wallet.services.ownTokens.all.map(ListedToken.init)
    }

    package func run(in wallet: StoredWallet) async throws -> [ListedToken] {
        try wallet.store.tokens.load().map(ListedToken.init)
    }
}

/// A token on an EVM chain as a person names it.
package protocol TokenCommand: WalletCommand {
    /// The address of the contract.
    var contract: String { get }

    /// The chain ID or the name of the network.
    var network: String { get }

    /// Carries it out, before the balances are asked for again.
    @MainActor func run(on chain: Chain, _ tokens: OwnTokens) async throws(RPCError) -> Outcome
}

extension TokenCommand {
    @MainActor package func run(in wallet: Wallet) async throws(WalletError) -> Outcome {
        let services = wallet.services
        let chain = try services.chains.named(network)
        let outcome = try await WalletError.of { () throws(RPCError) in try await run(on: chain, services.ownTokens) }
        await services.holdings.refresh()
        return outcome
    }
}

/// Adds a token, whose contract tells its symbol and decimals.
package struct AddToken: TokenCommand {
    package static let name = "addToken"

    package typealias Outcome = ListedToken

    package let contract: String
    package let network: String

    package init(_ contract: String, network: String) { (self.contract, self.network) = (contract, network) }

    package func run(on chain: Chain, _ tokens: OwnTokens) async throws(RPCError) -> ListedToken {
        let offer = try await tokens.find(contract, on: chain)
        guard !offer.isNamesake else {
            throw RPCError(
                .failed,
                sentence: localizable(
                    "This is not the token that you know by this symbol. Add it in the window if you want it."))
        }
        await tokens.add(offer)
        return ListedToken(AddedToken(offer.token))
    }
}

/// Removes a token that was added.
package struct RemoveToken: TokenCommand, StoredCommand {
    package static let name = "removeToken"

    package typealias Outcome = Done

    package let contract: String
    package let network: String

    package init(_ contract: String, network: String) { (self.contract, self.network) = (contract, network) }

    package func run(on chain: Chain, _ tokens: OwnTokens) async throws(RPCError) -> Done {
        try await tokens.remove(contract, on: chain.id)
        return Done()
    }

    package func run(in wallet: StoredWallet) async throws -> Done {
        let chain = try wallet.chains().named(network)
        let tokens = OwnTokens(chains: ChainBook(), tokens: try TokenBook(keptBy: wallet.store.tokens))
        return try await WalletError.of { () throws(RPCError) in try await run(on: chain, tokens) }
    }
}

extension ChainBook {
    /// The chain that a person names.
    func named(_ text: String) throws(WalletError) -> Chain {
        guard let chain = chains.first(where: NetworkName(text).means) else {
            throw WalletError(
                .usage, localized("The wallet does not know this network. `drawbridge endpoint list` lists them."))
        }
        return chain
    }
}
