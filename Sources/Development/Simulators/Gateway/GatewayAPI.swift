internal import Bridge
internal import LocalServer
internal import Synchronization

/// Handles the calls of the API.
final class GatewayAPI: Sendable {
    /// The maximum duration of a long poll in milliseconds.
    static let longestHold = 60_000

    let books = Mutex(GatewayState())
    let changes = PollSignal()
    private let time: @Sendable () -> Int64
    private let headers: GatewayHeaders

    /// Whether a transaction exists on a chain, if there is a node to ask.
    private let knows: (@Sendable (String, String) async -> Bool)?
    private let collects: (@Sendable (JSON, String, String) async -> Bool)?

    /// The options of merchants' payments.
    private let shelf: PaymentPlan

    /// The start of payment links.
    private let links: String

    init(_ configuration: GatewaySimulator.Configuration) {
        time = configuration.time
        shelf = configuration.shelf
        links = configuration.links
        knows = configuration.knows
        collects = configuration.collects
        headers = GatewayHeaders(apps: configuration.apps, keys: configuration.keys)
    }

    /// The gateway's clock, in seconds since 1970.
    var now: Int64 { time() + books.withLock { $0.offset } }

    /// The link to a payment.
    func link(to payment: String) -> String { "\(links)/?pid=\(PercentCode.encode(payment))" }

    /// Handles a call of the API, except those of the form.
    func answer(
        _ call: GatewayCall, _ payment: String, _ request: ServedRequest, site: String
    ) async throws(SimulatorError) -> ServedAnswer {
        switch call {
        case .create: return try create(request)
        case .merchantCancel, .merchantStatus:
            _ = try headers.checkMerchant(request)
            return call == .merchantStatus
                ? try await status(of: payment, request) : try cancel(payment, "cancelled_by_merchant")
        default: try headers.checkWallet(request)
        }
        switch call {
        case .options: return try options(of: payment, request, site: site)
        case .fetch: return try fetch(payment, request)
        case .confirm: return try await confirm(payment, request)
        case .status: return try await status(of: payment, request)
        case .cancel: return try cancel(payment, "cancelled_by_user")
        default:
            let now = now
            let found = try books.change(payment) { payment throws(SimulatorError) in payment }
            return .json(AnswerMaker(payment: found, now: now, site: site).info)
        }
    }

    private func options(
        of payment: String, _ request: ServedRequest, site: String
    ) throws(SimulatorError) -> ServedAnswer {
        let withInfo: Bool
        switch request.parameter("includePaymentInfo") {
        case nil, "false": withInfo = false
        case "true": withInfo = true
        default: throw .shape("includePaymentInfo: true or false")
        }
        let (accounts, now) = (try CallBody.accounts(request), now)
        return try books.change(payment) { payment throws(SimulatorError) in
            payment.mint(for: accounts, now: now)
            return .json(AnswerMaker(payment: payment, now: now, site: site).options(for: accounts, withInfo: withInfo))
        }
    }

    private func fetch(_ payment: String, _ request: ServedRequest) throws(SimulatorError) -> ServedAnswer {
        let (asked, now) = (try CallBody.fetch(request), now)
        return try books.change(payment) { payment throws(SimulatorError) in
            try payment.requireOpen(now: now)
            let option = try payment.option(asked.option, now: now)
            guard option.isBuilt, asked.data.isEmpty else { throw .values("Option has corrupted contents") }
            guard payment.missing(for: option) == nil else { throw .noData }
            return .json(["actions": .array(option.actions)])
        }
    }

    private func confirm(_ payment: String, _ request: ServedRequest) async throws(SimulatorError) -> ServedAnswer {
        let hold = try Self.hold(request)
        let (asked, now) = (try CallBody.confirm(request), now)
        try await checkTransactions(asked.results, of: asked.option, payment)
        try books.change(payment) { payment throws(SimulatorError) in
            try payment.confirm(
                asked.option, results: asked.results, data: asked.data, now: now, clock: .now)
        }
        try await collect(asked.results, of: asked.option, payment)
        changes.send()
        return try await polledStatus(of: payment, hold: hold, withFailure: false)
    }

