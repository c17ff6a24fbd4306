import Bitcoin
import Bridge
import Network
import Primitives
import Synchronization

@testable import BitcoinWallet

/// What a faulty server does with a question.
enum ServerFault: String, CaseIterable, Sendable {
    /// It answers with an error.
    case refuses
    /// It says that it answers too many questions.
    case busy = "is busy"
    /// It says that something went wrong in it.
    case breaks = "fails"
    /// It says that there is nothing.
    case misses = "finds nothing"
    /// It says that it does not know the method.
    case knowsNot = "does not support it"
    /// It answers as if it had done what it was asked, and has not.
    case swallows
    /// It ends the connection.
    case closes
    /// It answers with something false.
    case lies
    /// It never answers.
    case stalls
}

/// Electrum servers in memory that share one chain, each of which can have a fault.
final class MemoryElectrum: LineDialer {
    struct State {
        /// The fault of each server, by its port, and the method that it concerns.
        var faults: [Int: (method: String, fault: ServerFault)] = [:]
        /// The ports of the servers that cannot be reached.
        var stopped: Set<Int> = []
        /// The transactions that each server got, by its port.
        var got: [Int: [String]] = [:]
        /// What the honest servers know.
        var transactions: [String: String] = [:]
        var histories: [String: [(id: String, height: Int)]] = [:]
        var connections: [Connection] = []
    }

    let state = Mutex(State())
    let headers: MadeChain

    init(headers: MadeChain) { self.headers = headers }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    /// Stops a server, which also ends its connections.
    func stop(_ port: Int) {
        let open = state.withLock { state in
            state.stopped.insert(port)
            return state.connections.filter { $0.port == port }
        }
        for connection in open { connection.end(.interrupted) }
    }

    func connect(
        to address: LineAddress, timeLimit: Duration, lineLimit: Int
    ) async throws(NetworkError) -> any LineConnection {
        guard !state.withLock({ $0.stopped.contains(address.port) }) else { throw .unreachable }
        let connection = Connection(self, address.port)
        change { $0.connections.append(connection) }
        return connection
    }

    final class Connection: LineConnection {
        let lines: AsyncThrowingStream<[UInt8], any Error>
        let port: Int
        private let sink: AsyncThrowingStream<[UInt8], any Error>.Continuation
        private let server: MemoryElectrum
        private let isEnded = Mutex(false)

        init(_ server: MemoryElectrum, _ port: Int) {
            (self.server, self.port) = (server, port)
            (lines, sink) = AsyncThrowingStream.makeStream()
        }

        func send(_ line: [UInt8]) async throws(NetworkError) {
            guard !isEnded.withLock({ $0 }) else { throw .closed }
            guard let value = try? JSON(parsing: line) else { return }
            let questions = value.array ?? [value]
            var answers: [JSON] = []
            for question in questions {
                switch server.answer(question, port) {
                case .answer(let answer): answers.append(answer)
                case .nothing: continue
                case .end: return end(.interrupted)
                }
            }
            guard !answers.isEmpty else { return }
            sink.yield((value.array == nil ? answers[0] : .array(answers)).bytes)
        }

        func close() async { end(.closed) }

        func end(_ error: NetworkError) {
            isEnded.withLock { $0 = true }
            sink.finish(throwing: error)
        }
    }

    private enum Reply {
        case answer(JSON), nothing, end
    }

    private func answer(_ question: JSON, _ port: Int) -> Reply {
        let (method, params) = (question["method"]?.string ?? "", question["params"]?.array ?? [])
        let id = question["id"] ?? .null
        let (fault, isStopped) = state.withLock { state in
            (state.faults[port].flatMap { $0.method == method ? $0.fault : nil }, state.stopped.contains(port))
        }
        guard !isStopped else { return .end }
        func reply(_ result: JSON?) -> Reply {
            guard let result else {
                let error: JSON = ["code": 2, "message": "daemon error: No such mempool or blockchain transaction."]
                return .answer(["jsonrpc": "2.0", "id": id, "error": error])
            }
            return .answer(["jsonrpc": "2.0", "id": id, "result": result])
        }
        if method == "blockchain.transaction.broadcast", let text = params.first?.string {
            change { $0.got[port, default: []].append(text) }
        }
        switch fault {
        case .stalls?: return .nothing
        case .closes?: return .end
        case .refuses?, .busy?, .breaks?, .misses?, .knowsNot?:
            return .answer(["jsonrpc": "2.0", "id": id, "error": Self.refusal(fault)])
        case .lies?: return reply(Self.lie(method, params))
        case .swallows?: return reply(swallowed(method, params) ?? result(method, params, takes: false))
        case nil: return reply(result(method, params, takes: true))
        }
    }

