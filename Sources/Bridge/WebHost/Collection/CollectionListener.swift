public import Bridge

/// Handles the completion message of a form: the only message that its page can send, and only the first one counts.
@MainActor final class CollectionListener: Handler, Approver {
    /// A form sends few messages, but its completion message may have additional members, and must still be accepted.
    nonisolated let limits = {
        var limits = Limits()
        limits.inFlightPerDocument = 16
        limits.bodyBytes = 64 << 10
        limits.bytesInFlightPerDocument = 16 * (64 << 10)
        limits.depth = 8
        return limits
    }()

    var onEnding: (@MainActor (FormEnding) -> Void)?

    /// The result of the form, once there is one; it is final.
    private(set) var ending: FormEnding?

    private let origin: Origin

    init(origin: Origin) {
        self.origin = origin
    }

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        // Navigation was already checked; if the view shows another site anyway, that page cannot complete the form.
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

/// An event of a data-collection form.
public enum CollectionEvent: Hashable, Sendable {
    /// The form is being loaded.
    case loading

    /// The form can be filled in.
    case loaded

    /// The form could not be loaded, or has crashed: a message. ``CollectionView/retry()`` reloads it.
    case failed(String)

    /// A request of the form was refused: a message with at most the host of a URL.
    case blocked(String)

    /// The form is complete; there are no further events.
    case ended(FormEnding)
}
