/// Something that is sent to a page without a request (EIP-1193, section "Events"; and events of other programs).
public enum Event: Hashable, Sendable {
    /// The provider is connected to this chain, given by its ID as a hexadecimal quantity.
    case connect(chainID: String)

    /// The provider is not connected to any chain.
    case disconnect(RPCError)

    /// The site's chain changed to this one, given by its ID as a hexadecimal quantity.
    case chainChanged(String)

    /// The accounts that the site may see have changed to these.
    case accountsChanged([String])

    /// A message to subscribers: its type and its data.
    case message(type: String, data: JSON)

    /// A custom event of a program: its name and its data. Only the `invoke` dialect has these.
    case named(String, EncodedValue)

    /// The progress of a request, by its ``ReplyID/id``. Only the `invoke` dialect has this.
    ///
    /// It may be dropped if a page does not fetch its messages.
    case progress(of: JSON, EncodedValue)
}

/// The recipients of an event.
public enum Audience: Hashable, Sendable {
    /// Every document of an origin.
    case origin(Origin)

    /// One document.
    case document(DocumentID)

    /// Whether `peer` is among the recipients.
    public func contains(_ peer: Peer) -> Bool {
        switch self {
        case .origin(let origin): peer.origin == origin
        case .document(let document): peer.document == document
        }
    }
}

/// Distributes the wallet's events to the channels of the documents.
@MainActor public final class EventBus {
    private let listeners = Listeners<(Event, Audience)>()

    /// Creates a bus without listeners.
    public init() {}

    /// Sends an event to all documents of `origin`.
    public func announce(_ event: Event, to origin: Origin) {
        listeners.tell((event, .origin(origin)))
    }

    /// Sends an event to `document`.
    public func announce(_ event: Event, to document: DocumentID) {
        listeners.tell((event, .document(document)))
    }

    /// Calls `listener` for each event until the subscription is released.
    public func subscribe(_ listener: @escaping @MainActor (Event, Audience) -> Void) -> Subscription {
        listeners.subscribe { listener($0.0, $0.1) }
    }

    /// The subscription of a listener, for as long as it exists.
    public typealias Subscription = Listeners<(Event, Audience)>.Subscription
}
