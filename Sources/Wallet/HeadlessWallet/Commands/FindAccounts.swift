import Bridge
import Messages
import WalletCore
import WalletMethods

/// Searches for accounts of the recovery phrase that other wallets have used.
package struct FindAccounts: WalletCommand {
    /// What it gives.
    package struct Outcome: Codable, Hashable, Sendable {
        package let accounts: [FoundAccount]

        /// Why the search ended early on a network.
        package let problem: String?
    }

    package static let name = "find"

    /// Further key paths to search.
    let paths: [String]

    /// Whether what is found is added to the wallet.
    let adds: Bool

    package init(_ paths: [String], adds: Bool) { (self.paths, self.adds) = (paths, adds) }

    package func run(in wallet: Wallet) async throws(WalletError) -> Outcome {
        guard wallet.services.hasServers else {
            throw WalletError(
                .failed, localized("The wallet has no servers to ask. `drawbridge endpoint set` sets one."))
        }
        let search = AccountSearch(wallet.holdings)
        var found: [DiscoveredAccount] = []
        let problem = await search.run(paths) { found.append($0) }
        if adds {
            let new = found.filter { !$0.isAdded }
            try await WalletError.of { () throws(RPCError) in try await search.add(new) }
            wallet.host?.refresh()
        }
        return Outcome(
            accounts: found.map { FoundAccount($0, isAdded: adds || $0.isAdded) }, problem: problem)
    }
}

/// An account that a search has found: the members of ``ListedAccount``, and those of its own.
package struct FoundAccount: Codable, Hashable, Sendable {
    package let account: ListedAccount
    package let found: Finding

    /// What the search says of an account.
    package struct Finding: Codable, Hashable, Sendable {
        package let path: String
        package let scheme: String
        package let transactions: Int
        package let added: Bool
    }

    init(_ found: DiscoveredAccount, isAdded: Bool) {
        account = ListedAccount(found.summary)
        self.found = Finding(
            path: found.path, scheme: found.scheme, transactions: found.transactions, added: isAdded)
    }

    package init(from decoder: any Decoder) throws {
        (account, found) = (try ListedAccount(from: decoder), try Finding(from: decoder))
    }

    package func encode(to encoder: any Encoder) throws {
        try account.encode(to: encoder)
        try found.encode(to: encoder)
    }
}
