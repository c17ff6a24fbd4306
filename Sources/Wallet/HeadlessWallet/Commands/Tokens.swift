import Bridge
import Ethereum
import EthereumWallet
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

/// Adds a token, whose contract tells its symbol and decimals.
package struct AddToken: WalletCommand {
    package static let name = "addToken"

    /// The address of the contract.
    let contract: String

    /// The chain ID or the name of the network.
    let network: String

    package init(_ contract: String, network: String) { (self.contract, self.network) = (contract, network) }

    package func run(in wallet: Wallet) async throws(WalletError) -> ListedToken {
        let services = wallet.services
        let chain = try services.chains.named(network)
        return try await WalletError.of { () throws(RPCError) in
            let offer = try await services.ownTokens.find(contract, on: chain)
            guard !offer.isNamesake else {
                throw RPCError(
                    .failed,
                    sentence: localizable(
                        "This is not the token that you know by this symbol. Add it in the window if you want it."))
            }
            await services.ownTokens.add(offer)
            await services.holdings.refresh()
            return ListedToken(AddedToken(offer.token))
        }
    }
}

/// Removes a token that was added.
package struct RemoveToken: StoredCommand {
    package static let name = "removeToken"

    /// The address of the contract.
    let contract: String

    /// The chain ID or the name of the network.
    let network: String

    package init(_ contract: String, network: String) { (self.contract, self.network) = (contract, network) }

    package func run(in wallet: Wallet) async throws(WalletError) -> Done {
        let services = wallet.services
        let chain = try services.chains.named(network)
        try await WalletError.of { () throws(RPCError) in
            try await services.ownTokens.remove(contract, on: chain.id)
        }
        await services.holdings.refresh()
        return Done()
    }

    package func run(in wallet: StoredWallet) async throws -> Done {
        let chain = try wallet.chains().named(network)
        let tokens = OwnTokens(chains: ChainBook(), tokens: try TokenBook(keptBy: wallet.store.tokens))
        try await WalletError.of { () throws(RPCError) in try await tokens.remove(contract, on: chain.id) }
        return Done()
    }
}

extension ChainBook {
    /// The chain that a person names.
    func named(_ text: String) throws(WalletError) -> Chain {
        guard let chain = chains.first(where: { $0.isNamed(text) }) else {
            throw WalletError(
                .usage, localized("The wallet does not know this network. `drawbridge endpoint list` lists them."))
        }
        return chain
    }
}
