import BigInt
import Bridge
import Ethereum
import Network
import Primitives
import Synchronization
import TestSupport
import Testing
import WalletCore
import WalletMethods

@testable import EthereumWallet
@testable import WalletTesting

/// Two nodes, of which one or both have a fault at one question, while a balance is asked for and a payment is made.
@MainActor @Suite(.timeLimit(.minutes(15))) struct NodeFaultTests {
    private enum Fault: String, CaseIterable {
        case limits = "-32005"
        case lacks = "-32601"
        case breaks = "-32603"
        case refuses = "-32000"
        case rations = "HTTP 429"
        case denies = "HTTP 403"
        case isDown = "HTTP 503"
        case swallows, closes, lies, stalls
    }

    private static let questions = [
        "eth_chainId", "eth_blockNumber", "eth_getBalance", "eth_getTransactionCount", "eth_feeHistory",
        "eth_estimateGas", "eth_sendRawTransaction", "eth_getTransactionByHash",
    ]

    @Test(arguments: [1, 2])
    func `whatever nodes do, nothing is paid twice, and each outcome is told`(count: Int) async throws {
        var rows: [[String]] = []
        for question in Self.questions {
            var cells: [String] = []
            for fault in Fault.allCases {
                let world = try await NodeWorld()
                for node in world.nodes.prefix(count) { Self.spoil(node, question, fault) }
                let (cell, faults) = try await world.run()
                #expect(faults == [], "\(question) \(fault) \(count)")
                cells.append(cell)
            }
            rows.append(["`\(question)`"] + cells)
        }
        try CheckedTable(
            named: count == 1 ? "nodes: the node in use of two" : "nodes: both", in: "docs/server-faults.md"
        )
        .check(["question"] + Fault.allCases.map(\.rawValue), rows)
    }

    @Test func `a transaction is offered to each node, and what each said is kept`() async throws {
        let world = try await NodeWorld()
        // The other nodes are waited for, once one has accepted it.
        world.site.services.time = .system
        world.nodes[0].set("eth_sendRawTransaction") { _ throws(NodeError) in throw .refused(.underpriced) }
        let answer = await world.pay()
        #expect(answer["result"] != nil)
        #expect(world.nodes.map(\.sent.count) == [1, 1])
        let record = try #require(try await world.site.services.journal.recent(limit: 1).first)
        #expect(record.state == .sent)
        #expect(record.replies.map(\.server) == ["a.example", "b.example"])
        #expect(record.replies.map(\.name) == ["refused", "accepted"])
    }

    @Test func `a page never learns the names of the nodes`() async throws {
        let world = try await NodeWorld()
        for node in world.nodes {
            node.set("eth_sendRawTransaction") { _ throws(NodeError) in throw .refused(.underpriced) }
        }
        let message = try #require(await world.pay()["error"]?["message"]?.string)
        #expect(!message.contains("example"))
        #expect(try await world.site.services.journal.recent(limit: 1).map(\.state) == [.declined])
    }

    @Test func `a transaction that no node has any more has an unknown outcome, until one has it`() async throws {
        let world = try await NodeWorld()
        let hash = try #require(await world.pay()["result"]?.string)
        let known = world.known.withLock { $0 }
        world.known.withLock { $0 = [] }
        let later = WalletClock.systemTime() + 120
        let watcher = ReceiptWatcher(
            journal: world.site.services.journal, chains: world.site.services.chains, now: { later })
        await watcher.look()
        #expect(try await world.site.services.journal.open().map(\.state) == [.unknown])
        world.known.withLock { $0 = known }
        await watcher.look()
        #expect(try await world.site.services.journal.open().map(\.txid) == [hash])
        #expect(try await world.site.services.journal.open().map(\.state) == [.sent])
    }

    private static func spoil(_ node: FakeNode, _ question: String, _ fault: Fault) {
        func refuse(_ code: Int, _ message: String) {
            let refusal = NodeRefusal(["code": .number(JSONNumber(code)), "message": .string(message)])
            node.set(question) { _ throws(NodeError) in throw .refused(refusal) }
        }
        switch fault {
        case .limits: refuse(-32005, "limit exceeded")
        case .lacks: refuse(-32601, "the method does not exist")
        case .breaks: refuse(-32603, "internal error")
        case .refuses: refuse(-32000, "header not found")
        case .rations: node.set(question) { _ throws(NodeError) in throw .status(429) }
        case .denies: node.set(question) { _ throws(NodeError) in throw .status(403) }
        case .isDown: node.set(question) { _ throws(NodeError) in throw .status(503) }
        case .closes: node.set(question) { _ throws(NodeError) in throw .wire(.interrupted) }
        case .stalls: node.set(question) { _ throws(NodeError) in throw .wire(.timedOut) }
        case .lies:
            node.set(
                question,
                question == "eth_chainId"
                    ? "0x539"
                    : question == "eth_sendRawTransaction"
                        ? .string("0x" + String(repeating: "ef", count: 32)) : ["lie": true])
        case .swallows:
            switch question {
            case "eth_sendRawTransaction": node.acceptTransactions()
            case "eth_getBalance": node.set(question, "0x0")
            default: node.set(question, .null)
            }
        }
    }
}

