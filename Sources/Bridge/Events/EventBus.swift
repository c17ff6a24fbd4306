/// Something that the wallet tells a site unasked (EIP-1193, section "Events").
public enum Event: Hashable, Sendable {
    /// The provider can serve requests to this chain: its id as a hexadecimal quantity.
    case connect(chainID: String)

    /// The provider can serve no chain any more.
    case disconnect(RPCError)

    /// The site's chain is now this one: its id as a hexadecimal quantity.
    case chainChanged(String)

    /// The accounts that the site may see are now these.
    case accountsChanged([String])

    /// A message to subscribers: its type and its data.
    case message(type: String, data: JSON)
}

/// For whom an event is.
public enum Audience: Hashable, Sendable {
    /// Every document of an origin.
    case origin(Origin)

    /// One document.
    case document(DocumentID)

    /// Whether `peer` is meant.
    public func contains(_ peer: Peer) -> Bool {
        switch self {
        case .origin(let origin): peer.origin == origin
        case .document(let document): peer.document == document
        }
    }
}

/// Where the wallet announces events, and doors listen for those of their documents.
@MainActor public final class EventBus {
    private var listeners: [Int: @MainActor (Event, Audience) -> Void] = [:]
    private var last = 0

    /// Creates an announcer without listeners.
    public init() {}

    /// Tells every listener what happened for `origin`.
    public func announce(_ event: Event, to origin: Origin) {
        for listener in listeners.values { listener(event, .origin(origin)) }
    }

    /// Tells every listener what `document` wanted to hear of.
    public func announce(_ event: Event, to document: DocumentID) {
        for listener in listeners.values { listener(event, .document(document)) }
    }

    /// Calls `listener` for each announcement until the subscription is released.
    public func subscribe(_ listener: @escaping @MainActor (Event, Audience) -> Void) -> Subscription {
        last += 1
        listeners[last] = listener
        return Subscription(key: last, eventBus: self)
    }

    /// Listens as long as it lives.
    @MainActor public final class Subscription {
        private let key: Int
        private weak var eventBus: EventBus?

        fileprivate init(key: Int, eventBus: EventBus) {
            self.key = key
            self.eventBus = eventBus
        }

        isolated deinit {
            eventBus?.listeners[key] = nil
        }
    }
}
