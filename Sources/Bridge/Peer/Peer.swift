/// The requester, as its channel authenticated it; never as a message claims.
public enum Peer: Hashable, Sendable {
    /// A document in a web view.
    case page(origin: Origin, document: DocumentID)

    /// A payment that the user runs in the wallet's own window.
    case payment(PaymentPeer)

    /// The user, in the wallet's own window.
    case wallet

    /// The origin of the peer, by which grants and limits are stored.
    public var origin: Origin {
        switch self {
        case .page(let origin, _): origin
        case .payment(let payment): payment.origin
        case .wallet: .wallet
        }
    }

    /// The document that sends the request, if it is one.
    public var document: DocumentID? {
        switch self {
        case .page(_, let document): document
        case .payment, .wallet: nil
        }
    }

    /// The payment of the request, if it is one.
    public var payment: PaymentPeer? {
        if case .payment(let payment) = self { payment } else { nil }
    }

    /// A document has one origin, so the document alone identifies a peer; peers are equal only if all of their parts
    /// are.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .page(_, let document): hasher.combine(document)
        case .payment(let payment): hasher.combine(payment.id)
        case .wallet: hasher.combine(0)
        }
    }
}
