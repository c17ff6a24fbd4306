public import Bridge

/// One attempt to take a payment with SumUp's app, from its first journal entry until its outcome is known.
///
/// Each new try is a new attempt with new IDs, because an ID may not be usable again after a timeout.
public struct SumUpAttempt: Hashable, Sendable {
    /// The secret in the callback address: 32 hexadecimal digits.
    public let secret: String

    /// The request as it is sent, with this program's callback address and with an ID.
    public let request: SumUpRequest

    /// The page that requested it, with its request; `nil` if the user started it.
    public let requester: RequestingPage?

    /// When it was begun, in seconds since 1970.
    public let begun: Int64

    /// When it times out, in seconds since 1970.
    public let deadline: Int64

    /// The state.
    public internal(set) var state = State.started

    /// When it entered this state, in seconds since 1970.
    public internal(set) var changed: Int64

    /// A page that requested a payment.
    public struct RequestingPage: Hashable, Sendable {
        /// The page.
        public let page: Origin

        /// Its request, with its own callback addresses.
        public let request: SumUpRequest

        /// Creates a requester.
        public init(page: Origin, request: SumUpRequest) {
            (self.page, self.request) = (page, request)
        }
    }

    /// Creates an attempt from its stored values.
    public init(
        secret: String, request: SumUpRequest, requester: RequestingPage?, begun: Int64, deadline: Int64, state: State,
        changed: Int64
    ) {
        self.secret = secret
        self.request = request
        self.requester = requester
        self.begun = begun
        self.deadline = deadline
        self.state = state
        self.changed = changed
    }

    /// The payment's ID, which the response contains.
    public var foreignID: String { request.foreignID ?? "" }

    /// Whether it can be a new payment in addition to those with its name: a name of the user is used only once, and a
    /// name of a page again only if its earlier payments with that name were not paid.
    public func hasFreeName(among named: [SumUpAttempt]) -> Bool {
        named.allSatisfy { other in
            guard let page = requester?.page else { return false }
            return other.requester?.page != page || other.state.isNotPaid
        }
    }

    /// Whether the user no longer waits; a late response is still possible.
    public var isOver: Bool {
        !state.isAwaitingAnswer || state == .timedOut
    }

    /// Whether a late response can still be the first to report that it was paid.
    var canStillBePaid: Bool {
        switch state {
        case .started, .waiting, .timedOut, .abandoned, .unclear, .failed, .resolved(.notPaid): true
        case .succeededUnverified, .mismatch, .resolved(.verified), .resolved(.paidByHand): false
        }
    }

    /// The time until it times out; `nil` if that changes nothing.
    func timeToDeadline(at now: Int64) -> Duration? {
        guard !isOver else { return nil }
        let (left, isTooMuch) = deadline.subtractingReportingOverflow(now)
        return isTooMuch ? nil : .seconds(max(left, 0))
    }

    /// The page's own address with the response; `nil` if there is no response, or no page to inform.
    public var pageAddress: String? {
        SumUpAnswer(keptIn: state).flatMap { pageAddress(for: $0) }
    }

    /// The page's address for the response, which must have the page's own origin.
    ///
    /// - Returns: `nil` if no page requested the payment, if it gave no such address for a response of this kind, or if
    ///   the response does not say how the payment ended: a page would treat anything but a success as a failure, and
    ///   request the payment again.
    public func pageAddress(for answer: SumUpAnswer) -> String? {
        guard let requester, answer.status != .unknown else { return nil }
        let returns = requester.request.returns
        let address = (answer.status == .success ? returns.success : returns.failure) ?? returns.either
        guard let address, address.origin == requester.page else { return nil }
        return answer.link(to: address, foreignID: requester.request.foreignID)
    }
}
