package import BigInt
package import Bridge
package import Ethereum
internal import Foundation
internal import LocalServer
internal import Primitives
internal import Synchronization

/// A simulated EVM chain on this machine with its node: JSON-RPC over HTTP and WebSocket.
///
/// It has the contracts of ``EVMDeployments`` and runs no other code. ``ChainControl`` controls it.
package final class EthereumChain: SimulatedLedger {
    /// When what is sent comes into a block.
    package enum Mining: Sendable {
        /// At once.
        case immediate
        /// When blocks are mined.
        case onDemand
        /// At once, and each call of a contract fails there.
        case failing
    }

    struct Book: Sendable {
        var ledger: EVMLedger
        var mining = Mining.immediate
        var filters = EVMFilters()
        var snapshots: [EVMLedger] = []
    }

    package let name: String
    package let faults = ChainFaults()
    package let events = ChainEvents()

    /// The chain ID.
    package let chainID: UInt64

    /// The addresses of its contracts.
    package let deployments: EVMDeployments

    private let book: Mutex<Book>
    private let now: @Sendable () -> UInt64
    private let server = Mutex<LoopbackServer?>(nil)

    /// Creates a chain; its node does not listen yet.
    ///
    /// - Parameters:
    ///   - chainID: The chain ID.
    ///   - name: The name for the control interface.
    ///   - now: The time of the machine, in seconds since 1970.
    package init(
        chainID: UInt64, name: String = "ethereum",
        now: @escaping @Sendable () -> UInt64 = { UInt64(Date().timeIntervalSince1970) }
    ) {
        (self.chainID, self.name, self.now) = (chainID, name, now)
        let ledger = EVMLedger(chainID: chainID, now: now())
        deployments = ledger.deployments
        book = Mutex(Book(ledger: ledger))
    }

    /// Starts the node on 127.0.0.1, at `port` or, with 0, at any free port.
    ///
    /// - Throws: ``SimulatorError/listen(_:)``.
    package func start(port: Int = 0) async throws(SimulatorError) {
        let sockets = SocketService(limit: Self.longest) {
            EthereumNodeServer.isAllowed($0)
        } serve: { [weak self] socket in
            let session = EVMSession { socket.send($0) }
            while let text = await socket.receive() {
                guard let self else { return }
                switch await answer(Array(text.utf8), session) {
                case .answer(let json): socket.send(json.text)
                case .silence: break
                case .close: return self.end(session)
                }
            }
            self?.end(session)
        }
        let new = try await LoopbackServer.simulated(port: port, bodyLimit: Self.longest, sockets: sockets) {
            [weak self] request in
            guard let self else { return ServedAnswer(503) }
            return await EthereumNodeServer.answer(request) { await self.answer($0, nil) }
        }
        let old = server.withLock { server in
            defer { server = new }
            return server
        }
        await old?.close()
    }

    /// The longest request in bytes.
    private static let longest = 5 << 20

    /// The node's URL.
    package var address: String { "http://127.0.0.1:\(server.withLock { $0?.port ?? 0 })" }

    package func stop() async {
        let old = server.withLock { server in
            defer { server = nil }
            return server
        }
        await old?.close()
    }

    /// Mines what is sent from now on in this way.
    package func setMining(_ mining: Mining) {
        book.withLock { book in
            book.mining = mining
            book.ledger.isFailing = mining == .failing
        }
    }

    /// The transactions that are in blocks or wait, as their hashes.
    package var transactionCount: Int {
        book.withLock { $0.ledger.receipts.count + $0.ledger.pool.count }
    }

    /// Whether a transaction is in a block and succeeded there; `nil` if none contains it.
    package func succeeded(_ hash: String) -> Bool? {
        let bytes = Hex.decode(hash) ?? []
        return book.withLock { $0.ledger.receipts[EVMWord.digest(bytes)]?.succeeds }
    }

    // MARK: Requests

    /// What follows from a request.
    package enum Reply: Sendable {
        /// The node answers this.
        case answer(JSON)
        /// The node does not answer.
        case silence
        /// The node ends the connection.
        case close
    }

    /// Answers a request, or several in one, without a connection.
    package func answer(_ body: [UInt8]) async -> Reply { await answer(body, nil) }

    /// The most requests in one.
    private static let mostInBatch = 1_000

    /// Answers a request, or several in one.
    func answer(_ body: [UInt8], _ session: EVMSession?) async -> Reply {
        guard let question = try? JSON(parsing: body, rules: JSONRules(values: 1 << 18)) else {
            return .answer(Self.failure(EVMRefusal("parse error", code: -32_700), .null))
        }
        guard let list = question.array else { return await one(question, session) }
        guard !list.isEmpty else { return .answer(Self.failure(EVMRefusal("empty batch", code: -32_600), .null)) }
        guard list.count <= Self.mostInBatch else {
            return .answer(Self.failure(EVMRefusal("batch too large", code: -32_600), .null))
        }
        var answers: [JSON] = []
        for question in list {
            switch await one(question, session) {
            case .answer(let json): answers.append(json)
            case .silence: break
            case .close: return .close
            }
        }
        return answers.isEmpty ? .silence : .answer(.array(answers))
    }

    private func one(_ question: JSON, _ session: EVMSession?) async -> Reply {
        let id = question["id"] ?? .null
        guard question["jsonrpc"] == "2.0", let method = question["method"]?.string, id.object == nil, id.array == nil
        else { return .answer(Self.failure(EVMRefusal("invalid request", code: -32_600), .null)) }
        var isSwallowed = false
        var isLie = false
        switch faults.next(for: method) {
        case nil: break
        case .refuse(let code, let message): return .answer(Self.failure(EVMRefusal(message, code: code), id))
        case .swallow:
            guard method == "eth_sendRawTransaction" else { return .silence }
            isSwallowed = true
        case .delay(let time): try? await Task.sleep(for: time)
        case .lie: isLie = true
        case .stop: return .silence
        case .close: return .close
        }
        do throws(SimulatorError) {
            let parameters = try EVMParameters(question["params"])
            let result = isSwallowed ? try swallowed(parameters) : try result(method, parameters, session)
            return question["id"] == nil
                ? .silence
                : .answer(["jsonrpc": "2.0", "id": id, "result": isLie ? EVMLie.about(result) : result])
        } catch {
            return .answer(Self.failure(error.refusal, id))
        }
    }

    private static func failure(_ refusal: EVMRefusal, _ id: JSON) -> JSON {
        var error: JSONObject = [
            "code": .number(JSONNumber(refusal.code)), "message": .string(refusal.message),
        ]
        if let data = refusal.data { error["data"] = .hex(data) }
        return ["jsonrpc": "2.0", "id": id, "error": .object(error)]
    }

    /// The answer to a transaction that is not kept.
    private func swallowed(_ parameters: EVMParameters) throws(SimulatorError) -> JSON {
        .hex(Keccak256.hash(try parameters.bytes(0)))
    }

    private func result(
        _ method: String, _ parameters: EVMParameters, _ session: EVMSession?
    ) throws(SimulatorError) -> JSON {
        if method == "eth_sendRawTransaction" { return .hex(try send(parameters.bytes(0))) }
        if let method = EVMFilters.methods[method] {
            return try change { book throws(SimulatorError) in
                try method(&book.filters, book.ledger, parameters, session)
            }
        }
        guard let method = EVMMethods.all[method] else {
            throw .refused("the method \(method.prefix(80)) does not exist/is not available", code: -32_601)
        }
        let now = now()
        return try change { book throws(SimulatorError) in try method(&book.ledger, parameters, now) }
    }

    // MARK: Changes

    /// Changes the chain, and tells everyone what changed.
    func change<Value: Sendable>(_ body: (inout Book) throws(SimulatorError) -> Value) throws(SimulatorError) -> Value {
        let (value, news) = try book.withLock { book throws(SimulatorError) in
            let value = try body(&book)
            let news = book.ledger.takeNews()
            if !news.isEmpty { book.filters.tell(news, of: book.ledger) }
            return (value, news)
        }
        for block in news.removed { events.tell("\(name): block \(block.number) is replaced") }
        for hash in news.waiting { events.tell("\(name): transaction \(hash) waits") }
        for block in news.added {
            events.tell("\(name): block \(block.number) with \(block.transactions.count) transactions")
        }
        return value
    }

    /// Takes a raw transaction.
    private func send(_ raw: [UInt8]) throws(SimulatorError) -> Digest32 {
        let transaction: EVMTransaction
        do throws(EthereumError) {
            transaction = try EVMTransaction(raw: raw)
        } catch .transaction(.signature, _) {
            throw .refused("invalid sender")
        } catch .transaction(.blobs, _), .transaction(.type, _) {
            throw .refused("transaction type not supported")
        } catch .transaction(.tip, _) {
            throw .refused("max priority fee per gas higher than max fee per gas")
        } catch {
            throw .refused("rlp: \(error)")
        }
        let now = now()
        try change { book throws(SimulatorError) in
            try book.ledger.accept(transaction)
            if book.mining != .onDemand { book.ledger.mine(now: now) }
        }
        return transaction.hash
    }

    /// Sends a transaction of an account without its key, and mines it unless blocks are mined on demand.
    ///
    /// - Returns: Its hash.
    package func act(
        as sender: EthereumAddress, to receiver: EthereumAddress, value: BigUInt = 0, data: [UInt8] = []
    ) throws(SimulatorError) -> String {
        let now = now()
        return try change { book throws(SimulatorError) in
            let hash = try book.ledger.act(as: sender, to: receiver, value: value, data: data)
            if book.mining != .onDemand { book.ledger.mine(now: now) }
            return hash.description
        }
    }

    /// Ends the subscriptions of a connection.
    private func end(_ session: EVMSession) { book.withLock { $0.filters.end(session) } }

    /// The time of the machine.
    var time: UInt64 { now() }
}
