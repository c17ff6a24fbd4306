public import Bridge

/// One attempt to take a payment with SumUp's app, from its first journal entry until its outcome is known.
///
/// A new try is a new attempt with new names: a name may not be usable again after a timeout.
public struct SumUpAttempt: Hashable, Sendable {
    /// The secret that is in the address to which the answer goes: 32 hexadecimal digits.
    public let secret: String

    /// The request as it is handed over: with our address for the answer, and with a name.
    public let request: SumUpRequest

    /// The page that asked for it, and what it asked for; `nil` where the user did.
    public let requester: RequestingPage?

    /// When it was begun, in seconds since 1970.
    public let begun: Int64

    /// When it counts as not answered, in seconds since 1970.
    public let deadline: Int64

    /// The state.
    public internal(set) var state = State.started

    /// When it came there, in seconds since 1970.
    public internal(set) var changed: Int64

    /// A page that asked for a payment.
    public struct RequestingPage: Hashable, Sendable {
        /// The page.
        public let page: Origin

        /// What it asked for, with its own addresses for the answer.
        public let request: SumUpRequest

        /// Creates an requester.
        public init(page: Origin, request: SumUpRequest) {
            (self.page, self.request) = (page, request)
        }
    }

    /// Creates an attempt as it was kept.
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

    /// The payment's name, which comes back with the answer.
    public var foreignID: String { request.foreignID ?? "" }

    /// Whether it can be a new payment, beside those that have its name: the user's names are used once, and a page's
    /// again only where its payments of that name were not paid.
    public func hasFreeName(among named: [SumUpAttempt]) -> Bool {
        named.allSatisfy { other in
            guard let page = requester?.page else { return false }
            return other.requester?.page != page || other.state.isNotPaid
        }
    }

    /// Whether the user no longer waits; a late answer is still possible.
    public var isOver: Bool {
        !state.isAwaitingAnswer || state == .timedOut
    }

    /// Whether a late answer can say that it was paid, and nothing said so yet.
    var canStillBePaid: Bool {
        switch state {
        case .started, .waiting, .timedOut, .abandoned, .unclear, .failed, .resolved(.notPaid): true
        case .succeededUnverified, .mismatch, .resolved(.verified), .resolved(.paidByHand): false
        }
    }

    /// The time until it counts as not answered; `nil` if that changes nothing.
    func timeToDeadline(at now: Int64) -> Duration? {
        guard !isOver else { return nil }
        let (left, isTooMuch) = deadline.subtractingReportingOverflow(now)
        return isTooMuch ? nil : .seconds(max(left, 0))
    }

    /// The page's own address with the answer that came; `nil` if there is none, or no page to inform.
    public var pageAddress: String? {
        SumUpAnswer(keptIn: state).flatMap { pageAddress(for: $0) }
    }

    /// Where the page's answer goes: to an address of the page's own origin, and nowhere else.
    ///
    /// - Returns: `nil` where no page asked, it named no such address for an answer of this kind, or the answer does
    ///   not say how it ended: a page would take anything but a success for a failure, and ask for the money again.
    public func pageAddress(for answer: SumUpAnswer) -> String? {
        guard let requester, answer.status != .unknown else { return nil }
        let returns = requester.request.returns
        let address = (answer.status == .success ? returns.success : returns.failure) ?? returns.either
        guard let address, address.origin == requester.page else { return nil }
        return answer.link(to: address, foreignID: requester.request.foreignID)
    }
}
