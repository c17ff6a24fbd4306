import Bitcoin
import Bridge
import Primitives
import TestServers
import Synchronization
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
import Network

/// A server of the Electrum protocol on this machine, over real sockets, that answers rightly but where a test says
/// otherwise.
final class ElectrumPeer: Sendable {
    /// What a test wants done with a question instead; `nil` for the right answer.
    enum Fault: Sendable {
        /// Nothing comes.
        case silence
        /// These bytes come, as they are.
        case raw(String)
        /// The connection ends.
        case hangUp
        /// This is the answer.
        case result(JSON)
        /// This is the reason for no answer.
        case error(JSON)
    }

    typealias Meddling = @Sendable (_ method: String, _ params: [JSON]) -> Fault?

    /// What the server knows.
    struct Facts: Sendable {
        var histories: [String: JSON] = [:]
        var unspent: [String: JSON] = [:]
        var statuses: [String: JSON] = [:]
        var transactions: [String: String] = [:]
        var broadcasts: [String] = []
        var asked: [String] = []
        var headers = MadeChain(length: 20)
        var takesBatches = true
        var reverses = false

        /// The version of the protocol that it speaks.
        var version = "1.4"
    }

    let facts = Mutex(Facts())
    private let peer: Mutex<SocketPeer?> = Mutex(nil)
    private let outlets = Mutex<[ServedConnection]>([])
    let port: Int

    init(
        _ identity: TestIdentity? = .server, port: Int = 0, facts: Facts = Facts(),
        meddling: @escaping Meddling = { _, _ in nil }
    ) async throws {
        self.facts.withLock { $0 = facts }
        let box = Box()
        let peer = try await SocketPeer(identity, port: port) { conversation in
            try await box.peer?.serve(conversation, meddling)
        }
        self.port = peer.port
        box.set(self)
        self.peer.withLock { $0 = peer }
    }

    private final class Box: Sendable {
        private let held = Mutex<ElectrumPeer?>(nil)
        var peer: ElectrumPeer? { held.withLock { $0 } }
        func set(_ peer: ElectrumPeer) { held.withLock { $0 = peer } }
    }

    /// The number of connections.
    var connections: Int { peer.withLock { $0?.connections ?? 0 } }

    func address(_ host: String = "localhost", isSecure: Bool = true) -> LineAddress {
        LineAddress(host: host, port: port, isSecure: isSecure)
    }

    func close() async { await peer.withLock { $0 }?.close() }

    /// Tells all who are connected.
    func announce(_ method: String, _ params: [JSON]) async throws {
        let notice: JSON = ["jsonrpc": "2.0", "method": .string(method), "params": .array(params)]
        for conversation in outlets.withLock({ $0 }) { try? await conversation.send(line: notice.text) }
    }

    private func serve(_ conversation: ServedConnection, _ meddling: Meddling) async throws {
        outlets.withLock { $0.append(conversation) }
        while let line = try await conversation.line() {
            let value = try JSON(parsing: line)
            if let batch = value.array {
                guard facts.withLock({ $0.takesBatches }) else {
                    try await conversation.send(
                        line: #"{"jsonrpc":"2.0","error":{"code":-32600,"message":"no"},"id":null}"#)
                    continue
                }
                var answers: [JSON] = []
                for question in batch {
                    guard let answer = try await answer(question, conversation, meddling) else { return }
                    if answer != .null { answers.append(answer) }
                }
                if facts.withLock({ $0.reverses }) { answers.reverse() }
                if !answers.isEmpty { try await conversation.send(line: JSON.array(answers).text) }
            } else {
                guard let answer = try await answer(value, conversation, meddling) else { return }
                if answer != .null { try await conversation.send(line: answer.text) }
            }
        }
    }

    /// The answer; `null` for none, `nil` if the connection ends.
    private func answer(_ question: JSON, _ conversation: ServedConnection, _ meddling: Meddling) async throws -> JSON?
    {
        let method = question["method"]?.string ?? ""
        let params = question["params"]?.array ?? []
        let id = question["id"] ?? .null
        facts.withLock { $0.asked.append(method) }
        switch meddling(method, params) {
        case .silence?: return .null
        case .raw(let text)?:
            try await conversation.send(text.replacing("<id>", with: id.text))
            return .null
        case .hangUp?: return nil
        case .result(let result)?: return ["jsonrpc": "2.0", "id": id, "result": result]
        case .error(let error)?: return ["jsonrpc": "2.0", "id": id, "error": error]
        case nil:
            guard let result = facts.withLock({ Self.result(method, params, &$0) }) else {
                let error: JSON = ["code": 2, "message": "daemon error: No such mempool or blockchain transaction."]
                return ["jsonrpc": "2.0", "id": id, "error": error]
            }
            return ["jsonrpc": "2.0", "id": id, "result": result]
        }
    }

    /// The right answer; `nil` if the transaction does not exist.
    private static func result(_ method: String, _ params: [JSON], _ facts: inout Facts) -> JSON? {
        let text = params.first?.string ?? ""
        let number = params.first?.number?.integer ?? 0
        switch method {
        case "server.version":
            // A newer server answers only if its version is in the range that it is asked for.
            guard facts.version == "1.4" || params.last?[1]?.string == facts.version else { return nil }
            return ["Peer of tests", .string(facts.version)]
        case "server.ping": return .null
        case "blockchain.headers.subscribe": return facts.headers.tip
        case "blockchain.block.header": return .string(Hex.encode(facts.headers.header(at: number)))
        case "blockchain.block.headers":
            let count = params[1].number?.integer ?? 0
            if facts.version == "1.6" {
                let headers = (number..<(number + count)).map { JSON.string(Hex.encode(facts.headers.header(at: $0))) }
                return ["count": .number(JSONNumber(count)), "headers": .array(headers), "max": 2016]
            }
            let bytes = (number..<(number + count)).flatMap { facts.headers.header(at: $0) }
            return ["count": .number(JSONNumber(count)), "hex": .string(Hex.encode(bytes)), "max": 2016]
        case "blockchain.scripthash.get_history": return facts.histories[text] ?? []
        case "blockchain.scripthash.listunspent": return facts.unspent[text] ?? []
        case "blockchain.scripthash.subscribe": return facts.statuses[text] ?? .null
        case "blockchain.transaction.get": return facts.transactions[text].map { .string($0) }
        case "blockchain.transaction.get_merkle":
            // Of blocks with one transaction, whose name is the root.
            let height = params[1].number?.integer ?? 0
            let root = facts.headers.headers.indices.contains(height) ? facts.headers.headers[height].merkleRoot : []
            guard TransactionID(text)?.bytes == root else { return nil }
            return ["block_height": .number(JSONNumber(height)), "pos": 0, "merkle": []]
        case "blockchain.transaction.broadcast":
            facts.broadcasts.append(text)
            let bytes = Hex.decode(text) ?? []
            let id = (try? BitcoinTransaction(bytes, form: .plain))?.id.description ?? ""
            facts.transactions[id] = text
            return .string(id)
        case "blockchain.estimatefee": return JSONNumber("0.00001042").map(JSON.number) ?? .null
        case "mempool.get_info" where facts.version == "1.6":
            return ["mempoolminfee": JSONNumber("0.00002").map(JSON.number) ?? .null]
        case "blockchain.relayfee" where facts.version == "1.6": return nil
        case "blockchain.relayfee": return JSONNumber("1e-05").map(JSON.number) ?? .null
        default: return .null
        }
    }
}
