import Bitcoin
package import Bridge
import BitcoinWallet
import Messages
import WalletCore

/// An asset of an account as a person names it.
public struct AssetReference: Codable, Hashable, Sendable {
    /// A symbol, a contract, or an identifier (CAIP-19).
    let asset: String

    /// The account.
    let place: AccountReference

    /// Names an asset; without a network and an account, that of the account in use.
    public init(_ asset: String, _ place: AccountReference = AccountReference()) {
        (self.asset, self.place) = (asset, place)
    }

    /// Exactly this asset of this account.
    package init(_ asset: AssetID, of account: AccountID) {
        self.init(
            asset.description, AccountReference(network: account.chain.description, account: account.address))
    }

    /// The balance that is meant.
    ///
    /// - Throws: An error if no asset matches, or more than one.
    func find(in accounts: [AccountSummary]) throws(WalletError) -> (AccountSummary, AssetBalance) {
        let meant = try place.accounts(among: accounts)
        func candidates(_ isMeantHere: (HeldAsset) -> Bool) -> [(AccountSummary, AssetBalance)] {
            meant.flatMap { account in
                account.balances.filter { isMeantHere($0.asset) }.map { (account, $0) }
            }
        }
        let isUsual = place.account.isEmpty
        var found = candidates(isMeant)
        // The coin of a network of the user's own has the symbol that the user gave it; any network can have one with a
        // well-known symbol, so such a coin is meant only if nothing else is.
        if found.isEmpty { found = candidates { $0.id.isCoin && asset.uppercased() == $0.symbol.uppercased() } }
        // A watched account is meant only if it is named, or if no other has the asset.
        if isUsual, found.contains(where: { !$0.0.isWatchOnly }) { found.removeAll { $0.0.isWatchOnly } }
        // So is another account than the one in use.
        if isUsual, found.contains(where: { !$0.0.isOfOtherAccount }) { found.removeAll { $0.0.isOfOtherAccount } }
        // And an account that a search has added: it must not change what a command means.
        if isUsual, found.contains(where: { !$0.0.isBesides }) { found.removeAll { $0.0.isBesides } }
        // A symbol that a network's own coin has means that coin: anyone can send an account a token with the same symbol,
        // which must not change what a command means.
        if found.contains(where: { isCoin($0.1.asset) }) { found.removeAll { !isCoin($0.1.asset) } }
        // A token that is not vouched for can have the same symbol, so it must be named by its contract.
        guard let first = found.first else {
            throw WalletError(.failed, localized("The wallet has no such asset. `drawbridge balance` lists them."))
        }
        guard found.count == 1 else { throw WalletError(.usage, Self.question(about: found.map(\.0))) }
        return first
    }

    /// Whether it is the coin of a network, and was not named by its identifier.
    private func isCoin(_ held: HeldAsset) -> Bool { held.id.isCoin && asset != held.id.description }

    private func isMeant(_ held: HeldAsset) -> Bool {
        if asset == held.id.description { return true }
        if held.id.namespace == "erc20", asset.lowercased() == held.id.reference.lowercased() { return true }
        return held.isVouchedFor && asset.uppercased() == held.symbol.uppercased()
    }

    /// Says what has to be named, with the networks or the accounts that have the asset.
    private static func question(about found: [AccountSummary]) -> String {
        let networks = found.map(\.shownChain).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        if networks.count > 1 {
            return localized(
                "Several networks have this asset. Name one with --network: \(list(networks), as: "networks")")
        }
        let accounts = found.map { "“\(Quotation.own($0.name, limit: 64))” \($0.id.address)" }
        return localized(
            """
            Several accounts have this asset. Name the address of one with --account: \(list(accounts), as: "accounts")
            """)
    }

    /// The first ones, separated by commas.
    private static func list(_ texts: [String]) -> String {
        texts.prefix(mostListed).joined(separator: ", ") + (texts.count > mostListed ? ", …" : "")
    }

    private static let mostListed = 8
}

/// Accounts as a person names them.
public struct AccountReference: Codable, Hashable, Sendable {
    /// A chain ID, a name, or an identifier (CAIP-2); empty for any network.
    let network: String

    /// The address or the name of the account; empty for the one in use, or else another one whose keys are here.
    let account: String

    /// Names accounts; `nil` for any network, and for the account in use.
    public init(network: String? = nil, account: String? = nil) {
        (self.network, self.account) = (network ?? "", account ?? "")
    }

    /// Whether any account is meant.
    var isAny: Bool { network.isEmpty && account.isEmpty }

    /// The accounts that are meant; without a name, all.
    ///
    /// - Throws: An error that says whether the network or the account is unknown.
    func accounts(among accounts: [AccountSummary]) throws(WalletError) -> [AccountSummary] {
        let meant = accounts.filter(isMeant)
        guard meant.isEmpty, !isAny else { return meant }
        let isOnNetwork = accounts.contains(where: AccountReference(network: network).isMeant)
        throw WalletError(
            .failed,
            isOnNetwork
                ? localized("There is no such account. `drawbridge accounts` lists them.")
                : localized("The wallet has no account on this network. `drawbridge accounts` lists them."))
    }

    /// Whether the account and the network are those that are named.
    func isMeant(_ account: AccountSummary) -> Bool {
        // An address of Bitcoin Cash can have its prefix, which that of the account's ID has not.
        let address = account.id.address.lowercased()
        let prefix = account.id.utxoChain.flatMap { $0.ledger == .bitcoinCash ? $0.network.cashPrefix : nil }
        let addresses = [address] + (prefix.map { ["\($0):\(address)"] } ?? [])
        guard
            self.account.isEmpty || addresses.contains(self.account.lowercased()) || self.account == account.name
        else { return false }
        return isMeant(account.id.chain, named: account.isWellKnownChain ? account.chainName : "")
    }

    /// Whether the network is one of Bitcoin or Bitcoin Cash.
    package var isOfCoins: Bool { NetworkName(network).utxoChain != nil }

    /// Whether the network is the one that is named, or any; `name` is its name if that can be trusted, or empty.
    package func isMeant(_ chain: ChainID, named name: String) -> Bool {
        network.isEmpty || NetworkName(network).means(chain, named: name)
    }
}
