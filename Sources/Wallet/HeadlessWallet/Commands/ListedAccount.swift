import BigInt
import Bridge
import Store
package import WalletCore
import WalletMethods

/// An account with its balances, as commands list it; amounts are decimal text, times are in UTC (RFC 3339).
public struct ListedAccount: Codable, Hashable, Sendable {
    /// The network (CAIP-2).
    public let chain: String

    /// The name of the network.
    public let network: String

    /// The first address.
    public let address: String

    /// The user’s name for it.
    public let name: String

    /// Whether its coins have no value.
    public let test: Bool

    /// Whether its keys are in another wallet.
    public let watchOnly: Bool

    /// Whether a hardware wallet signs for it.
    public let onDevice: Bool

    /// What it holds, its coin first.
    public let balances: [ListedBalance]

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
public struct ListedBalance: Codable, Hashable, Sendable {
    /// What another server says.
    public struct Claim: Codable, Hashable, Sendable {
        /// The server.
        public let source: String

        /// The amount.
        public let amount: String
    }

    /// The asset (CAIP-19).
    public let asset: String

    /// The symbol, which anyone can choose unless the asset is known.
    public let symbol: String

    /// The number of decimals.
    public let decimals: Int

    /// Whether the wallet vouches for the symbol.
    public let known: Bool

    /// `earlier`, `asking`, `current`, `offline`, `incomplete`, `noServer` or `disagreement`.
    public let state: String

    /// The number of items of a collection.
    public let items: Int?

    /// How much of it is in items.
    public let inItems: String?

    /// The amount.
    public let amount: String?

    /// The amount in the smallest unit.
    public let units: String?

    /// How much of it is not confirmed.
    public let unconfirmed: String?

    /// How much of it cannot be spent now.
    public let unavailable: String?

    /// Whether it comes from one server that nothing has checked.
    public let unchecked: Bool?

    /// When a server said it.
    public let time: String?

    /// The server.
    public let source: String?

    /// The site that set the node which said it.
    public let nodeSite: String?

    /// What other servers say, if they disagree.
    public let others: [Claim]?

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
public struct Balance: StoredCommand {
    /// The name on the socket.
    public static let name = "balance"

    /// Whether the servers are asked first.
    let refresh: Bool

    /// Asks for the balances, after the servers were asked if `refresh` says so.
    public init(refresh: Bool = false) { self.refresh = refresh }

    /// Lists the accounts.
    public func run(in wallet: Wallet) async throws(WalletError) -> [ListedAccount] {
        if refresh { await wallet.holdings.refresh() }
        return wallet.holdings.accounts.map(ListedAccount.init)
    }

    package func run(in store: StoredWallet) async throws -> [ListedAccount] {
        try await store.store.balances.load().map(ListedAccount.init)
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
