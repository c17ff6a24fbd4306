import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import WalletConnect
import WalletCore
import WalletMethods
import WalletUI

/// Everything that can ask the wallet, for the window and the terminal.
@MainActor struct SiteList {
    let services: WalletServices
    let sessions: [SessionDetails]

    /// The settings of the payment service; `nil` if there is none.
    let payments: PaymentSettings?

    /// The sites by their names, then the apps, then the payment service.
    var entries: [SiteEntry] {
        let isOpen = services.activeAccount.isOpen && !services.gate.isLocked
        return (isOpen ? sites : lockedSites) + apps + [payments.map { SiteEntry($0) }].compactMap(\.self)
    }

    private var sites: [SiteEntry] {
        let used = services.siteRules.records.keys.filter { !$0.isSession }
        let origins = services.sites.connectedSites.union(used)
        return origins.sorted { $0.description < $1.description }.map { origin in
            var entry = SiteEntry(kind: .site(origin), name: .exact(origin.site))
            let shares = services.sites.shares(with: origin)
            let active = shares.first { $0.isActive }
            entry.sees = active?.kinds ?? []
            // Pages see other accounts in addition to the active one only on Ethereum.
            let seesOthers = entry.sees.contains(.ethereum)
            entry.addresses = shares.flatMap { share in
                zip(share.kinds, share.addresses).map { kind, address in
                    SiteEntry.Seen(
                        address: address.isEmpty ? kind.name : address, name: share.account.name,
                        isNow: share.isActive || kind == .ethereum && seesOthers)
                }
            }
            return ruled(entry)
        }
    }

    /// A locked wallet lists the permissions of all accounts.
    private var lockedSites: [SiteEntry] {
        SiteEntry.stored(services.grants.everything, services.siteRules.records).map(ruled)
    }

    /// A site with what the rules say about it.
    private func ruled(_ entry: SiteEntry) -> SiteEntry {
        guard let origin = entry.origin else { return entry }
        var entry = entry
        entry.record = services.siteRules.records[origin]
        entry.isMuted = services.siteRules.isMuted(origin)
        if entry.sees.contains(.ethereum) || entry.record?.chain != nil {
            let chain = services.chains.chain(of: origin)
            entry.chain = chain.isWellKnown ? chain.name : Quotation.of(chain.name, limit: 64)
        }
        return entry
    }

    private var apps: [SiteEntry] {
        sessions.map { session in
            var entry = SiteEntry(session, services.siteRules.records, knownTo: services.chains.chains)
            entry.isMuted = entry.ruled.map(services.siteRules.isMuted) ?? false
            return entry
        }
    }
}
