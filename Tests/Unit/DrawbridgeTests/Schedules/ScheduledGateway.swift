import Bridge
import LocalServer
import Synchronization
import Network

@testable import Simulators

/// The way to a simulated gateway in this process, on which all goes wrong that the dice want.
final class ScheduledGateway: HTTPSender {
    /// What becomes of one question.
    enum InjectedFault: CaseIterable {
        case lostBefore, lostAfter, unreachable, untrusted, half, page, pageAfter, own, ownAfter, garbage, otherGateway
        case lie, proxy
        case deathBefore, deathAfter
    }

    private struct State {
        var handed: Set<[String]> = []
        var hasLied = false
    }

    private let gateway: GatewaySimulator
    private let dice: SeededGenerator
    private let life: Life
    /// Of a hundred questions, how many are struck.
    private let rate: Int
    private let record: Record

    /// How many questions a proxy still answers in the gateway's place.
    private let proxied = Mutex(0)

    /// What went over the wire, in all runs of the program.
    final class Record: Sendable {
        private let state = Mutex(State())

        /// The results that were handed over, or may have been.
        var handed: Set<[String]> { state.withLock(\.handed) }

        /// Whether the gateway called a payment failed that it had taken.
        var hasLied: Bool { state.withLock(\.hasLied) }

        func note(_ results: [String]) { state.withLock { _ = $0.handed.insert(results) } }
        func lie() { state.withLock { $0.hasLied = true } }
    }

    init(_ gateway: GatewaySimulator, _ record: Record, dice: SeededGenerator, life: Life, rate: Int) {
        self.gateway = gateway
        self.record = record
        self.dice = dice
        self.life = life
        self.rate = rate
    }

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        try await life.ask { () async throws(NetworkError) in try await answer(request) }
    }

    private func answer(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        let isProxied = proxied.withLock { left in
            defer { left = max(0, left - 1) }
            return left > 0
        }
        if isProxied {
            note(request)
            return proxyAnswer
        }
        guard dice.roll(100) < rate else { return await pass(request) }
        let html = Array("<html><h1>\(dice.pick(["404 Not Found", "Sign in", "Oops"]))</h1></html>".utf8)
        let status = dice.pick([400, 401, 403, 404, 404, 409, 410, 422, 429, 500, 502, 503, 504])
        switch dice.pick(InjectedFault.allCases) {
        case .lostBefore:
            note(request)
            throw dice.pick([NetworkError.timedOut, .interrupted])
        case .lostAfter:
            _ = await pass(request)
            throw dice.pick([NetworkError.timedOut, .interrupted])
        case .unreachable: throw .unreachable
        // Before anything was sent; a fault of TLS after that is one of a connection that broke off.
        case .untrusted: throw .untrusted
        case .proxy:
            // From now on it does not let anything through, whatever was handed over.
            let answer = await pass(request)
            let count = 1 + dice.roll(6)
            proxied.withLock { $0 = count }
            return request.url.contains("/confirm") ? proxyAnswer : answer
        case .half:
            let whole = await pass(request)
            return HTTPResponse(status: whole.status, body: Array(whole.body.prefix(whole.body.count / 2)))
        case .page:
            note(request)
            return HTTPResponse(status: status, body: html)
        case .pageAfter:
            _ = await pass(request)
            return HTTPResponse(status: status, body: html)
        case .own:
            note(request)
            return error(
                dice.pick(["internal_error", "rate_limited", "unauthorized", "invalid_state", "quote_expired"]))
        case .ownAfter:
            _ = await pass(request)
            return error("internal_error")
        case .garbage:
            _ = await pass(request)
            return HTTPResponse(
                status: 200, body: dice.pick([html, [], Array("{".utf8), Array(#"{"status":7}"#.utf8)]))
        case .otherGateway:
            note(request)
            return error("payment_not_found", status: 404)
        case .lie:
            let honest = await pass(request)
            guard request.url.contains("/status") || request.url.contains("/confirm"), honest.status == 200 else {
                return honest
            }
            record.lie()
            return HTTPResponse(status: 200, body: Array(#"{"status":"failed","isFinal":true}"#.utf8))
        case .deathBefore:
            life.kill()
            return HTTPResponse(status: 200)
        case .deathAfter:
            let answer = await pass(request)
            life.kill()
            return answer
        }
    }

    /// What something between the wallet and the gateway says that knows nothing of payments.
    private var proxyAnswer: HTTPResponse {
        let body = dice.pick([
            "<html><h1>404 Not Found</h1></html>", "", #"{"code":404}"#, #"{"code":404,"message":"Not Found"}"#,
            #"{"code":"payment_not_found"}"#, #"{"error":{"code":"payment_expired","message":"no"}}"#,
            #"{"code":"NOT_FOUND","message":"no route"}"#,
        ])
        return HTTPResponse(status: dice.pick([401, 403, 404, 404]), body: Array(body.utf8))
    }

    private func error(_ code: String, status: Int = 400) -> HTTPResponse {
        HTTPResponse(status: status, body: Array(#"{"code":"\#(code)","message":"no"}"#.utf8))
    }

    /// The gateway, or an intermediary, has the confirmation.
    private func note(_ request: HTTPRequest) {
        guard request.url.contains("/confirm"), let body = try? JSON(parsing: request.body) else { return }
        record.note((body["results"]?.array ?? []).compactMap { $0["data"]?[0]?.string })
    }

    private func pass(_ request: HTTPRequest) async -> HTTPResponse {
        note(request)
        let path = request.url.drop { $0 != ":" }.dropFirst(3)
        let served = ServedRequest(
            method: request.method.rawValue, target: String(path.drop { $0 != "/" }),
            headers: request.headers.map { .init($0.name, $0.value) }, body: request.body)
        let answer = await gateway.answer(served)
        return HTTPResponse(
            status: answer.status, headers: answer.headers.map { ($0.name, $0.value) }, body: answer.body)
    }
}
