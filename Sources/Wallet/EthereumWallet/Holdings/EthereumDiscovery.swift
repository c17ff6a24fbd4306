import BigInt
package import Bridge
import Ethereum
import Keys
import Messages
package import WalletCore

/// Finds the accounts of the open keys that were used on EVM chains, by the user's own nodes.
///
/// An account counts as used if it has sent a transaction, or has coins or known tokens. Each path is asked about on
/// each chain with a node.
@MainActor package final class EthereumDiscovery: AccountDiscovery {
    /// Adds the account at a path to the wallet; it is on disk when it returns.
    ///
    /// The index is that of an account on the wallet's usual path, and `nil` for another path.
    package typealias Add = @MainActor (_ path: String, _ index: UInt32?) async throws(RPCError) -> Void

    private let activeAccount: WalletSigner
    private let chains: ChainBook
    private let tokens: TokenBook
    private let added: @MainActor () -> Set<String>
    private let adding: Add

    /// Creates a search with the keys of `activeAccount`.
    ///
    /// - Parameters:
    ///   - activeAccount: The keys.
    ///   - chains: The chains with their nodes.
    ///   - tokens: The tokens that are asked about.
    ///   - added: The paths of the accounts that the wallet has.
    ///   - add: Adds an account.
    package init(
        activeAccount: WalletSigner, chains: ChainBook, tokens: TokenBook,
        added: @escaping @MainActor () -> Set<String>, add: @escaping Add
    ) {
        self.activeAccount = activeAccount
        self.chains = chains
        self.tokens = tokens
        self.added = added
        adding = add
    }

    package func discover(_ paths: [String]) -> AsyncThrowingStream<DiscoveredAccount, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do throws(RPCError) {
                    try await search(paths) { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    package func add(_ accounts: [DiscoveredAccount]) async throws(RPCError) {
        // An account that was used on several chains is found on each of them.
        for account in accounts where account.summary.id.chain.namespace == "eip155" {
            guard !added().contains(account.path) else { continue }
            try await adding(account.path, EthereumPathScheme.index(ofStandard: account.path))
        }
    }

    private func search(
        _ paths: [String], found: (DiscoveredAccount) -> Void
    ) async throws(RPCError) {
        guard activeAccount.isOpen else { throw .locked }
        let served = chains.chains.filter { chains.hasNode($0) && !chains.isNodeFromSite($0) }
        // A single key has no paths, and without a node there is no server to search.
        guard !served.isEmpty, !activeAccount.account.isSingleKey else { return }
        for path in paths where (try? DerivationPath(path)) == nil { throw Self.invalid(path) }
        var seen: Set<String> = []
        var silent: Set<UInt64> = []
        for scheme in EthereumPathScheme.allCases {
            var unused = 0
            for index in 0..<Self.most where unused < Self.gap {
                let path = scheme.path(index)
                guard seen.insert(path).inserted else { continue }
                let accounts = try await accounts(at: path, scheme.rawValue, on: served, &silent)
                unused = accounts.isEmpty ? unused + 1 : 0
                accounts.forEach(found)
            }
        }
        let own = paths.compactMap(Self.ethereumPath)
        for path in own.prefix(Self.mostPaths) where seen.insert(path).inserted {
            try await accounts(at: path, localized("Custom path"), on: served, &silent).forEach(found)
        }
        // What was found is of use, but it must not look like everything.
        if !silent.isEmpty {
            let names = served.filter { silent.contains($0.id) }.map(Self.name(of:)).joined(separator: ", ")
            throw RPCError(
                .disconnected,
                sentence: localizable(
                    "Not searched completely, because the node did not answer: \(names, as: "networks")."))
        }
        guard own.count <= Self.mostPaths else {
            throw RPCError(
                .invalidParameters,
                sentence: localizable("Only the first \(Self.mostPaths, as: "count") custom paths were searched."))
        }
    }

    /// The usual form of a path that the user has entered; `nil` for one that is not of EVM chains.
    ///
    /// EVM chains have many coin types (SLIP-44), such as 60, 61 and 1 for test networks. Nodes must not learn the
    /// addresses on the paths of Bitcoin and Bitcoin Cash.
    static func ethereumPath(_ text: String) -> String? {
        guard let path = try? DerivationPath(text), let (purpose, coin) = path.purposeAndCoin, purpose == 44,
            path.indices.count > 2, ![0, 145, 245].contains(coin)
        else { return nil }
        return path.description
    }

    private static func invalid(_ path: String) -> RPCError {
        RPCError(
            .invalidParameters,
            sentence: localizable("\(Quotation.of(path, limit: 80), as: "path") is not a derivation path."))
    }

    private static func name(of chain: Chain) -> String {
        chain.isWellKnown ? chain.name : Quotation.of(chain.name, limit: 64)
    }

    /// The account at `path`, once for each chain on which it was used; chains whose node does not answer are added to
    /// `silent`.
    private func accounts(
        at path: String, _ scheme: String, on served: [Chain], _ silent: inout Set<UInt64>
    ) async throws(RPCError) -> [DiscoveredAccount] {
        guard !Task.isCancelled else { throw RPCError(.gone, "The search was cancelled.") }
        let address: EthereumAddress
        do throws(KeyError) {
            address = EthereumAddress(try activeAccount.publicKey(at: DerivationPath(path)))
        } catch .locked {
            throw .locked
        } catch {
            throw Self.invalid(path)
        }
        let isAdded = added().contains(path)
        var asked: [(chain: Chain, node: any EthereumNode, tokens: [Token])] = []
        for chain in served {
            let known = tokens.all.filter { $0.chainID == chain.id }
                .sorted { $0.address < $1.address }.prefix(Self.mostTokens)
            asked.append((chain, try chains.node(for: chain), Array(known)))
        }
        let facts = await withTaskGroup(of: (Int, Facts?).self, returning: [Int: Facts].self) { group in
            for (place, (_, node, tokens)) in asked.enumerated() {
                group.addTask { (place, try? await Facts.of(address, tokens, asking: node)) }
            }
            var facts: [Int: Facts] = [:]
            for await (place, found) in group { facts[place] = found }
            return facts
        }
        // A node that does not answer must not look like an empty account.
        guard !facts.isEmpty else {
            throw RPCError(.disconnected, sentence: localizable("No node of these networks could be reached."))
        }
        silent.formUnion(asked.indices.filter { facts[$0] == nil }.map { asked[$0].chain.id })
        return asked.enumerated().compactMap { place, asked in
            guard let facts = facts[place], facts.isUsed else { return nil }
            return account(path, scheme, address, facts, on: asked.chain, isAdded: isAdded)
        }
    }

    private func account(
        _ path: String, _ scheme: String, _ address: EthereumAddress, _ facts: Facts, on chain: Chain, isAdded: Bool
    ) -> DiscoveredAccount {
        let coin = HeldAsset(
            AssetID(coin: 60, on: ChainID(eip155: chain.id)), symbol: chain.symbol, decimals: 18,
            isVouchedFor: chain.isWellKnown)
        let tokens = facts.tokens.compactMap { balance -> AssetBalance? in
            AssetID("eip155:\(chain.id)/erc20:\(balance.token.address)").map {
                AssetBalance(
                    HeldAsset(
                        $0, symbol: balance.token.symbol, decimals: balance.token.decimals,
                        isVouchedFor: balance.token.isVouchedFor), units: balance.units, state: .current)
            }
        }
        let summary = AccountSummary(
            AccountID(chain: ChainID(eip155: chain.id), address: address.description), name: "", chainName: chain.name,
            isWellKnownChain: chain.isWellKnown, isTest: chain.isTest,
            balances: [AssetBalance(coin, units: facts.coins, state: .current)] + tokens)
        return DiscoveredAccount(
            path: path, scheme: scheme, summary, transactions: Int(clamping: facts.nonce), isAdded: isAdded)
    }

    /// What a node says about an account.
    private struct Facts: Sendable {
        let nonce: UInt64
        let coins: BigUInt
        let tokens: [TokenBalanceReader.Balance]

        var isUsed: Bool { nonce > 0 || coins > 0 || tokens.contains { $0.units > 0 } }

        static func of(
            _ account: EthereumAddress, _ tokens: [Token], asking node: any EthereumNode
        ) async throws(NodeError) -> Facts {
            let address: JSON = .string(account.description)
            guard let nonce = try await node.ask("eth_getTransactionCount", [address, "latest"]).quantity,
                let coins = try await node.ask("eth_getBalance", [address, "latest"]).bigQuantity
            else { throw .malformed }
            let held = try await TokenBalanceReader(node: node).balances(of: tokens, account).filter { $0.units > 0 }
            return Facts(nonce: nonce, coins: coins, tokens: held)
        }
    }

    /// The number of unused accounts in a row after which a series ends.
    private static let gap = 5
    private static let most: UInt32 = 100
    private static let mostPaths = 20
    private static let mostTokens = 64
}
