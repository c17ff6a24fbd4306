internal import Bridge

/// A payment in progress: its flow, and the tasks that perform the operations of the flow.
@MainActor final class PaymentRun {
    private(set) var flow: PaymentFlow
    private let ports: PaymentPorts
    private let clock: PaymentClock

    /// The current request to the gateway, which can be cancelled.
    private var asking: Task<Void, Never>?
    private var performing: Task<Void, Never>?
    private var ticking: Task<Void, Never>?

    /// The latest write; the next one starts after it.
    private var keeping: Task<Void, Never>?

    /// The lock that is held while the attempt is in the state `signing` in the journal.
    private var lock: PaymentLock?

    /// The flow has changed.
    let changes = Listeners<PaymentRun>()

    init(_ flow: PaymentFlow, ports: PaymentPorts, lock: PaymentLock? = nil) {
        self.flow = flow
        self.ports = ports
        self.lock = lock
        clock = PaymentClock(time: ports.time, wallClock: ports.wallClock)
    }

    deinit {
        for task in [asking, performing, ticking] { task?.cancel() }
    }

    /// Looks up whether there was an earlier attempt, and starts.
    func begin() {
        guard ports.gateway != nil else {
            return finish(ports.problem == .missingAuth ? .notConfigured : .failed(ports.problem))
        }
        let (ports, payment) = (ports, flow.payment)
        Task { [weak self] in
            let found = await Self.result { () async throws(PayError) in
                let (earlier, lock) = try await ports.takeOver(payment)
                return Found(earlier: earlier, lock: lock, recent: try await ports.journal.recent(limit: 100))
            }
            self?.begin(after: found)
        }
    }

    /// The earlier data about a payment before it starts.
    private struct Found {
        let earlier: PaymentAttempt?
        let lock: PaymentLock?
        let recent: [PaymentAttempt]
    }

    private func begin(after found: Result<Found, PayError>) {
        guard case .loading = flow.state else { return }
        let (earlier, recent): (PaymentAttempt?, [PaymentAttempt])
        switch found {
        case .success(let found):
            (earlier, recent) = (found.earlier, found.recent)
            lock = found.lock
        case .failure(.journal(.taken)): return finish(.busy)
        // If the wallet cannot determine whether it was paid before, it is not paid.
        case .failure: return finish(.notKept)
        }
        flow = PaymentFlow(
            id: flow.id, payment: flow.payment, accounts: flow.accounts,
            preferred: recent.first { $0.state == .succeeded }?.choice.asset, earlier: earlier)
        flow.earlier = recent.filter { $0.usableUntil != nil && $0.payment != flow.attempt?.payment }
        take(.begin)
    }

    /// Handles an event.
    func take(_ event: PaymentFlow.Event) {
        let effects = flow.take(event, at: clock.now)
        for effect in effects { run(effect) }
        if flow.state.end != nil { asking?.cancel() }
        tickIfNeeded()
        changes.tell(self)
    }

    private func finish(_ end: PaymentEnd) {
        _ = flow.end(end)
        changes.tell(self)
    }

    private func run(_ effect: PaymentFlow.Effect) {
        switch effect {
        case .askOptions(let number): askOptions(number)
        case .askActions(let number, let option): askActions(number, option)
        case .askStatus(let number, let pause): askStatus(number, pause)
        case .confirm(let number, let option, let signatures, let collected):
            confirm(number, option, signatures, collected)
        case .keep(let number, let attempt): keep(number, attempt)
        case .readAllowance(let number, let need, let pause): readAllowance(number, need, pause)
        case .perform(let number, let action, let option): perform(number, action, option)
        case .stopPerforming: performing?.cancel()
        case .findBroadcast(let number, let attempt, let pause): findBroadcast(number, attempt, pause)
        case .sendAgain(let number, let hash, let attempt):
            let signer = ports.signer
            Task { [weak self] in
                let isSent = await signer.sendAgain(hash, of: attempt)
                self?.take(.answer(number, .sentAgain(isSent)))
            }
        case .giveUp(let number, let hash, let attempt):
            let signer = ports.signer
            Task { [weak self] in
                let isGivenUp = await signer.giveUp(hash, of: attempt)
                self?.take(.answer(number, .gaveUp(isGivenUp)))
            }
        case .callOff:
            let (gateway, payment) = (ports.gateway, flow.payment)
            Task { _ = try? await gateway?.cancel(payment) }
        }
    }

    private func askOptions(_ number: Int) {
        let (payment, accounts, known) = (flow.payment, flow.accounts, ports.known)
        ask(number, PaymentFlow.Answer.options) { gateway throws(PayError) in
            try await gateway.options(for: payment, accounts: accounts, includeInfo: true).checked(by: known)
        }
    }

    private func askActions(_ number: Int, _ option: PaymentOption.ID) {
        let payment = flow.payment
        ask(number, PaymentFlow.Answer.actions) { gateway throws(PayError) in
            try await gateway.actions(of: payment, option: option)
        }
    }

