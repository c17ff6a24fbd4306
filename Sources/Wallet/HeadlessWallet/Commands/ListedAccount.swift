import BigInt
import Bridge
import Store
package import WalletCore
import WalletMethods

/// An account with its balances, as commands list it; amounts are decimal text, times are in UTC (RFC 3339).
package struct ListedAccount: Codable, Hashable, Sendable {
    package let chain: String
    package let network: String
    package let address: String
    package let name: String
    package let test: Bool
    package let watchOnly: Bool
    package let onDevice: Bool
    package let balances: [ListedBalance]

    package init(_ account: AccountSummary) {
        chain = account.id.chain.description
        network = account.chainName
        address = account.id.address
        name = account.name
        test = account.isTest
        watchOnly = account.isWatchOnly
        onDevice = account.isOnDevice
        balances = account.balances.map(ListedBalance.init)
    }
}

/// What an account holds of one asset.
package struct ListedBalance: Codable, Hashable, Sendable {
    /// What another server says.
    package struct Claim: Codable, Hashable, Sendable {
        let source: String
        let amount: String
    }

    package let asset: String
    package let symbol: String
    package let decimals: Int
    package let known: Bool
    package let state: String
    package let items: Int?
    package let inItems: String?
    package let amount: String?
    package let units: String?
    package let unconfirmed: String?
    package let unavailable: String?
    package let unchecked: Bool?
    package let time: String?
    package let source: String?
    package let nodeSite: String?
    package let others: [Claim]?

    init(_ balance: AssetBalance) {
        let held = balance.asset
        let positive = { (units: BigUInt) in units > 0 ? held.number(units) : nil }
        asset = held.id.description
        symbol = held.symbol
        decimals = held.decimals
        known = held.isVouchedFor
        state = Self.name(of: balance.state)
        items = balance.items > 0 ? balance.items : nil
        inItems = positive(balance.inItems)
        amount = balance.units.map(held.number)
        units = balance.units.map { String($0) }
        unconfirmed = positive(balance.unconfirmed)
        unavailable = positive(balance.unavailable)
        unchecked = balance.isUnchecked ? true : nil
        time = balance.at.map(UTCTime.text)
        source = balance.source
        nodeSite = balance.nodeSite
        if case .disagreement(let claims) = balance.state {
            others = claims.map { Claim(source: $0.source, amount: held.number($0.units)) }
        } else {
            others = nil
        }
    }

    private static func name(of state: AssetBalance.State) -> String {
        switch state {
        case .earlier: "earlier"
        case .asking: "asking"
        case .current: "current"
        case .offline: "offline"
        case .incomplete: "incomplete"
        case .noServer: "noServer"
        case .disagreement: "disagreement"
        }
    }
}

/// What the accounts hold.
package struct Balance: StoredCommand {
    package static let name = "balance"

    /// Whether the servers are asked first.
    let refresh: Bool

    package init(refresh: Bool = false) { self.refresh = refresh }

    package func run(in wallet: Wallet) async throws(WalletError) -> [ListedAccount] {
        if refresh { await wallet.holdings.refresh() }
        return wallet.holdings.accounts.map(ListedAccount.init)
    }

    package func run(in store: StoredWallet) async throws -> [ListedAccount] {
        try await store.store.figures.load().map(ListedAccount.init)
    }
}

/// Lets the wallet take over the settings that another process has changed, which a locked wallet does, too.
package struct ReloadSettings: WalletCommand {
    package static let name = "reload"
    package static let needsKeys = false

    package init() {}

    package func run(in wallet: Wallet) async throws(WalletError) -> Done {
        await wallet.host?.reload()
        return Done()
    }
}
