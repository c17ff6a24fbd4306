/// Who is asking, as the door vouches for it; never as a message claims.
public enum Peer: Hashable, Sendable {
    /// A document in a web view.
    case page(origin: Origin, document: DocumentID)

    /// The user, in the wallet's own window.
    case wallet

    /// Where the peer comes from: what grants and limits are kept by.
    public var origin: Origin {
        switch self {
        case .page(let origin, _): origin
        case .wallet: .wallet
        }
    }

    /// The document that asks, where a document does.
    public var document: DocumentID? {
        switch self {
        case .page(_, let document): document
        case .wallet: nil
        }
    }

    /// A document has one origin, so the document alone tells peers apart; equal are only those that are so in whole.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .page(_, let document): hasher.combine(document)
        case .wallet: hasher.combine(0)
        }
    }
}