/// A wallet with two nodes of one chain.
@MainActor private struct NodeWorld {
    let nodes = [FakeNode.quiet(), FakeNode.quiet()]
    let known = KnownTransactions()
    let site: TestSite
    let balances: EthereumBalances

    /// The transactions that the network has.
    final class KnownTransactions: Sendable {
        private let held = Mutex<Set<String>>([])
        func withLock<Value: Sendable>(_ body: @Sendable (inout Set<String>) -> Value) -> Value {
            held.withLock { body(&$0) }
        }
    }

    init() async throws {
        let (first, second, known) = (nodes[0], nodes[1], known)
        for node in nodes {
            node.set("eth_blockNumber", "0x10")
            node.set("eth_sendRawTransaction") { params in
                let raw = params[0]?.string.flatMap { Hex.decode($0) } ?? []
                let hash = "0x" + Hex.encode(EthereumTransaction.hash(ofRaw: raw).bytes)
                known.withLock { _ = $0.insert(hash) }
                return .string(hash)
            }
            node.set("eth_getTransactionByHash") { params in
                let hash = params[0]?.string ?? ""
                return known.withLock { $0.contains(hash) } ? ["hash": .string(hash)] : .null
            }
        }
        let chains = ChainBook(endpoints: [1: try Endpoint("https://a.example")]) { endpoint in
            endpoint.origin.host == "a.example" ? first : second
        }
        chains.setAlternatives([try Endpoint("https://b.example")], for: .ethereum)
        site = try TestSite(chains: chains)
        site.services.time = TimeSource(now: { .zero }, sleep: { _ in })
        _ = await site.ask("eth_requestAccounts")
        balances = EthereumBalances(
            activeAccount: site.services.activeAccount, chains: chains, tokens: TokenBook(),
            clock: WalletClock())
    }

    func pay() async -> JSON { await site.send() }

    /// Asks for the balance and pays, and pays once more with nodes that work.
    ///
    /// - Returns: What the user was told, and what must not happen.
    func run() async throws -> (String, [String]) {
        var faults: [String] = []
        await balances.refresh()
        let balance = balances.accounts.first?.balances.first
        let state =
            switch balance?.state {
            case .current?: "current"
            case .offline?: "offline"
            case .incomplete?: "incomplete"
            case .disagreement?: "disagreement"
            default: "none"
            }
        if let units = balance?.units, units > BigUInt(1_000_000_000_000_000_000) {
            faults.append("the balance is too large")
        }
        let answer = await pay()
        let message = answer["error"]?["message"]?.string ?? ""
        let isSent = answer["result"] != nil
        let got = nodes.contains { !$0.sent.isEmpty }
        let isUnknown = message.contains("may have been sent") || message.contains("look for it")
        if message.contains("was not sent"), got { faults.append("it has left the wallet: \(message)") }
        if message.contains("a.example") || message.contains("b.example") { faults.append("a page learns a name") }
        if isSent, !got { faults.append("nothing was sent") }
        let record = try await site.services.journal.recent(limit: 1).first
        if isUnknown != (record?.state == .unknown) {
            faults.append("the journal says \(String(describing: record?.state))")
        }
        // With nodes that work, the user pays once more if it was not sent: with the same nonce, or a warning.
        for node in nodes { node.set("eth_getTransactionCount", "0x5") }
        if !isSent, !isUnknown {
            for node in nodes {
                for method in ["eth_chainId", "eth_blockNumber", "eth_getBalance", "eth_feeHistory", "eth_estimateGas"]
                {
                    if let value = Self.right[method] { node.set(method, value) }
                }
                node.acceptTransactions()
                node.set("eth_getTransactionByHash", .null)
            }
            _ = await pay()
            let nonces = Set(nodes.flatMap(\.sent).map(\.transaction.nonce))
            if nonces.count > 1 { faults.append("two payments can both be confirmed") }
        }
        return ("\(state); \(isSent ? "sent (0)" : isUnknown ? "unknown (4)" : "failed (1)")", faults)
    }

    private static let right: [String: JSON] = [
        "eth_chainId": "0x1", "eth_blockNumber": "0x10", "eth_getBalance": "0xde0b6b3a7640000",
        "eth_feeHistory": [
            "baseFeePerGas": ["0x3b9aca00", "0x3b9aca00"], "reward": [["0x5f5e100", "0x3b9aca00", "0x77359400"]],
        ], "eth_estimateGas": "0x5208",
    ]
}
