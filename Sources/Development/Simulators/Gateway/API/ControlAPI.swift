internal import Bridge
internal import LocalServer

/// Controls the simulator over HTTP, at `/control`, with the same functions as its Swift interface.
///
/// It is for programs on this machine: a request with an `Origin`, which a web page sends, is refused, as is a request
/// for another host name.
struct ControlAPI {
    let simulator: GatewaySimulator
    let host: String?

    /// Handles a request for `path` below `/control`.
    func answer(_ path: [String], _ request: ServedRequest) throws(SimulatorError) -> ServedAnswer {
        try checkSender(request)
        do throws(SimulatorError) {
            switch (request.method, path.first, path.count) {
            case ("POST", "payments", 1): return try make(request)
            case ("GET", "payments", 2): return .json(try state(of: path[1]))
            case ("POST", "payments", 3): return try change(path[1], path[2], request)
            case ("POST", "faults", 1):
                simulator.inject(try SimulatedFault(script: body(request)))
                return .json([:])
            case ("DELETE", "faults", 1):
                simulator.clearFaults()
                return .json([:])
            case ("GET", "calls", 1): return .json(calls(for: nil))
            case ("GET", "exchanges", 1): return .json(.array(simulator.exchanges.map(\.json)))
            case ("POST", "clock", 1):
                guard let seconds = try body(request)["forward"]?.number?.integer else {
                    throw .script(path: "forward", expected: "a number of seconds")
                }
                simulator.moveClock(by: Int64(seconds))
                return .json([:])
            default: return .json(["message": "There is no such control"], status: 404)
            }
        } catch {
            return .json(["message": .string("\(error)")], status: 400)
        }
    }

    private func make(_ request: ServedRequest) throws(SimulatorError) -> ServedAnswer {
        let script = try body(request)
        let id = simulator.make(try PaymentPlan(script: script), id: script["id"]?.string)
        return .json(["paymentId": .string(id), "link": .string(simulator.link(to: id))], status: 201)
    }

    private func change(
        _ payment: String, _ what: String, _ request: ServedRequest
    ) throws(SimulatorError) -> ServedAnswer {
        guard simulator.state(of: payment) != nil else { throw .noPayment(payment) }
        switch what {
        case "faults": simulator.inject(try SimulatedFault(script: body(request)), for: payment)
        case "status":
            let text = try body(request)["status"] ?? .null
            let status = text.string.flatMap(GatewayStatus.init)
            guard status != nil || text == .null else { throw .script(path: "status", expected: "a status or null") }
            simulator.set(status, of: payment)
        case "quotes": simulator.dropQuotes(of: payment)
        default: throw .script(path: what, expected: "faults, status or quotes")
        }
        return .json(try state(of: payment))
    }

    private func state(of payment: String) throws(SimulatorError) -> JSON {
        guard let state = simulator.state(of: payment) else { throw .noPayment(payment) }
        return [
            "status": .string(state.status), "payer": state.payer.map { .string($0) } ?? nil,
            "results": .array(state.results.map { .string($0) }),
            "transaction": state.transaction.map { .string($0) } ?? nil,
            "repeats": .number(JSONNumber(state.repeats)),
            "contradictions": .number(JSONNumber(state.contradictions)),
            "known": .array(state.known.sorted().map { .string($0) }), "calls": calls(for: payment),
        ]
    }

    private func calls(for payment: String?) -> JSON {
        var object = JSONObject()
        for call in GatewayCall.allCases {
            object[call.rawValue] = .number(JSONNumber(simulator.count(call, for: payment)))
        }
        return .object(object)
    }

    private func body(_ request: ServedRequest) throws(SimulatorError) -> JSON {
        if request.body.isEmpty { return [:] }
        switch request.body.withUnsafeBufferPointer({ JSON.read($0) }) {
        case .value(let value): return value
        case .fault(let fault): throw .script(path: "", expected: "JSON, but the body \(fault.reason.rawValue)")
        }
    }

    private func checkSender(_ request: ServedRequest) throws(SimulatorError) {
        let name = request.header("Host")?.split(separator: ":").first.map(String.init)
        let names = ["127.0.0.1", "localhost"] + (host.map { [$0] } ?? [])
        guard request.header("Origin") == nil, request.header("Sec-Fetch-Site") == nil, let name, names.contains(name)
        else { throw .response(403, "forbidden", "Control is for programs on this computer, not for pages") }
    }
}
