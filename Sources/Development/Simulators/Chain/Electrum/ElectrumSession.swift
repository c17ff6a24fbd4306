internal import Bitcoin
internal import Bridge
internal import LocalServer
internal import Primitives
internal import Synchronization

/// One connection of an Electrum server.
actor ElectrumSession {
    private let client: LineClient
    private let service: ElectrumService

    /// The version of the protocol; `nil` before the client has said which ones it has.
    private var version: ElectrumVersion?

    /// What was last told about the newest block; `nil` if the client does not follow the chain.
    private var lastTip: JSON?

    /// What was last told about the scripts that the client follows.
    private var statuses: [[UInt8]: JSON] = [:]

    /// What a request leads to.
    private enum Outcome {
        case answer(JSON)
        /// Notifications of clients have none, and faults.
        case nothing
        /// The connection ends after this.
        case end(JSON?)
    }

    private init(_ client: LineClient, _ service: ElectrumService) {
        (self.client, self.service) = (client, service)
    }

    private final class News: Sendable {
        let change = Mutex(LedgerState.Change())
    }

    /// Serves a connection until it ends.
    static func serve(_ client: LineClient, _ service: ElectrumService) async {
        let (session, news) = (ElectrumSession(client, service), News())
        // One signal is enough: what has changed is collected.
        let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let watch = service.ledger.watch { change in
            news.change.withLock { $0 = $0.united(with: change) }
            signal.yield()
        }
        let telling = Task {
            for await _ in signals {
                let change = news.change.withLock { change in
                    defer { change = LedgerState.Change() }
                    return change
                }
                await session.tell(change)
            }
        }
        while let line = await client.next() {
            guard await session.take(line) else { break }
        }
        service.ledger.unwatch(watch)
        signal.finish()
        await telling.value
    }

    // Requests.

    /// Handles a line.
    ///
    /// - Returns: Whether another may follow.
    private func take(_ line: [UInt8]) async -> Bool {
        guard let value = try? JSON(parsing: line, rules: JSONRules(depth: 16, values: 50_000)) else {
            await send(Self.fault(-32_700, "invalid JSON", id: .null))
            // A web page can send lines of HTTP to any port; what follows them must not count.
            return version != nil
        }
        guard case .array(let requests) = value else {
            switch await handle(value) {
            case .answer(let answer): await send(answer)
            case .nothing: break
            case .end(let answer):
                if let answer { await send(answer) }
                return false
            }
            return true
        }
        guard 1...ElectrumService.largestBatch ~= requests.count else {
            let reason = requests.isEmpty ? "batch is empty" : "too many requests in a batch"
            await send(Self.fault(-32_600, reason, id: .null))
            return true
        }
        var (answers, isOpen) = ([JSON](), true)
        for request in requests where isOpen {
            switch await handle(request) {
            case .answer(let answer): answers.append(answer)
            case .nothing: break
            case .end(let answer):
                if let answer { answers.append(answer) }
                isOpen = false
            }
        }
        if !answers.isEmpty { await send(.array(answers)) }
        return isOpen
    }

    private func send(_ message: JSON) async { await client.send(message.bytes) }

    private static func fault(_ code: Int, _ message: String, id: JSON) -> JSON {
        [
            "jsonrpc": "2.0", "error": ["code": .number(JSONNumber(code)), "message": .string(message)], "id": id,
        ]
    }

    private func handle(_ request: JSON) async -> Outcome {
        let id = request["id"]
        guard request.object != nil, let method = request["method"]?.string else {
            return .answer(Self.fault(-32_600, "a request has a method", id: id ?? .null))
        }
        let fault = service.faults.next(for: method)
        switch fault {
        case .refuse(let code, let message)?: return .answer(Self.fault(code, message, id: id ?? .null))
        case .stop?: return .nothing
        case .close?: return .end(nil)
        case .delay(let duration)?: try? await Task.sleep(for: duration)
        case .swallow? where method != "blockchain.transaction.broadcast": return .nothing
        case .swallow?, .lie?, nil: break
        }
        let outcome: Outcome
        do throws(SimulatorError) {
            let result =
                fault == .swallow ? try swallowed(request["params"]) : try perform(method, request["params"])
            let told = fault == .lie ? ElectrumLie.instead(of: result, to: method, service) : result
            outcome = .answer(["jsonrpc": "2.0", "result": told, "id": id ?? .null])
        } catch {
            guard case .answer(let code, let message) = error else {
                return .answer(Self.fault(-32_603, error.description, id: id ?? .null))
            }
            let answer = Self.fault(code, message, id: id ?? .null)
            // Who does not begin with a version that both have cannot go on.
            return version == nil ? .end(answer) : .answer(answer)
        }
        return id == nil ? .nothing : outcome
    }

    /// The ID of a transaction that is not taken.
    private func swallowed(_ params: JSON?) throws(SimulatorError) -> JSON {
        let bytes = try ElectrumArguments.bytes(params?[0] ?? params?["raw_tx"])
        let id = (try? BitcoinTransaction(bytes, form: service.ledger.utxoChain.ledger.form))?.id
        return .string(id?.description ?? "")
    }

    private func perform(_ method: String, _ params: JSON?) throws(SimulatorError) -> JSON {
        guard method != "server.version" else { return try identify(params) }
        guard let version else { throw ElectrumArguments.refusal("use server.version to identify client") }
        switch method {
        case "blockchain.headers.subscribe":
            _ = try ElectrumArguments(params, [], required: 0)
            let tip = service.tip
            lastTip = tip
            return tip
        case "blockchain.scripthash.subscribe": return try follow(params)
        case "blockchain.scripthash.unsubscribe" where version >= ElectrumVersion(1, 4, 2):
            let script = try ElectrumArguments(params, ["scripthash"], required: 1).scriptHash()
            return .bool(statuses.removeValue(forKey: script) != nil)
        default: break
        }
        guard let known = ElectrumService.methods[method], version >= known.since, version < known.until else {
            throw .answer(code: -32_601, message: "unknown method \"\(method.prefix(80))\"")
        }
        return try known.answer(service, ElectrumArguments(params, known.names, required: known.required), version)
    }

    private func identify(_ params: JSON?) throws(SimulatorError) -> JSON {
        guard version == nil else { throw ElectrumArguments.refusal("server.version already sent") }
        // Further arguments are for versions to come.
        let wish = params?[1] ?? params?["protocol_version"]
        guard let chosen = ElectrumVersion.common(wish, ElectrumService.versions) else {
            throw ElectrumArguments.refusal("unsupported protocol version")
        }
        version = chosen
        return [.string(ElectrumService.software), .string(chosen.text)]
    }

    private func follow(_ params: JSON?) throws(SimulatorError) -> JSON {
        let script = try ElectrumArguments(params, ["scripthash"], required: 1).scriptHash()
        guard statuses.count < ElectrumService.mostScripts || statuses[script] != nil else {
            throw ElectrumArguments.refusal("too many subscriptions")
        }
        let status = service.status(of: script)
        statuses[script] = status
        return status
    }

    // Notifications.

    private func tell(_ change: LedgerState.Change) async {
        if change.hasNewTip, let lastTip {
            let tip = service.tip
            if tip != lastTip {
                self.lastTip = tip
                await notify("blockchain.headers.subscribe", [tip])
            }
        }
        // A block may change the status of what is in none: those before it do not wait any more.
        for script in change.hasNewTip ? Array(statuses.keys) : change.scripts.filter({ statuses[$0] != nil }) {
            let status = service.status(of: script)
            guard let last = statuses[script], last != status else { continue }
            statuses[script] = status
            await notify("blockchain.scripthash.subscribe", [.string(ElectrumService.text(script)), status])
        }
    }

    private func notify(_ method: String, _ params: [JSON]) async {
        await send(["jsonrpc": "2.0", "method": .string(method), "params": .array(params)])
    }
}