    private func askStatus(_ number: Int, _ pause: Duration) {
        let (payment, poll, clock) = (flow.payment, ports.pollMilliseconds, clock)
        ask(number, PaymentFlow.Answer.status) { gateway throws(PayError) in
            if pause > .zero {
                do { try await clock.sleep(pause) } catch { throw .cancelled }
            }
            return try await gateway.status(of: payment, maxPollMs: poll)
        }
    }

    private func findBroadcast(_ number: Int, _ attempt: PaymentAttempt, _ pause: Duration) {
        let (signer, clock) = (ports.signer, clock)
        asking?.cancel()
        asking = Task { [weak self] in
            if pause > .zero { guard (try? await clock.sleep(pause)) != nil else { return } }
            let found = await signer.broadcast(of: attempt)
            self?.take(.answer(number, .foundBroadcast(found)))
        }
    }

    private func readAllowance(_ number: Int, _ need: AllowanceNeed, _ pause: Duration) {
        let (signer, clock) = (ports.signer, clock)
        asking?.cancel()
        asking = Task { [weak self] in
            if pause > .zero { guard (try? await clock.sleep(pause)) != nil else { return } }
            let standing = await signer.allowance(need)
            self?.take(.answer(number, .allowance(standing)))
        }
    }

    /// Submits the results; this is never cancelled.
    private func confirm(_ number: Int, _ option: PaymentOption.ID, _ signatures: [String], _ fields: [CollectedField]?)
    {
        guard let gateway = ports.gateway else { return }
        let (payment, poll, signer) = (flow.payment, ports.pollMilliseconds, ports.signer)
        let attempt = flow.isResubmitting ? flow.attempt : nil
        Task { [weak self] in
            let result = await Self.result { () async throws(PayError) in
                var results: [String] = []
                for hash in signatures {
                    // A transaction that was signed some time ago may have been replaced since then.
                    guard let attempt, attempt.hashes.contains(hash) else {
                        results.append(hash)
                        continue
                    }
                    guard let now = await signer.successor(of: hash, of: attempt) else { throw .transactionReplaced }
                    results.append(now)
                }
                return try await gateway.confirm(
                    payment, option: option, signatures: results, collectedData: fields, maxPollMs: poll)
            }
            self?.take(.answer(number, .confirmed(result)))
        }
    }

    private func keep(_ number: Int?, _ attempt: PaymentAttempt) {
        let (journal, earlier) = (ports.journal, keeping)
        keeping = Task { [weak self] in
            await earlier?.value
            let result = await Self.result { () async throws(PayError) in
                if attempt.state == .signing { try self?.lockPayment() }
                try await journal.keep(attempt)
            }
            switch result {
            case .success where attempt.state != .signing, .failure(.journal(.taken)): self?.lock = nil
            case .success, .failure: break
            }
            guard let number else { return }
            self?.take(.answer(number, .kept(result)))
        }
    }

    private func lockPayment() throws(PayError) {
        if lock == nil { lock = try ports.locks.lock(flow.payment) }
    }

    private func perform(_ number: Int, _ action: PaymentAction, _ option: PaymentOption) {
        guard let attempt = flow.attempt else { return }
        let (signer, lock) = (ports.signer, lock)
        performing = Task { [weak self] in
            // The wallet may still be signing after this object has been released.
            defer { withExtendedLifetime(lock) {} }
            let outcome = await signer.perform(action, for: attempt, option: option)
            self?.take(.answer(number, .performed(outcome)))
        }
    }

    /// Sends a request to the gateway, and cancels the earlier one.
    private func ask<Value: Sendable>(
        _ number: Int, _ answer: @escaping (Result<Value, PayError>) -> PaymentFlow.Answer,
        _ question: @escaping (any PaymentGateway) async throws(PayError) -> Value
    ) {
        guard let gateway = ports.gateway else { return }
        asking?.cancel()
        asking = Task { [weak self] in
            let result = await Self.result { () async throws(PayError) in try await question(gateway) }
            self?.take(.answer(number, answer(result)))
        }
    }

    private static func result<Value, Failure>(
        _ body: () async throws(Failure) -> Value
    ) async -> Result<Value, Failure> {
        do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
    }

    /// Sends an event every second while time is limited.
    private func tickIfNeeded() {
        guard needsTicks else {
            ticking?.cancel()
            ticking = nil
            return
        }
        guard ticking == nil else { return }
        let clock = clock
        ticking = Task { [weak self] in
            while (try? await clock.sleep(.seconds(1))) != nil {
                guard let self else { return }
                self.take(.tick)
            }
        }
    }

    private var needsTicks: Bool {
        switch flow.state {
        case .signing, .waiting: return true
        default: break
        }
        return flow.state.isBeforeSigning && flow.info != nil
    }
}
