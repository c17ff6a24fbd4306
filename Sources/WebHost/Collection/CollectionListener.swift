import Bridge

/// Hears how a form ends: the only thing that its page can say, and the first time counts.
@MainActor final class CollectionListener: Handler, Approver {
    /// A form says little, and seldom; but its end may come with other members, and must be heard all the same.
    nonisolated let limits = {
        var limits = Limits()
        limits.inFlightPerDocument = 16
        limits.bodyBytes = 64 << 10
        limits.bytesInFlightPerDocument = 16 * (64 << 10)
        limits.depth = 8
        return limits
    }()

    var onEnding: (@MainActor (FormEnding) -> Void)?

    /// How the form has ended, once it has; there is no way on from it.
    private(set) var ending: FormEnding?

    private let origin: Origin

    init(origin: Origin) {
        self.origin = origin
    }

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        // Where a view may go has been decided already; should it be elsewhere all the same, that page ends nothing.
        guard request.peer.origin == origin else { throw .unauthorized }
        guard let ending = FormEnding(rawValue: request.method) else { throw .unknownMethod(request.method) }
        if self.ending == nil {
            self.ending = ending
            onEnding?(ending)
        }
        return .null
    }

    /// Nobody is asked anything for a form.
    func decide(_ question: Question) async -> Decision { .rejected }
}
