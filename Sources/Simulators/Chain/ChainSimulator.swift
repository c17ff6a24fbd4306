internal import Bridge
internal import LocalServer
internal import Primitives
internal import Synchronization

/// A simulated Ethereum node on this machine, for trying things out: every account has a high balance, and a
/// transaction is mined as soon as it is sent, unless ``mine(_:)`` says otherwise.
///
/// It tracks no balances, and of contracts only the allowances that transactions set: it simulates the interface of a
/// node, not a chain.
package final class ChainSimulator: Sendable {
    private let server: LoopbackServer
    private let book: Book

    /// What happens to the transactions that are sent.
    package enum Mining: Sendable {
        /// Each is in a block immediately.
        case immediate
        /// Each waits; ``mine(_:)`` with another value mines those that wait.
        case never
        /// Each is in a block immediately, and fails there.
        case reverting
    }

    private final class Book: Sendable {
        let chain = Mutex(SimulatedBlocks())
    }

    /// Starts a node.
    ///
    /// - Parameters:
    ///   - chain: The chain ID.
    ///   - port: The port on 127.0.0.1; 0 for any free port.
    ///   - funded: The only accounts with coins, and none has tokens; `nil` for all accounts.
    /// - Throws: ``SimulatorError/listen(_:)``.
    package init(chain: UInt64, port: Int = 0, funded: [String]? = nil) async throws(SimulatorError) {
        let book = Book()
        let funded = funded.map { Set($0.map { $0.lowercased() }) }
        self.book = book
        server = try await LoopbackServer.simulated(port: port) { request in
            guard let question = try? JSON(parsing: request.body), question.object != nil else {
                return ServedAnswer(400)
            }
            var answer: JSONObject = ["jsonrpc": "2.0", "id": question["id"] ?? .null]
            let method = question["method"]?.string ?? ""
            let parameter = question["params"]?[0]?.string
            let isPoor = funded?.contains(parameter?.lowercased() ?? "") == false
            if isPoor, ["eth_getBalance", "eth_call"].contains(method) {
                answer["result"] = .string("0x" + String(repeating: "0", count: method == "eth_call" ? 64 : 1))
            } else if let result = Self.result(of: method, parameter, question["params"], on: chain, book) {
                answer["result"] = result
            } else {
                answer["error"] = [
                    "code": -32_601,
                    "message": .string("The method \(method.prefix(80)) does not exist/is not available"),
                ]
            }
            return .json(.object(answer))
        }
    }

    /// The node's URL.
    package var address: String { "http://127.0.0.1:\(server.port)" }

    /// The number of transactions that were sent to the node.
    package var sentCount: Int { book.chain.withLock(\.hashes.count) }

    /// The hashes of the transactions that were sent to the node, in order.
    package var sent: [String] { book.chain.withLock(\.hashes) }

    /// Mines what is sent from now on in this way, and what waits.
    package func mine(_ mining: Mining) { book.chain.withLock { $0.mine(mining) } }

    /// Stops the node.
    package func close() async { await server.close() }

    /// A million coins of 18 decimals.
    private static let balance = "0xd3c21bcecceda1000000"

    /// The result of every contract call: 1,000,000,000 with six decimals, enough of any token.
    private static let word = "0x" + String(repeating: "0", count: 48) + "00038d7ea4c68000"

    private static let gasPrice = "0x6fc23ac00"

    private static func result(
        of method: String, _ parameter: String?, _ parameters: JSON?, on chain: UInt64, _ book: Book
    ) -> JSON? {
        switch method {
        case "eth_chainId": return hexadecimal(chain)
        case "net_version": return .string(String(chain))
        case "eth_blockNumber": return hexadecimal(UInt64(book.chain.withLock(\.minedCount)) + 1)
        case "eth_getBalance": return .string(balance)
        case "eth_getTransactionCount":
            let isPending = parameters?[1]?.string == "pending"
            return hexadecimal(UInt64(book.chain.withLock { isPending ? $0.hashes.count : $0.minedCount }))
        case "eth_estimateGas": return "0xc350"
        case "eth_gasPrice", "eth_maxPriorityFeePerGas": return .string(gasPrice)
        case "eth_feeHistory":
            return [
                "oldestBlock": "0x1", "baseFeePerGas": [.string(gasPrice), .string(gasPrice)], "gasUsedRatio": [1],
                "reward": [[.string(gasPrice), .string(gasPrice), .string(gasPrice)]],
            ]
        case "eth_call":
            let call = parameters?[0]
            return .string(
                book.chain.withLock { $0.allowance(call?["to"]?.string, call?["data"]?.string) } ?? word)
        case "eth_getCode": return "0x"
        case "eth_sendRawTransaction":
            guard let bytes = parameter.flatMap({ Hex.decode($0) }) else { return nil }
            let hash = "0x" + Hex.encode(Keccak256.hash(bytes).bytes)
            book.chain.withLock { $0.add(hash, bytes) }
            return .string(hash)
        case "eth_getTransactionByHash", "eth_getTransactionReceipt":
            guard let hash = parameter?.lowercased(), let sent = book.chain.withLock({ $0.transaction(hash) })
            else { return .null }
            let block = sent.block.map { hexadecimal(UInt64($0)) } ?? .null
            guard method.hasSuffix("Receipt") else { return ["hash": .string(hash), "blockNumber": block] }
            guard sent.block != nil else { return .null }
            return [
                "transactionHash": .string(hash), "blockNumber": block, "status": sent.succeeds ? "0x1" : "0x0",
            ]
        default: return nil
        }
    }

    private static func hexadecimal(_ number: UInt64) -> JSON { .string("0x" + String(number, radix: 16)) }
}