    /// The error of a server that refuses.
    private static func refusal(_ fault: ServerFault?) -> JSON {
        switch fault {
        case .busy: ["code": -101, "message": "excessive resource usage"]
        case .breaks: ["code": -32603, "message": "internal server error"]
        case .misses: ["code": 2, "message": "daemon error: No such mempool or blockchain transaction."]
        case .knowsNot: ["code": -32601, "message": "unknown method"]
        default: ["code": 1, "message": "min relay fee not met"]
        }
    }

    /// A false answer of the right form where there is one.
    private static func lie(_ method: String, _ params: [JSON]) -> JSON {
        switch method {
        case "server.version": ["Liar", "0.9"]
        case "blockchain.headers.subscribe": MadeChain(length: 30, salt: 9).tip
        case "blockchain.scripthash.subscribe": .string(String(repeating: "ab", count: 32))
        case "blockchain.scripthash.get_history":
            [["tx_hash": .string(String(repeating: "cd", count: 32)), "height": 3]]
        case "blockchain.transaction.get":
            .string(Hex.encode(BitcoinTransaction(inputs: [], outputs: []).bytes(.plain)))
        case "blockchain.transaction.broadcast": .string(String(repeating: "ef", count: 32))
        default: ["lie": true]
        }
    }

    /// An answer that hides what there is; `nil` for the right one.
    private func swallowed(_ method: String, _ params: [JSON]) -> JSON? {
        switch method {
        case "blockchain.scripthash.subscribe": .null
        case "blockchain.scripthash.get_history": []
        default: nil
        }
    }

    private func result(_ method: String, _ params: [JSON], takes: Bool) -> JSON? {
        let text = params.first?.string ?? ""
        switch method {
        case "server.version": return ["Memory", "1.4"]
        case "blockchain.headers.subscribe": return headers.tip
        case "blockchain.block.header":
            return .string(Hex.encode(headers.header(at: params.first?.number?.integer ?? 0)))
        case "blockchain.block.headers":
            let (from, count) = (params[0].number?.integer ?? 0, params[1].number?.integer ?? 0)
            let bytes = (from..<(from + count)).flatMap { headers.header(at: $0) }
            return ["count": .number(JSONNumber(count)), "hex": .string(Hex.encode(bytes)), "max": 2016]
        case "blockchain.scripthash.get_history":
            return .array(
                history(of: text).map { ["tx_hash": .string($0.id), "height": .number(JSONNumber($0.height))] })
        case "blockchain.scripthash.subscribe":
            let entries = history(of: text).compactMap { entry in
                TransactionID(entry.id).map { HistoryEntry(id: $0, height: entry.height > 0 ? entry.height : nil) }
            }
            return entries.isEmpty ? .null : HistoryEntry.status(of: entries).map { .string($0) } ?? .null
        case "blockchain.transaction.get":
            return state.withLock { $0.transactions[text] }.map { .string($0) }
        case "blockchain.transaction.get_merkle":
            let height = params[1].number?.integer ?? 0
            let root = headers.headers.indices.contains(height) ? headers.headers[height].merkleRoot : []
            guard TransactionID(text)?.bytes == root else { return nil }
            return ["block_height": .number(JSONNumber(height)), "pos": 0, "merkle": []]
        case "blockchain.transaction.broadcast":
            guard let transaction = try? BitcoinTransaction(Hex.decode(text) ?? [], form: .plain) else { return nil }
            if takes { take(transaction, text) }
            return .string(transaction.id.description)
        case "blockchain.estimatefee": return JSONNumber("0.00002").map(JSON.number)
        case "blockchain.relayfee": return JSONNumber("0.00001").map(JSON.number)
        default: return .null
        }
    }

    private func history(of script: String) -> [(id: String, height: Int)] {
        state.withLock { $0.histories[script] ?? [] }
    }

    /// Adds a transaction that waits for a block.
    private func take(_ transaction: BitcoinTransaction, _ text: String) {
        let id = transaction.id.description
        change { state in
            guard state.transactions[id] == nil else { return }
            state.transactions[id] = text
            var scripts = Set(transaction.outputs.map(\.script))
            for input in transaction.inputs {
                let raw = state.transactions[input.outPoint.transaction.description].flatMap { Hex.decode($0) } ?? []
                guard let outputs = (try? BitcoinTransaction(raw, form: .plain))?.outputs,
                    Int(input.outPoint.index) < outputs.count
                else { continue }
                scripts.insert(outputs[Int(input.outPoint.index)].script)
            }
            for script in scripts {
                state.histories[ScriptHash(ofScript: script.bytes).description, default: []].append((id, 0))
            }
        }
    }
}
