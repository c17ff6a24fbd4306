/// The listeners of an event: each gets every event, in the order in which they were added.
@MainActor public final class Listeners<Event> {
    private var bodies: [(key: Int, body: @MainActor (Event) -> Void)] = []
    private var last = 0

    /// Creates an event without listeners.
    nonisolated public init() {}

    /// Whether there are no listeners, so that an event need not be made.
    public var isEmpty: Bool { bodies.isEmpty }

    /// Calls `body` for each event from now on.
    public func add(_ body: @escaping @MainActor (Event) -> Void) {
        last += 1
        bodies.append((last, body))
    }

    /// Calls `body` for each event until the subscription is released.
    public func subscribe(_ body: @escaping @MainActor (Event) -> Void) -> Subscription {
        add(body)
        return Subscription(key: last, listeners: self)
    }

    /// Passes an event to all listeners.
    package func tell(_ event: Event) {
        for (_, body) in bodies { body(event) }
    }

    /// The subscription of a listener, for as long as this object exists.
    @MainActor public final class Subscription {
        private let key: Int
        private weak var listeners: Listeners?

        fileprivate init(key: Int, listeners: Listeners) {
            self.key = key
            self.listeners = listeners
        }

        isolated deinit {
            let key = key
            listeners?.bodies.removeAll { $0.key == key }
        }
    }
}

extension Listeners where Event == Void {
    /// Passes the event to all listeners.
    package func tell() { tell(()) }
}
