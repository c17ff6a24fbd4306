/// Where the wallet announces events, and doors listen for those of their origins.
@MainActor public final class Announcer {
    private var listeners: [Int: @MainActor (Event, Origin) -> Void] = [:]
    private var last = 0

    /// Creates an announcer nobody listens to yet.
    public init() {}

    /// Tells every listener what happened for `origin`.
    public func announce(_ event: Event, to origin: Origin) {
        for listener in listeners.values { listener(event, origin) }
    }

    /// Calls `listener` for each announcement until the subscription is released.
    public func subscribe(_ listener: @escaping @MainActor (Event, Origin) -> Void) -> Subscription {
        last += 1
        listeners[last] = listener
        return Subscription(key: last, announcer: self)
    }

    /// Listens as long as it lives.
    @MainActor public final class Subscription {
        private let key: Int
        private weak var announcer: Announcer?

        fileprivate init(key: Int, announcer: Announcer) {
            self.key = key
            self.announcer = announcer
        }

        isolated deinit {
            announcer?.listeners[key] = nil
        }
    }
}
