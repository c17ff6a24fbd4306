internal import Bridge
internal import Foundation
internal import LocalServer
internal import Synchronization

/// Simulates WalletConnect Pay's gateway and its hosted form, on this machine only.
///
/// Scripts control it: which payments exist, how they can be paid, how they proceed, and which faults occur. It
/// verifies that the paying account signed the typed data. Its data is kept when it stops and starts again.
package final class GatewaySimulator: Sendable {
    private let configuration: Configuration
    private let api: GatewayAPI
    private let running = Mutex<LoopbackServer?>(nil)
    private let record: RecordFile?

    /// Creates a gateway that is not listening yet.
    ///
    /// - Throws: ``SimulatorError/file(_:)`` if its record cannot be written.
    package init(_ configuration: Configuration = Configuration()) throws(SimulatorError) {
        self.configuration = configuration
        api = GatewayAPI(configuration)
        record = try configuration.record.map { path throws(SimulatorError) in try RecordFile(path) }
    }

    /// Starts to listen on 127.0.0.1.
    ///
    /// - Parameter port: The port; 0 for any free port.
    /// - Returns: The port.
    /// - Throws: ``SimulatorError/listen(_:)``, ``SimulatorError/identity``.
    @discardableResult
    package func start(port: Int = 0) async throws(SimulatorError) -> Int {
        await stop()
        let server = try await LoopbackServer.simulated(port: port, identity: configuration.identity) {
            [weak self] request in
            await self?.answer(request) ?? ServedAnswer(503)
        }
        running.withLock { $0 = server }
        return server.port
    }

    /// Closes all connections immediately, as if the process were killed; its data is kept.
    package func stop() async {
        let server = running.withLock { running in
            defer { running = nil }
            return running
        }
        await server?.close()
    }

    /// The port; 0 if it is not listening.
    package var port: Int { running.withLock { $0?.port ?? 0 } }

    /// The URL of its API, without a slash at the end, such as `http://127.0.0.1:8080`.
    package var address: String {
        let scheme = configuration.identity == nil ? "http" : "https"
        return "\(scheme)://\(configuration.host ?? "127.0.0.1"):\(port)"
    }

    /// Creates a payment.
    ///
    /// - Returns: Its ID.
    @discardableResult
    package func make(_ plan: PaymentPlan, id: String? = nil) -> String {
        let id = id ?? RandomText.payment()
        let now = api.now
        api.books.withLock { $0.payments[id] = GatewayPayment(plan, id: id, reference: "", now: now) }
        return id
    }

    /// Creates the payment of a preset.
    @discardableResult
    package func make(_ preset: PaymentPreset) -> String { make(preset.plan) }

    /// The link to a payment, as a merchant displays it.
    package func link(to payment: String) -> String { api.link(to: payment) }

    /// The recorded state of a payment, or `nil`.
    package func state(of payment: String) -> PaymentState? {
        let now = api.now
        return api.books.withLock { books in books.payments[payment].map { PaymentState($0, now: now) } }
    }

    /// Overrides the status of a payment; `nil` returns it to its script.
    package func set(_ status: GatewayStatus?, of payment: String) {
        api.books.withLock { $0.payments[payment]?.verdict = status?.rawValue }
        api.changes.send()
    }

    /// Injects a fault into calls for `payment`, or into any calls.
    package func inject(_ fault: SimulatedFault, for payment: String? = nil) {
        api.books.withLock { $0.faults.append(ArmedFault(fault, payment: payment)) }
    }

    /// Removes all faults.
    package func clearFaults() { api.books.withLock { $0.faults = [] } }

    /// Lets all quotes of a payment expire.
    package func dropQuotes(of payment: String) {
        let now = api.now
        api.books.withLock { $0.payments[payment]?.dropQuotes(now: now) }
    }

    /// Moves the gateway's clock, forward or back.
    package func moveClock(by seconds: Int64) { api.books.withLock { $0.offset += seconds } }

    /// The number of calls for `payment`, or of all calls, including those with faults.
    package func count(_ call: GatewayCall, for payment: String? = nil) -> Int {
        api.books.withLock { $0.count(of: call, for: payment) }
    }

    /// The exchanges, oldest first; at most the last 10,000.
    package var exchanges: [GatewayExchange] { api.books.withLock { $0.exchanges } }

    /// Handles a request, as over a socket.
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
        do throws(SimulatorError) {
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
            case .none: throw .response(404, "invalid_params", "Not found")
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
