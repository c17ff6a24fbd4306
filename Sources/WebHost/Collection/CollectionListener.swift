public import Bridge

/// Hears how a form ends: the only thing that its page can say, and the first time counts.
@MainActor final class CollectionListener: Handler, Approver {
    /// A form sends few messages; but its completion may have other members, and must still be accepted.
    nonisolated let limits = {
        var limits = Limits()
        limits.inFlightPerDocument = 16
        limits.bodyBytes = 64 << 10
        limits.bytesInFlightPerDocument = 16 * (64 << 10)
        limits.depth = 8
        return limits
    }()

    var onEnding: (@MainActor (FormEnding) -> Void)?

    /// How the form has ended, once it has; this is final.
    private(set) var ending: FormEnding?

    private let origin: Origin

    init(origin: Origin) {
        self.origin = origin
    }

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        // Navigation was already checked; if the view is elsewhere anyway, that page cannot end the form.
        guard request.peer.origin == origin else { throw .unauthorized }
        guard let ending = FormEnding(rawValue: request.method) else { throw .unknownMethod(request.method) }
        if self.ending == nil {
            self.ending = ending
            onEnding?(ending)
        }
        return .null
    }

    /// A form cannot ask the user anything.
    func decide(_ question: PendingApproval) async -> Decision { .rejected }
}

/// What happens to a data-collection form.
public enum CollectionEvent: Hashable, Sendable {
    /// The form is being loaded.
    case loading

    /// The form can be filled in.
    case loaded

    /// The form could not be loaded, or has crashed: a message. ``CollectionView/retry()`` starts again.
    case failed(String)

    /// The form wanted something that was refused: a sentence that names no more of an address than its host.
    case blocked(String)

    /// The form has ended; nothing follows.
    case ended(FormEnding)
}
