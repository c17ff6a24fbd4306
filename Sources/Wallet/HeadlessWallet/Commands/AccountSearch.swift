import BitcoinWallet
package import Bridge
import EthereumWallet
package import WalletCore
package import WalletMethods

/// A search for accounts of the recovery phrase on all networks, for the window and for the terminal.
@MainActor package final class AccountSearch {
    private let discoveries: [any AccountDiscovery]

    /// The search that has found each account, by its place in ``discoveries``.
    private var sources: [DiscoveredAccount: Int] = [:]

    package init(_ holdings: WalletHoldings) {
        discoveries = holdings.discoveries
    }

    /// Searches the usual paths and `paths`, and reports each account when it is found.
    ///
    /// - Returns: Why the search ended early on a network, or `nil`; what other networks have is still reported.
    package func run(_ paths: [String], found: (DiscoveredAccount) -> Void) async -> String? {
        var problem: String?
        for (place, source) in discoveries.enumerated() {
            do {
                for try await account in source.discover(paths) {
                    guard !Task.isCancelled else { return problem }
                    sources[account] = place
                    found(account)
                }
            } catch {
                problem = (error as? RPCError)?.sentence ?? "\(error)"
            }
            guard !Task.isCancelled else { return problem }
        }
        return problem
    }

    /// Adds found accounts to the wallet.
    package func add(_ accounts: [DiscoveredAccount]) async throws(RPCError) {
        for (place, source) in discoveries.enumerated() {
            let own = accounts.filter { sources[$0] == place }
            if !own.isEmpty { try await source.add(own) }
        }
    }
}

extension WalletServices {
    /// Whether the user has set a server of any network, so that something can be found.
    package var hasServers: Bool {
        !coins.servers.isEmpty || chains.chains.contains { chains.hasNode($0) && !chains.isNodeFromSite($0) }
    }
}
