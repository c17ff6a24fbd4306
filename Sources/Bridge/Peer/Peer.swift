/// The requester, as its channel authenticated it; never as a message claims.
public enum Peer: Hashable, Sendable {
    /// A document in a web view.
    case page(origin: Origin, document: DocumentID)

    /// A payment that the user runs in the wallet's own window.
    case payment(PaymentPeer)

    /// The user, in the wallet's own window.
    case wallet

    /// Where the peer comes from: what grants and limits are kept by.
    public var origin: Origin {
        switch self {
        case .page(let origin, _): origin
        case .payment(let payment): payment.origin
        case .wallet: .wallet
        }
    }

    /// The document that asks, where a document does.
    public var document: DocumentID? {
        switch self {
        case .page(_, let document): document
        case .payment, .wallet: nil
        }
    }

    /// The payment for which something is asked, where it is one.
    public var payment: PaymentPeer? {
        if case .payment(let payment) = self { payment } else { nil }
    }

    /// A document has one origin, so the document alone tells peers apart; equal are only those that are so in whole.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .page(_, let document): hasher.combine(document)
        case .payment(let payment): hasher.combine(payment.id)
        case .wallet: hasher.combine(0)
        }
    }
}
