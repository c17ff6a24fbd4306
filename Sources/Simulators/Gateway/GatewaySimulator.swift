internal import Bridge
internal import Foundation
internal import Synchronization

/// The other side of a payment: the API of WalletConnect Pay's gateway and its hosted form, on this machine only.
///
/// It does what scripts say: which payments there are, how they may be paid, how they continue, and what goes wrong. It
/// holds signatures of typed data to the account that is to pay. Everything that it knows stays when it is stopped,
/// and is there when it starts again.
public final class GatewaySimulator: Sendable {
    private let configuration: Configuration
    private let api: GatewayAPI
    private let running = Mutex<SimulatedServer?>(nil)
    private let record: RecordFile?

    /// Creates a gateway that does not listen yet.
    ///
    /// - Throws: ``SimulatorError/file(_:)`` where its record cannot be written.
    public init(_ configuration: Configuration = Configuration()) throws(SimulatorError) {
        self.configuration = configuration
        api = GatewayAPI(configuration)
        record = try configuration.record.map { path throws(SimulatorError) in try RecordFile(path) }
    }

    /// Starts to listen at 127.0.0.1.
    ///
    /// - Parameter port: Where; 0 for wherever there is room.
    /// - Returns: The port.
    /// - Throws: ``SimulatorError/listen(_:)``, ``SimulatorError/identity``.
    @discardableResult
    public func start(port: Int = 0) async throws(SimulatorError) -> Int {
        await stop()
        let server = try await SimulatedServer(port: port, identity: configuration.identity) { [weak self] request in
            await self?.answer(request) ?? ServedAnswer(503)
        }
        running.withLock { $0 = server }
        return server.port
    }

    /// Ends all connections at once, as if it were killed; what it has done stays done.
    public func stop() async {
        let server = running.withLock { running in
            defer { running = nil }
            return running
        }
        await server?.close()
    }

    /// The port on which it listens; 0 where it does not.
    public var port: Int { running.withLock { $0?.port ?? 0 } }

    /// Where its API is, without a slash at the end, such as `http://127.0.0.1:8080`.
    public var address: String {
        let scheme = configuration.identity == nil ? "http" : "https"
        return "\(scheme)://\(configuration.host ?? "127.0.0.1"):\(port)"
    }

    /// Makes a payment.
    ///
    /// - Returns: Its id.
    @discardableResult
    public func make(_ plan: PaymentPlan, id: String? = nil) -> String {
        let id = id ?? RandomText.payment()
        let now = api.now
        api.books.withLock { $0.payments[id] = GatewayPayment(plan, id: id, reference: "", now: now) }
        return id
    }

    /// Makes one of the payments that have a name.
    @discardableResult
    public func make(_ preset: PaymentPreset) -> String { make(preset.plan) }

    /// The link to a payment, as a merchant shows it.
    public func link(to payment: String) -> String { api.link(to: payment) }

    /// The recorded state of a payment; `nil` if there is none.
    public func state(of payment: String) -> PaymentState? {
        let now = api.now
        return api.books.withLock { books in books.payments[payment].map { PaymentState($0, now: now) } }
    }

    /// Overrides the status of a payment; `nil` returns it to its script.
    public func set(_ status: GatewayStatus?, of payment: String) {
        api.books.withLock { $0.payments[payment]?.verdict = status?.rawValue }
        api.bell.ring()
    }

    /// Lets something go wrong with calls for `payment`, or with any.
    public func inject(_ fault: SimulatedFault, for payment: String? = nil) {
        api.books.withLock { $0.faults.append(ArmedFault(fault, payment: payment)) }
    }

    /// Takes all faults back.
    public func clearFaults() { api.books.withLock { $0.faults = [] } }

    /// Ends all offers of a payment, as time would.
    public func dropQuotes(of payment: String) {
        let now = api.now
        api.books.withLock { $0.payments[payment]?.dropQuotes(now: now) }
    }

    /// Moves the gateway's clock; the past is allowed.
    public func moveClock(by seconds: Int64) { api.books.withLock { $0.offset += seconds } }

    /// How often there was a call, for `payment` or at all; spoiled ones count.
    public func count(_ call: GatewayCall, for payment: String? = nil) -> Int {
        api.books.withLock { $0.count(of: call, for: payment) }
    }

    /// What went over the wire, oldest first; at most the last 10,000.
    public var exchanges: [GatewayExchange] { api.books.withLock { $0.exchanges } }

    /// Answers a request, as it does over a socket.
    func answer(_ request: ServedRequest) async -> ServedAnswer {
        let route = GatewayRoute(request)
        guard case .call(let call, let payment) = route else {
            let answer = await answer(request, at: route)
            if case .control = route { return answer }
            keep(GatewayExchange(nil, nil, request, answer, isSpoiled: false))
            return answer
        }
        let fault = api.books.withLock { books in
            books.count(call, payment)
            return books.fault(for: call, payment)
        }
        var answer = ServedAnswer(503)
        if fault?.letsThrough ?? true { answer = await self.answer(request, at: route) }
        if let fault { answer = await spoil(answer, by: fault) }
        keep(GatewayExchange(call, payment, request, answer, isSpoiled: fault != nil))
        return answer
    }

    private func answer(_ request: ServedRequest, at route: GatewayRoute) async -> ServedAnswer {
        do throws(GatewayErrorResponse) {
            guard request.path != nil, request.query != nil else { throw .shape("The address is not text") }
            switch route {
            case .call(.form, _): return FormSite(api: api).page(request)
            case .call(.submit, _): return try FormSite(api: api).submit(request)
            case .call(let call, let payment):
                return try await api.answer(call, payment ?? "", request, site: address)
            case .file(let name): return FormSite.file(name)
            case .control(let path):
                return try ControlAPI(simulator: self, host: configuration.host).answer(path, request)
            case .method(let allowed):
                var answer = GatewayErrorResponse(405, "invalid_params", "The method is not allowed here").answer
                answer.headers.append(.init("Allow", allowed))
                return answer
            case .none: throw GatewayErrorResponse(404, "invalid_params", "Not found")
            }
        } catch {
            return error.answer
        }
    }

    private func spoil(_ answer: ServedAnswer, by fault: SimulatedFault) async -> ServedAnswer {
        try? await Task.sleep(for: .milliseconds(fault.delay))
        var answer = answer
        if fault.status != nil || fault.code != nil {
            answer = GatewayErrorResponse(fault.status ?? 400, fault.code ?? "internal_error", fault.message).answer
        }
        if let body = fault.body {
            answer = ServedAnswer(
                fault.status ?? 200, headers: [.init("Content-Type", "application/json")], body: Array(body.utf8))
        }
        answer.headers += fault.headers
        answer.delivery = fault.delivery
        return answer
    }

    private func keep(_ exchange: GatewayExchange) {
        api.books.withLock { $0.keep(exchange) }
        record?.add(exchange.json.text)
    }
}
