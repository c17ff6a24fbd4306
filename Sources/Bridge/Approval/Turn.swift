/// A request's place in the lines that lead to the user.
///
/// Requests of one document are put to the user in the order in which they arrived, one at a time. A request may stand in
/// a second line as well, such as the one of all transactions of an account.
@MainActor public final class Turn {
    /// One line; those who stand in it come one after the other.
    enum Line: Hashable {
        case peer(Peer)
        case account(AccountID)
    }

    /// How waiting ended.
    enum Outcome {
        case come
        case cancelled
        case rejected
    }

    let peer: Peer
    let lines: [Line]
    var continuation: CheckedContinuation<Outcome, Never>?
    private var onEnd: (@MainActor (Turn) -> Void)?

    init(_ peer: Peer, account: AccountID?, onEnd: @escaping @MainActor (Turn) -> Void) {
        self.peer = peer
        lines = [.peer(peer)] + (account.map { [.account($0)] } ?? [])
        self.onEnd = onEnd
    }

    /// Lets the next in line come; only the first call counts.
    public func end() {
        onEnd?(self)
        onEnd = nil
    }

    func resume(_ outcome: Outcome) {
        continuation?.resume(returning: outcome)
        continuation = nil
    }
}
