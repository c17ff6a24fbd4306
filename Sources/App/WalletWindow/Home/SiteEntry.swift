import Bridge
import HeadlessWallet
import Messages
import WalletConnect
import WalletCore

/// A site, an app or a payment service that can ask the wallet.
struct SiteEntry: Hashable {
    /// What it is.
    enum Kind: Hashable {
        /// A web site.
        case site(Origin)

        /// An app that is connected by WalletConnect, by the topic of its session.
        case app(String)

        /// A payment service.
        case paymentService(Origin)
    }

    /// An address that it may see.
    struct Seen: Hashable {
        /// The address; the name of its kind, if the wallet is locked and cannot tell the address.
        let address: String

        /// The name of the account; `nil` if it is not known.
        var name: String?

        /// Whether it sees the address while the active account is in use.
        var isNow = true
    }

    let kind: Kind

    /// Its name: an origin, or what an app says about itself.
    let name: DisplayText

    /// The kinds of addresses of the active account that it may see.
    var sees: [AddressKind] = []

    /// The addresses that it may see, of all accounts.
    var addresses: [Seen] = []

    /// The network that a site is on, or the networks of an app.
    var chain: String?

    /// When it used the wallet, as far as the wallet kept it.
    var record: SiteRecord?

    /// Whether it is muted until the program ends.
    var isMuted = false

    /// When the session of an app ends.
    var end: String?

    /// Whether the links of a payment service open in the wallet.
    var opensLinks = true

    /// The further origins of the forms of a payment service.
    var forms: [String] = []

    /// Whether a site may see addresses of other accounts than the active one only.
    var isConnectedElsewhere: Bool { sees.isEmpty && !addresses.isEmpty }

    /// The ID among the choices.
    var id: String {
        switch kind {
        case .site(let origin): "site:\(origin)"
        case .app(let topic): "app:\(topic)"
        case .paymentService(let origin): "payments:\(origin)"
        }
    }

    /// The origin of a site.
    var origin: Origin? { if case .site(let origin) = kind { origin } else { nil } }

    /// The origin by which a site or an app is blocked and muted.
    var ruled: Origin? {
        switch kind {
        case .site(let origin): origin
        case .app(let topic): .session(topic)
        case .paymentService: nil
        }
    }

    /// Whether it is a payment service.
    var isPaymentService: Bool { if case .paymentService = kind { true } else { false } }

    /// What it may do, in a few words.
    var state: String {
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
    static func stored(
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
    init(_ session: SessionDetails, _ records: [Origin: SiteRecord], networks: String) {
        self.init(
            kind: .app(session.topic.description),
            name: .untrusted(SessionPeer(session).claim?.title ?? session.peer.url))
        var shown: Set<String> = []
        addresses = session.namespaces.accounts.map(\.address).filter { shown.insert($0.lowercased()).inserted }
            .map { Seen(address: $0) }
        chain = networks
        let isBlocked = records[.session(session.topic.description)]?.isBlocked ?? false
        record = SiteRecord(since: session.created, lastUsed: session.lastUsed, isBlocked: isBlocked)
        end = SessionText.end(session)
    }

    /// The payment service of `settings`.
    init(_ settings: PaymentSettings) {
        let service = PaymentSetup.service(settings)
        self.init(kind: .paymentService(service), name: .exact(service.site))
        opensLinks = settings.opensLinks
        forms = settings.forms
    }
}