    /// Asks the node, if there is one, for the transactions among `results`; text that is not a hash is refused
    /// elsewhere.
    private func checkTransactions(
        _ results: [String], of id: String, _ payment: String
    ) async throws(SimulatorError) {
        guard let knows else { return }
        let option = try books.change(payment) { payment throws(SimulatorError) in
            payment.options.first { $0.id == id }
        }
        for (result, action) in zip(results, option?.actions ?? []) {
            guard let call = action["data"], call["method"] == "eth_sendTransaction" else { continue }
            guard await knows(result, call["chain_id"]?.string ?? "") else {
                throw .values("Validation error: There is no such transaction")
            }
        }
    }

    /// Collects a payment that was confirmed, if tokens move, by the signatures among its results.
    private func collect(_ results: [String], of id: String, _ payment: String) async throws(SimulatorError) {
        guard let collects else { return }
        let option = try books.change(payment) { payment throws(SimulatorError) in
            payment.options.first { $0.id == id }
        }
        for (result, action) in zip(results, option?.actions ?? []) {
            guard let call = action["data"], call["method"]?.string?.hasPrefix("eth_signTypedData") == true,
                let text = call["params"]?[1]
            else { continue }
            let typedData = text.string.flatMap { try? JSON(parsing: $0) } ?? text
            guard await collects(typedData, result, call["chain_id"]?.string ?? "") else {
                throw .values("Validation error: The signature moves no tokens")
            }
        }
    }

    private func status(of payment: String, _ request: ServedRequest) async throws(SimulatorError) -> ServedAnswer {
        try await polledStatus(of: payment, hold: try Self.hold(request), withFailure: true)
    }

    /// Waits while the status may change, and returns it.
    private func polledStatus(
        of id: String, hold: Int, withFailure: Bool
    ) async throws(SimulatorError) -> ServedAnswer {
        let limit = ContinuousClock.now + .milliseconds(hold)
        while ContinuousClock.now < limit {
            let now = now
            let change = try books.change(id) { payment throws(SimulatorError) in
                payment.nextChange(now: now, clock: .now)
            }
            guard let change else { break }
            await changes.wait(until: min(change, limit))
        }
        let now = now
        return try books.change(id) { payment throws(SimulatorError) in
            let step = payment.reportStatus(now: now, clock: .now)
            return .json(AnswerMaker(payment: payment, now: now, site: "").status(step, withFailure: withFailure))
        }
    }

    private func cancel(_ payment: String, _ reason: String) throws(SimulatorError) -> ServedAnswer {
        let now = now
        try books.change(payment) { payment throws(SimulatorError) in try payment.cancel(reason, now: now) }
        changes.send()
        return .json([
            "paymentId": .string(payment), "status": "cancelled", "cancelledReason": .string(reason),
            "cancelledAt": .string(RFC3339.text(now)),
        ])
    }

    private func create(_ request: ServedRequest) throws(SimulatorError) -> ServedAnswer {
        let (merchant, key) = try headers.checkMerchant(request)
        let (order, now) = (try MerchantOrder(request), now)
        return try books.withLock { books throws(SimulatorError) in
            let name = key.map { "\(merchant)/\($0)" }
            var payment = order.payment(on: shelf, now: now)
            if let name, let asked = books.asked[name] {
                guard asked.body == request.body, let found = books.payments[asked.payment] else {
                    throw .response(400, "idempotency_conflict", "The key was used for a different request")
                }
                payment = found
            }
            if let name { books.asked[name] = (request.body, payment.id) }
            books.payments[payment.id] = payment
            return .json(
                [
                    "paymentId": .string(payment.id), "status": .string(payment.status(now: now).status),
                    "expiresAt": .number(JSONNumber(Int(payment.expiresAt))), "isFinal": false, "pollInMs": 1000,
                    "gatewayUrl": .string(link(to: payment.id)),
                ], status: 201)
        }
    }

    /// The duration of the long poll that the query requests.
    private static func hold(_ request: ServedRequest) throws(SimulatorError) -> Int {
        guard let text = request.parameter("maxPollMs") else { return 0 }
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let milliseconds = Int64(text) else {
            throw .shape("maxPollMs: a number of milliseconds")
        }
        return Int(min(milliseconds, Int64(longestHold)))
    }
}

extension Mutex<GatewayState> {
    /// Changes a payment.
    borrowing func change<Outcome: Sendable>(
        _ id: String, _ body: (inout GatewayPayment) throws(SimulatorError) -> sending Outcome
    ) throws(SimulatorError) -> Outcome {
        try withLock { books throws(SimulatorError) in try books.change(id, body) }
    }
}
