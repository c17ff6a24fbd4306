/// The requester, as its channel authenticated it; never as a message claims.
public enum Peer: Hashable, Sendable {
    /// A document in a web view.
    case page(origin: Origin, document: DocumentID)

    /// A payment that the user runs in the wallet's own window.
    case payment(PaymentPeer)

    /// An app that uses the wallet through a WalletConnect session.
    case session(SessionPeer)

    /// The user, in the wallet's own window.
    case wallet

    /// The origin of the peer, by which grants and limits are stored.
    ///
    /// That of a session contains its topic and is not the origin of any page.
    public var origin: Origin {
        switch self {
        case .page(let origin, _): origin
        case .payment(let payment): payment.origin
        case .session(let session): .session(session.topic)
        case .wallet: .wallet
        }
    }

    /// The document that sends the request, if it is one.
    public var document: DocumentID? {
        switch self {
        case .page(_, let document): document
        case .payment, .session, .wallet: nil
        }
    }

    /// The payment of the request, if it is one.
    public var payment: PaymentPeer? {
        if case .payment(let payment) = self { payment } else { nil }
    }

    /// The session of the request, if it is one.
    public var session: SessionPeer? {
        if case .session(let session) = self { session } else { nil }
    }

    /// The wallet's own ID for its actions for the request, by which it finds a transaction after a restart.
    package var purpose: String? { payment?.purpose ?? session?.purpose }

    /// Whether it asks on its own, as pages and sessions do: then questions are limited, and all of them can be
    /// rejected at once.
    package var asksUnprompted: Bool {
        switch self {
        case .page, .session: true
        case .payment, .wallet: false
        }
    }

    /// The peer in sentences of the wallet: the site of a page or a payment service, or the quoted name of an app.
    package var siteName: String { session?.quotedName ?? origin.site }

    /// The web site behind the peer; for a session, the one that the app names, if any.
    package var webSite: Origin? {
        switch self {
        case .page(let origin, _): origin
        case .payment(let payment): payment.origin
        case .session(let session): session.site
        case .wallet: nil
        }
    }

    /// The web site behind the peer, if it is known; what the app of a session says about itself does not count.
    package var knownSite: Origin? {
        if let session, session.verification != .verified { return nil }
        return webSite
    }

    /// A document has one origin, so the document alone identifies a peer; peers are equal only if all of their parts
    /// are.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .page(_, let document): hasher.combine(document)
        case .payment(let payment): hasher.combine(payment.id)
        case .session(let session): hasher.combine(session)
        case .wallet: hasher.combine(0)
        }
    }
}
