package import Bridge
internal import LocalServer
internal import Synchronization

/// Controls the ledgers of a simulated chain: in this process, or by JSON-RPC over HTTP on a port of its own.
///
/// Parameters are members of an object. `ledger` names the ledger; without it, an order that makes sense for all of them
/// goes to all.
package final class ChainControl: Sendable {
    /// The most blocks that one order mines.
    private static let mostBlocks = 10_000

    /// The longest delay of a fault, in milliseconds.
    private static let longestDelay = 3_600_000

    private let ledgers: [any SimulatedLedger]
    private let file: ChainSnapshotFile?
    private let server = Mutex<LoopbackServer?>(nil)
    private let snapshots = Mutex<[[String: Int]]>([])

    /// Creates the control of these ledgers, whose states `save` writes to a file.
    package init(_ ledgers: [any SimulatedLedger], file: ChainSnapshotFile? = nil) {
        (self.ledgers, self.file) = (ledgers, file)
    }

    /// Starts to listen on 127.0.0.1, at `port` or, with 0, at any free port.
    ///
    /// - Returns: The port.
    /// - Throws: ``SimulatorError/listen(_:)``.
    @discardableResult
    package func start(port: Int = 0) async throws(SimulatorError) -> Int {
        let new = try await LoopbackServer.simulated(port: port) { [weak self] request in
            // Without this check, a page of any site could give orders.
            guard request.header("Origin") == nil, request.method == "POST",
                request.header("Content-Type")?.hasPrefix("application/json") == true
            else { return ServedAnswer(403) }
            guard let self, let question = try? JSON(parsing: request.body, rules: .message) else {
                return ServedAnswer(400)
            }
            return .json(await answer(question))
        }
        let old = server.withLock { server in
            defer { server = new }
            return server
        }
        await old?.close()
        return new.port
    }

    /// Stops the control's own server.
    package func close() async {
        let old = server.withLock { server in
            defer { server = nil }
            return server
        }
        await old?.close()
    }

    /// The ledger with this name.
    package func ledger(_ name: String) throws(SimulatorError) -> any SimulatedLedger {
        guard let ledger = ledgers.first(where: { $0.name == name }) else {
            throw .ledger("there is no ledger \(name.prefix(80))")
        }
        return ledger
    }

    /// The answer to a JSON-RPC request.
    package func answer(_ question: JSON) async -> JSON {
        var answer: JSONObject = ["jsonrpc": "2.0", "id": question["id"] ?? .null]
        guard let method = question["method"]?.string else {
            answer["error"] = ["code": -32_600, "message": "The request has no method"]
            return .object(answer)
        }
        do throws(SimulatorError) {
            if let result = try await perform(method, OrderParameters(question["params"] ?? .object(JSONObject()))) {
                answer["result"] = result
            } else {
                answer["error"] = ["code": -32_601, "message": .string("There is no method \(method.prefix(80))")]
            }
        } catch {
            answer["error"] = ["code": -32_000, "message": .string(error.description)]
        }
        return .object(answer)
    }

    /// Does what an order says; `nil` for an unknown method.
    private func perform(_ method: String, _ parameters: OrderParameters) async throws(SimulatorError) -> JSON? {
        let named = parameters.text("ledger")
        let chosen = if let named { [try ledger(named)] } else { ledgers }
        switch method {
        case "ledgers": return .array(ledgers.map { .string($0.name) })
        case "height": return .number(JSONNumber(await (try only(chosen)).height()))
        case "fund":
            return .string(
                try await only(chosen).fund(
                    parameters.required("address"), parameters.required("amount"), asset: parameters.text("asset")))
        case "mine":
            let count = try parameters.number("blocks", in: 1...Self.mostBlocks, default: 1)
            for ledger in chosen { try await ledger.mine(count) }
        case "setTime":
            let time = try parameters.number("time", in: 0...Int(UInt32.max))
            for ledger in chosen { try await ledger.setTime(time) }
        case "advance":
            let seconds = try parameters.number("seconds", in: 0...Int(UInt32.max))
            for ledger in chosen { try await ledger.advance(seconds) }
        case "snapshot":
            var numbers: [String: Int] = [:]
            for ledger in chosen { numbers[ledger.name] = await ledger.snapshot() }
            let kept = numbers
            return .number(
                JSONNumber(
                    snapshots.withLock { snapshots in
                        snapshots.append(kept)
                        return snapshots.count - 1
                    }))
        case "restore":
            let number = try parameters.number("snapshot", in: 0...Int(Int32.max))
            let kept = snapshots.withLock { $0.indices.contains(number) ? $0[number] : nil }
            guard let kept else { throw .ledger("there is no snapshot \(number)") }
            for ledger in chosen { if let own = kept[ledger.name] { try await ledger.restore(own) } }
        case "reorganise":
            try await only(chosen).reorganise(
                parameters.number("depth", in: 1...Self.mostBlocks), dropping: parameters.texts("dropping"))
        case "fault": try setFault(parameters, of: chosen)
        case "asked": return .array(try only(chosen).faults.takeAsked().map { .string($0) })
        case "save":
            guard let file else { throw .ledger("no file was named for the states") }
            try await file.write(ledgers)
        case "stop": for ledger in chosen { await ledger.stop() }
        default: return nil
        }
        return .null
    }

    private func only(_ chosen: [any SimulatedLedger]) throws(SimulatorError) -> any SimulatedLedger {
        guard chosen.count == 1, let ledger = chosen.first else {
            throw .ledger("the parameter “ledger” must name one of \(ledgers.map(\.name).joined(separator: ", "))")
        }
        return ledger
    }

    private func setFault(_ parameters: OrderParameters, of chosen: [any SimulatedLedger]) throws(SimulatorError) {
        let name = try parameters.required("fault")
        let method = parameters.text("method")
        guard name != "none" else {
            for ledger in chosen { ledger.faults.clear(method) }
            return
        }
        let delay = try parameters.number("milliseconds", in: 0...Self.longestDelay, default: 1_000)
        let code = try parameters.number("code", in: Int(Int32.min)...Int(Int32.max), default: -32_000)
        let fault = ChainFault(
            name: name, code: code, message: parameters.text("message") ?? "refused by a test",
            delay: .milliseconds(delay))
        guard let fault else {
            throw .ledger("a fault is “none” or one of \(ChainFault.names.joined(separator: ", "))")
        }
        let times = parameters.text("times") ?? "always"
        guard ["once", "always"].contains(times) else { throw .ledger("“times” is “once” or “always”") }
        for ledger in chosen {
            ledger.faults.add(fault, for: method ?? ChainFaults.anyMethod, isOnce: times == "once")
        }
    }
}

/// The named parameters of an order.
private struct OrderParameters {
    private let object: JSON

    init(_ object: JSON) throws(SimulatorError) {
        guard object.object != nil else { throw .ledger("the parameters must be an object") }
        self.object = object
    }

    func text(_ name: String) -> String? { object[name]?.string }

    func required(_ name: String) throws(SimulatorError) -> String {
        guard let text = text(name) else { throw .ledger("the parameter “\(name)” must be text") }
        return text
    }

    func texts(_ name: String) -> [String] { (object[name]?.array ?? []).compactMap(\.string) }

    func number(_ name: String, in range: ClosedRange<Int>, default: Int? = nil) throws(SimulatorError) -> Int {
        guard let value = object[name] else {
            guard let `default` else { throw .ledger("the parameter “\(name)” is missing") }
            return `default`
        }
        guard let number = value.number?.integer, range.contains(number) else {
            throw .ledger("the parameter “\(name)” must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
