/// The place of a request in the queues for the user.
///
/// The requests of one document are shown to the user one at a time, in order of arrival. A request can also be in a
/// second queue, such as the one for all transactions of an account.
@MainActor public final class QueuePosition {
    /// A queue, which is handled in order.
    enum Queue: Hashable {
        case peer(Peer)
        case account(AccountID)
    }

    /// How the wait ended.
    enum Outcome {
        case come
        case cancelled
        case rejected
    }

    let peer: Peer
    let request: Request.ID
    let queues: [Queue]
    var continuation: CheckedContinuation<Outcome, Never>?
    private var onEnd: (@MainActor (QueuePosition) -> Void)?

    init(_ request: Request, account: AccountID?, onEnd: @escaping @MainActor (QueuePosition) -> Void) {
        peer = request.peer
        self.request = request.id
        queues = [.peer(peer)] + (account.map { [.account($0)] } ?? [])
        self.onEnd = onEnd
    }

    /// Makes way for the next request in the queue; only the first call counts.
    public func end() {
        onEnd?(self)
        onEnd = nil
    }

    func resume(_ outcome: Outcome) {
        continuation?.resume(returning: outcome)
        continuation = nil
    }
}
