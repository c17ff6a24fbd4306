internal import Bridge

/// A payment in the gateway's books.
struct GatewayPayment: Sendable {
    let id: String
    let plan: PaymentPlan
    let expiresAt: Int64
    let reference: String

    private(set) var options: [IssuedOption] = []

    /// The accounts whose owners have provided the required data.
    private(set) var known: Set<String> = []

    private(set) var confirmation: Confirmation?

    /// A status that overrides all others: cancelled, or set by a script.
    var verdict: String?
    private(set) var cancelled: (reason: String, at: Int64)?

    /// How often the same confirmation was repeated.
    private(set) var repeats = 0

    /// How often a different confirmation followed the first.
    private(set) var contradictions = 0

    init(_ plan: PaymentPlan, id: String, reference: String, now: Int64, expiresAt: Int64? = nil) {
        self.plan = plan
        self.id = id
        self.reference = reference
        self.expiresAt = expiresAt ?? now + Int64(plan.expiresIn)
    }

    /// Its status, without counting a response.
    func status(now: Int64) -> StatusStep {
        if let verdict { return StatusStep(verdict) }
        if let confirmation { return confirmation.step }
        if plan.status == GatewayStatus.requiresAction.rawValue, now >= expiresAt { return StatusStep(.expired) }
        return StatusStep(plan.status)
    }

    /// Throws if the payment can no longer be signed.
    func requireOpen(now: Int64) throws(SimulatorError) {
        let status = status(now: now).status
        if status == GatewayStatus.expired.rawValue { throw .expired }
        guard confirmation == nil, verdict == nil || verdict == GatewayStatus.requiresAction.rawValue,
            status == GatewayStatus.requiresAction.rawValue
        else { throw .response(400, "invalid_state", "The payment is \(status)") }
    }

    /// Creates new options for `accounts`; earlier ones become invalid.
    mutating func mint(for accounts: [AccountText], now: Int64) {
        options = plan.options.flatMap { option in
            accounts.filter { $0.chain == option.asset.chainID }.map { account in
                IssuedOption(option, account: account, now: now, deadline: expiresAt)
            }
        }
    }

    /// The option `id`, unless its quote has expired.
    func option(_ id: String, now: Int64) throws(SimulatorError) -> IssuedOption {
        guard let option = options.first(where: { $0.id == id }) else { throw .noOption }
        if let end = option.expiresAt, end <= now { throw .quoteExpired }
        return option
    }

    /// Lets all quotes expire.
    mutating func dropQuotes(now: Int64) {
        options = options.map { $0.expiring(at: now) }
    }

    /// The data that `option` requires and that is still missing.
    func missing(for option: IssuedOption) -> CollectPlan? {
        guard let wanted = option.plan.collect ?? plan.collect, !known.contains(option.account.key) else { return nil }
        return wanted
    }

    /// Records that the owners of `accounts` have provided the required data.
    mutating func addVerified(_ accounts: [AccountText]) {
        for account in accounts { known.insert(account.key) }
    }

    /// Handles a wallet's results; repeating the same results changes nothing.
    mutating func confirm(
        _ id: String, results: [String], data: [String: String]?, now: Int64, clock: ContinuousClock.Instant
    ) throws(SimulatorError) {
        if let confirmation {
            guard confirmation.option.id == id, confirmation.results == results else {
                contradictions += 1
                throw .response(400, "invalid_state", "The payment is already confirmed")
            }
            repeats += 1
            return
        }
        try requireOpen(now: now)
        let option = try option(id, now: now)
        if missing(for: option) != nil {
            guard let data else { throw .noData }
            if let field = CollectCheck.fault(in: data) { throw .values("Validation error: \(field)") }
            addVerified([option.account])
        }
        try ResultCheck.check(results, of: option.actions, by: option.account)
        let hash = option.isBuilt ? results.first : nil
        confirmation = Confirmation(
            option, results: results, transaction: hash ?? "0x" + RandomText.hexadecimal(digits: 64),
            timeline: plan.timeline, now: clock)
    }

    /// Returns its status, and counts the response.
    mutating func reportStatus(now: Int64, clock: ContinuousClock.Instant) -> StatusStep {
        confirmation?.advance(to: clock)
        defer { confirmation?.countResponse() }
        return status(now: now)
    }

    /// When a long poll should check again; `nil` if nothing will change.
    mutating func nextChange(now: Int64, clock: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        confirmation?.advance(to: clock)
        guard verdict == nil, !status(now: now).isFinal else { return nil }
        return confirmation?.ends
    }

    /// Cancels the payment.
    mutating func cancel(_ reason: String, now: Int64) throws(SimulatorError) {
        guard confirmation == nil, status(now: now).status == GatewayStatus.requiresAction.rawValue else {
            throw .response(400, "invalid_state", "Payment cannot be cancelled")
        }
        verdict = GatewayStatus.cancelled.rawValue
        cancelled = (reason, now)
    }
}
