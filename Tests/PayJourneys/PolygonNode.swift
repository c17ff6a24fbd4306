import Bridge
import Keys
import Simulators
import Synchronization

/// A node of Polygon that takes every transaction, for wallets that only have to send one.
final class PolygonNode: Sendable {
    private let server: SimulatedServer
    private let sent: Counter

    private final class Counter: Sendable {
        let hashes = Mutex<[String]>([])
    }

    init() async throws {
        let sent = Counter()
        self.sent = sent
        server = try await SimulatedServer { request in
            let question = (try? JSON(parsing: request.body)) ?? .null
            var answer: JSONObject = ["jsonrpc": "2.0", "id": question["id"] ?? .null]
            answer["result"] = Self.answer(
                question["method"]?.string ?? "", question["params"]?[0]?.string, sent.hashes)
            return .json(.object(answer))
        }
    }

    var address: String { "http://127.0.0.1:\(server.port)" }

    /// How many transactions it took.
    var sentCount: Int { sent.hashes.withLock(\.count) }

    func close() async { await server.close() }

    private static func answer(_ method: String, _ parameter: String?, _ sent: borrowing Mutex<[String]>) -> JSON {
        switch method {
        case "eth_chainId": return "0x89"
        case "eth_getBalance": return "0xde0b6b3a7640000"
        case "eth_getTransactionCount": return "0x0"
        case "eth_estimateGas": return "0xc350"
        case "eth_gasPrice": return "0x6fc23ac00"
        case "eth_maxPriorityFeePerGas": return "0x6fc23ac00"
        case "eth_feeHistory":
            return [
                "oldestBlock": "0x1", "baseFeePerGas": ["0x6fc23ac00", "0x6fc23ac00"], "gasUsedRatio": [1],
                "reward": [["0x6fc23ac00", "0x6fc23ac00", "0x6fc23ac00"]],
            ]
        case "eth_call": return .string("0x" + String(repeating: "0", count: 56) + "3b9aca00")
        case "eth_sendRawTransaction":
            let hash = "0x" + Hex.encode(Keccak256.hash(Hex.decode(parameter ?? "") ?? []).bytes)
            sent.withLock { $0.append(hash) }
            return .string(hash)
        default: return .null
        }
    }
}
