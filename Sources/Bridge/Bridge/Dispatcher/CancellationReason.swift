/// Why requests end without a result.
public enum CancellationReason: String, Sendable {
    /// The document was replaced by another.
    case navigated = "The page was unloaded before the request was answered; nothing was done."

    /// The view was closed.
    case closed = "The window was closed before the request was answered; nothing was done."

    /// The page did not fetch its messages.
    case overrun = "The page did not receive its answers, so its connection was closed."

    /// The page's side closed the connection, although its document is still shown.
    case disconnected = "The page's connection ended before the request was answered; nothing was done."

    /// The web process crashed.
    case crashed = "The page crashed before the request was answered; nothing was done."

    /// The wallet was locked.
    case locked = "The wallet was locked before the request was answered; nothing was done."

    /// The user switched to another account.
    case switched = "The account was changed before the request was answered; nothing was done."

    /// The page cancelled the request.
    case aborted = "The page cancelled the request; nothing was done."

    /// The request of a session expired, or the session ended.
    case withdrawn = "The request was withdrawn before it was answered; nothing was done."

    var error: RPCError {
        RPCError(self == .locked ? .locked : .gone, rawValue)
    }

    /// Whether it also ends a request that was already signed or sent: its document can no longer receive the response.
    var endsCommitted: Bool {
        switch self {
        case .navigated, .closed, .overrun, .disconnected, .crashed: true
        case .locked, .switched, .aborted, .withdrawn: false
        }
    }

    /// Why a request ended although its result was already signed or sent.
    static let committed = RPCError(
        .gone, "The page was gone before the request was answered. It was signed and may have been sent.")
}
