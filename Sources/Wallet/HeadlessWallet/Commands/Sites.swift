package import Bridge
import EthereumWallet
import Messages
import Store
import WalletCore
import WalletMethods

/// A site, an app or a payment service that can ask the wallet.
package struct ListedSite: Codable, Hashable, Sendable {
    package let state: String
    package let sees: [String]

    /// `site`, `walletConnect` or `paymentService`.
    package let kind: String

    package var origin: String?

    /// The topic of an app's session, and what the app says that it is.
    package var topic: String?
    package var claim: String?

    /// Whether the links of a payment service open in the wallet, and the further origins of its forms.
    package var opensLinks: Bool?
    package var forms: [String]?

    package var network: String?
    package var since: String?
    package var lastUsed: String?

    package init(kind: String, state: String, sees: [String]) {
        (self.kind, self.state, self.sees) = (kind, state, sees)
    }

    /// Says when it first and last used the wallet, in seconds since 1970.
    package mutating func note(since: Int64, lastUsed: Int64) {
        (self.since, self.lastUsed) = (UTCTime.text(since), UTCTime.text(lastUsed))
    }

    /// The origin by which it is blocked and muted; `nil` for a payment service.
    var ruled: Origin? {
        kind == "site" ? origin.flatMap { try? Origin(stored: $0) } : topic.map { .session($0) }
    }
}

/// Everything that can ask the wallet.
package struct ListSites: StoredCommand {
    package static let name = "sites"

    // What a site was given can be revoked at any time.
    package static let needsKeys = false

    package init() {}

    package func run(in wallet: Wallet) async throws(WalletError) -> [ListedSite] { wallet.host?.sites ?? [] }

    /// The sites, the apps and the payment service, of all accounts.
    package func run(in wallet: StoredWallet) async throws -> [ListedSite] {
        let (store, settings) = (wallet.store, try wallet.settings.read())
        let (chains, records) = (settings.allChains, try store.sites.load().sites)
        let sites = SiteEntry.stored(try store.grants.load().kinds, records).map { entry in
            var entry = entry
            entry.chain = entry.record?.chain.flatMap { id in chains.first { $0.id == id } }?.words.text
            return entry
        }
        let apps = try await store.sessions().map { SiteEntry($0, records, knownTo: chains) }
        return (sites + apps + [SiteEntry(settings.payments)]).map(ListedSite.init)
    }
}

/// Changes what a site or an app may do; a locked wallet can do everything but choose accounts.
package struct ChangeSite: StoredCommand {
    /// What is changed.
    package enum Change: Hashable, Codable, Sendable {
        case revoke, forget
        case block(Bool)

        /// Whether its requests are rejected until all windows of the wallet are closed.
        case mute(Bool)

        /// The network that it is on, by its chain ID or its name.
        case network(String)

        /// The addresses that it sees on EVM chains.
        case accounts([String])
    }

    package static let name = "site"
    package static let needsKeys = false

    /// The origin of a site, or that of an app, `walletconnect://TOPIC`.
    let origin: String

    let change: Change

    package init(_ origin: Origin, _ change: Change) { (self.origin, self.change) = (origin.description, change) }

    package func run(in wallet: Wallet) async throws(WalletError) -> Changed<ListedSite> {
        let (services, host) = (wallet.services, wallet.host)
        guard let origin = try? Origin(stored: origin), let before = host?.sites.first(where: { $0.ruled == origin })
        else { throw Self.noSite }
        switch change {
        case .revoke: try await WalletError.of { () throws(RPCError) in try await services.sites.disconnect(origin) }
        case .forget: try await WalletError.of { () throws(RPCError) in try await services.forget(origin) }
        case .block(let isBlocked):
            try await WalletError.of { () throws(RPCError) in try await services.block(origin, isBlocked) }
        case .mute(let isMuted):
            try await WalletError.of { () throws(RPCError) in try await services.siteRules.mute(origin, isMuted) }
        case .network(let wanted):
            let chain = try services.chains.named(origin.isSession ? "" : wanted)
            try await WalletError.of { () throws(RPCError) in try await services.chains.choose(chain, for: origin) }
        case .accounts(let addresses):
            guard !wallet.isLocked else { throw Wallet.locked }
            let wanted = Set(addresses.map { $0.lowercased() })
            let own = services.activeAccount.ethereumAddresses.map(\.address)
            let chosen = own.filter { wanted.contains($0.lowercased()) }
            guard chosen.count == wanted.count, !origin.isSession else {
                throw WalletError(.failed, localized("The wallet has no account with this address."))
            }
            try await WalletError.of { () throws(RPCError) in
                try await services.sites.connect(origin, to: Set(chosen))
            }
        }
        host?.refreshSites()
        return .now(host?.sites.first { $0.ruled == origin } ?? before)
    }

    package func run(in wallet: StoredWallet) async throws -> Changed<ListedSite> {
        let store = wallet.store
        let (grants, rules) = (try Grants(keptBy: store.grants), try SiteRules(keptBy: store.sites))
        guard let origin = try? Origin(stored: origin),
            origin.isSession || rules.records[origin] != nil || grants.everySite.contains(origin)
        else { throw Self.noSite }
        let now = WalletClock.systemTime()
        switch change {
        case .revoke, .forget:
            try await Self.storing { () throws(RPCError) in
                let kept = await RPCError.thrown { () throws(RPCError) in
                    if !origin.isSession { try await grants.revokeEverything(from: origin) }
                }
                if change == .forget { try await rules.forget(origin) }
                if let kept { throw kept }
            }
        case .block(let isBlocked):
            try await Self.storing { () throws(RPCError) in try await rules.block(origin, isBlocked, at: now) }
        case .mute:
            throw WalletError(
                .failed, localized("A site can be muted only while the wallet’s window is open. Block it instead."))
        case .network(let wanted):
            let chain = try wallet.chains().named(origin.isSession ? "" : wanted)
            try await Self.storing { () throws(RPCError) in try await rules.move(origin, to: chain.id, at: now) }
        case .accounts: throw Wallet.locked
        }
        return .stored
    }

    /// Makes a change that ends with this program if it cannot be stored.
    package static func storing(_ change: () async throws(RPCError) -> Void) async throws(WalletError) {
        do throws(RPCError) {
            try await change()
        } catch {
            throw WalletError(localized("The change could not be saved."))
        }
    }

    /// That there is no such site.
    package static var noSite: WalletError {
        WalletError(.failed, localized("There is no such site. `drawbridge sites` lists them."))
    }
}
