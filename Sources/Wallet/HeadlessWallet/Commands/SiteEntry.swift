package import Bridge
package import EthereumWallet
import Messages
package import WalletConnect
package import WalletCore

/// A site, an app or a payment service that can ask the wallet.
package struct SiteEntry: Hashable {
    /// What it is.
    package enum Kind: Hashable {
        /// A web site.
        case site(Origin)

        /// An app that is connected by WalletConnect, by the topic of its session.
        case app(String)

        /// A payment service.
        case paymentService(Origin)
    }

    /// An address that it may see.
    package struct Seen: Hashable {
        /// The address; the name of its kind, if the wallet is locked and cannot tell the address.
        package let address: String

        /// The name of the account; `nil` if it is not known.
        package var name: String?

        /// Whether it sees the address while the active account is in use.
        package var isNow: Bool

        package init(address: String, name: String? = nil, isNow: Bool = true) {
            (self.address, self.name, self.isNow) = (address, name, isNow)
        }
    }

    package let kind: Kind

    /// Its name: an origin, or what an app says about itself.
    package let name: DisplayText

    /// The kinds of addresses of the active account that it may see.
    package var sees: [AddressKind] = []

    /// The addresses that it may see, of all accounts.
    package var addresses: [Seen] = []

    /// The network that a site is on, or the networks of an app.
    package var chain: String?

    /// When it used the wallet, as far as the wallet kept it.
    package var record: SiteRecord?

    /// Whether it is muted until the program ends.
    package var isMuted = false

    /// When the session of an app ends.
    package var end: String?

    /// Whether the links of a payment service open in the wallet.
    package var opensLinks = true

    /// The further origins of the forms of a payment service.
    package var forms: [String] = []

    /// Creates an entry of what only its name is known.
    package init(kind: Kind, name: DisplayText) { (self.kind, self.name) = (kind, name) }

    /// Whether a site may see addresses of other accounts than the active one only.
    package var isConnectedElsewhere: Bool { sees.isEmpty && !addresses.isEmpty }

    /// The ID among the choices.
    package var id: String {
        switch kind {
        case .site(let origin): "site:\(origin)"
        case .app(let topic): "app:\(topic)"
        case .paymentService(let origin): "payments:\(origin)"
        }
    }

    /// The origin of a site.
    package var origin: Origin? { if case .site(let origin) = kind { origin } else { nil } }

    /// The origin by which a site or an app is blocked and muted.
    package var ruled: Origin? {
        switch kind {
        case .site(let origin): origin
        case .app(let topic): .session(topic)
        case .paymentService: nil
        }
    }

    /// Whether it is a payment service.
    package var isPaymentService: Bool { if case .paymentService = kind { true } else { false } }

    /// What it may do, in a few words.
    package var state: String {
        if record?.isBlocked == true { return localized("Blocked") }
        if isMuted { return localized("Muted") }
        return switch kind {
        case .app: localized("WalletConnect")
        case .paymentService: opensLinks ? localized("Payment service") : localized("Payment links are not opened")
        case .site where !sees.isEmpty: localized("Connected")
        case .site where isConnectedElsewhere: localized("Connected to another account")
        case .site: localized("Not connected")
        }
    }
}

extension SiteEntry {
    /// The sites with permissions of any account, and those that used the wallet, as they are stored: a locked wallet
    /// knows the addresses of Ethereum, by which accounts are stored, and of the others the kind.
    package static func stored(
        _ grants: [String: [Origin: Set<AddressKind>]], _ records: [Origin: SiteRecord]
    ) -> [SiteEntry] {
        var seen: [Origin: Set<String>] = [:]
        for (account, sites) in grants {
            for (origin, kinds) in sites {
                for kind in kinds { seen[origin, default: []].insert(kind == .ethereum ? account : kind.name) }
            }
        }
        let origins = Set(seen.keys).union(records.keys).filter { !$0.isSession }
        return origins.sorted { $0.description < $1.description }.map { origin in
            var entry = SiteEntry(kind: .site(origin), name: .exact(origin.site))
            entry.addresses = (seen[origin] ?? []).sorted().map { Seen(address: $0) }
            entry.sees = entry.addresses.isEmpty ? [] : [.ethereum]
            entry.record = records[origin]
            return entry
        }
    }

    /// An app; what is kept about its session by the wallet's rules is in `records`.
    package init(_ session: SessionDetails, _ records: [Origin: SiteRecord], knownTo chains: [Chain]) {
        self.init(
            kind: .app(session.topic.description),
            name: .untrusted(SessionPeer(session).claim?.title ?? session.peer.url))
        var shown: Set<String> = []
        addresses = session.namespaces.accounts.map(\.address).filter { shown.insert($0.lowercased()).inserted }
            .map { Seen(address: $0) }
        chain = NameList.networks(session.namespaces.chains, knownTo: chains, most: 8).text
        let isBlocked = records[.session(session.topic.description)]?.isBlocked ?? false
        record = SiteRecord(since: session.created, lastUsed: session.lastUsed, isBlocked: isBlocked)
        end = session.endText
    }

    /// The payment service of `settings`.
    package init(_ settings: PaymentSettings) {
        let service = settings.service
        self.init(kind: .paymentService(service), name: .exact(service.site))
        opensLinks = settings.opensLinks
        forms = settings.forms
    }
}

extension SessionDetails {
    /// When it ends, for a person.
    package var endText: String {
        expiry == .max ? localized("when you disconnect it") : UTCTime.moment(expiry)
    }
}

extension ListedSite {
    /// What the terminal lists of an entry.
    package init(_ entry: SiteEntry) {
        var site =
            switch entry.kind {
            case .site: ListedSite(kind: "site", entry)
            case .app: ListedSite(kind: "walletConnect", entry)
            case .paymentService: ListedSite(kind: "paymentService", entry)
            }
        switch entry.kind {
        case .site(let origin): site.origin = origin.description
        case .app(let topic): (site.topic, site.claim) = (topic, entry.name.text)
        case .paymentService(let origin):
            site.origin = origin.description
            (site.opensLinks, site.forms) = (entry.opensLinks, entry.forms)
        }
        site.network = entry.chain
        if let record = entry.record { site.note(since: record.since, lastUsed: record.lastUsed) }
        self = site
    }

    private init(kind: String, _ entry: SiteEntry) {
        self.init(kind: kind, state: Self.state(of: entry), sees: entry.addresses.map(\.address))
    }

    private static func state(of entry: SiteEntry) -> String {
        if entry.record?.isBlocked == true { return "blocked" }
        if entry.isMuted { return "muted" }
        return switch entry.kind {
        case .site where entry.isConnectedElsewhere: "connectedToAnother"
        case .site: entry.sees.isEmpty ? "notConnected" : "connected"
        case .app: "connected"
        case .paymentService: entry.opensLinks ? "connected" : "linksNotOpened"
        }
    }
}
