public import Bridge

/// The payments: the one that the user sees, and those that continue in the background.
///
/// A link never replaces a payment in progress; it waits in the queue. From ``start()`` on, payments that a restart
/// interrupted are tracked until the gateway reports their outcome.
@MainActor public final class PaymentQueue {
    /// The result of opening a link.
    public enum Opening: Hashable, Sendable {
        /// The payment is started, or restarted.
        case begun
        /// It is already in progress, and is shown.
        case shown
        /// It waits until the shown payment is over.
        case waiting
        /// Too many payments are waiting.
        case refused
    }

    /// A change that a window or a program shows.
    public enum Event: Sendable {
        /// ``flow`` or ``waiting`` has changed, or a second has passed while time is limited.
        case changed
        /// A payment in the background has ended.
        case settled(PaymentFlow)
        /// A payment in the background is pending and no longer polled (``PaymentFlow/isResting``).
        case rested(PaymentFlow)
    }

    /// The maximum number of waiting links.
    public static let mostWaiting = 3

    /// The events of the queue.
    public let events = Listeners<Event>()

    /// The payments whose links arrived while another was in progress.
    public private(set) var waiting: [PaymentID] = []

    private var ports: PaymentPorts
    private let accounts: @MainActor () -> [AccountID]
    private var shown: PaymentRun?
    private var unseen: [PaymentRun] = []

    /// Creates a queue; `accounts` is called at the start of each payment and returns the accounts that may pay.
    public init(_ ports: PaymentPorts, accounts: @escaping @MainActor () -> [AccountID]) {
        self.ports = ports
        self.accounts = accounts
    }

    /// Uses another gateway for the payments that begin from now on; `nil` if none can be used, for the reason `problem`.
    public func use(_ gateway: (any PaymentGateway)?, problem: PayError?) {
        ports.gateway = gateway
        if let problem { ports.problem = problem }
    }

    /// The payment that the user sees.
    public var flow: PaymentFlow? { shown?.flow }

    /// The payments that continue in the background.
    public var unseenFlows: [PaymentFlow] { unseen.map(\.flow) }

    /// Tracks the attempts from an earlier run of the program, except those that are being signed in another window or
    /// program.
    public func start() async throws(PayError) {
        for known in try await ports.journal.open() where run(of: known.payment) == nil {
            guard ports.gateway != nil else { continue }
            let found: (attempt: PaymentAttempt?, lock: PaymentLock?)
            do throws(PayError) { found = try await ports.takeOver(known.payment) } catch {
                guard error == .journal(.taken) else { throw error }
                continue
            }
            guard let attempt = found.attempt, attempt.state.isOpen, run(of: attempt.payment) == nil else { continue }
            let run = PaymentRun(PaymentFlow(lookingAfter: attempt), ports: ports, lock: found.lock)
            unseen.append(run)
            watch(run)
            run.take(.begin)
        }
    }

    /// Opens the payment of a link.
    @discardableResult public func open(_ payment: PaymentID) -> Opening {
        if let shown, shown.flow.state.end == nil {
            guard shown.flow.payment != payment else { return .shown }
            guard !waiting.contains(payment) else { return .waiting }
            guard waiting.count < Self.mostWaiting else { return .refused }
            waiting.append(payment)
            events.tell(.changed)
            return .waiting
        }
        return show(payment)
    }

    /// Passes an event to the payment that the user sees.
    public func take(_ event: PaymentFlow.Event) {
        shown?.take(event)
    }

    /// Handles that the user closes the payment.
    ///
    /// An unstarted payment ends, one being signed is given up if possible, and one that the gateway may have continues
    /// in the background. The next waiting link is started.
    public func close() {
        guard let run = shown else { return }
        shown = nil
        if run.flow.state.end == nil {
            unseen.append(run)
            run.take(.leave)
        }
        guard !waiting.isEmpty else {
            events.tell(.changed)
            return
        }
        _ = show(waiting.removeFirst())
    }

    /// The latest attempts, newest first.
    public func recent(limit: Int) async throws(PayError) -> [PaymentAttempt] {
        try await ports.journal.recent(limit: limit)
    }

    private func show(_ payment: PaymentID) -> Opening {
        if let run = unseen.first(where: { $0.flow.payment == payment }) {
            unseen.removeAll { $0 === run }
            shown = run
            events.tell(.changed)
            return .shown
        }
        let flow = PaymentFlow(id: RandomName.make(), payment: payment, accounts: accounts())
        let run = PaymentRun(flow, ports: ports)
        shown = run
        watch(run)
        run.begin()
        events.tell(.changed)
        return .begun
    }

    private func run(of payment: PaymentID) -> PaymentRun? {
        ([shown].compactMap(\.self) + unseen).first { $0.flow.payment == payment }
    }

    private func watch(_ run: PaymentRun) {
        run.changes.add { [weak self] run in self?.changed(run) }
    }

    private func changed(_ run: PaymentRun) {
        if run === shown {
            events.tell(.changed)
        } else if run.flow.state.end != nil, let place = unseen.firstIndex(where: { $0 === run }) {
            unseen.remove(at: place)
            // The user already knows about a payment that ended before anything was signed.
            if run.flow.attempt != nil || !run.flow.allowances.isEmpty { events.tell(.settled(run.flow)) }
        } else if run.flow.isResting {
            events.tell(.rested(run.flow))
        }
    }
}
