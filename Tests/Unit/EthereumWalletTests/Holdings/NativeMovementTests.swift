import BigInt
import Bridge
import Keys
import Synchronization
import Network
import Testing
import WalletCore

@testable import EthereumWallet
@testable import WalletTesting

/// Payments of a coin that arrive, by the balances and the blocks of a node.
@MainActor @Suite struct NativeMovementTests {
    private static let hash = "0x" + String(repeating: "ab", count: 32)
    private static let payer = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

    /// A chain of which the tests say what each block holds.
    private final class World: Sendable {
        let head = Mutex<UInt64>(100)
        let balances = Mutex<[UInt64: UInt64]>([:])
        let blocks = Mutex<[UInt64: [JSON]]>([:])
        let node = FakeNode()

        init() {
            node.set("eth_chainId", "0x1")
            node.set("eth_blockNumber") { [self] _ in .string(HexNumber.text(head.withLock(\.self))) }
            node.set("eth_getBalance") { [self] params in
                let block = params[1]?.quantity ?? 0
                let known = balances.withLock { $0.filter { $0.key <= block }.max { $0.key < $1.key }?.value ?? 0 }
                return .string(HexNumber.text(known))
            }
            node.set("eth_getBlockByNumber") { [self] params in
                let block = params[0]?.quantity ?? 0
                return [
                    "timestamp": "0x65", "hash": .string(Self.hash(of: block)),
                    "transactions": .array(blocks.withLock { $0[block] ?? [] }),
                ]
            }
            node.set("eth_getTransactionReceipt", ["status": "0x1"])
        }

        static func hash(of block: UInt64) -> String {
            let digits = String(block, radix: 16)
            return "0x" + String(repeating: "0", count: 64 - digits.count) + digits
        }

        /// A block in which `transactions` leave the account with `units`.
        func add(_ block: UInt64, _ units: UInt64, _ transactions: [JSON]) {
            balances.withLock { $0[block] = units }
            blocks.withLock { $0[block] = transactions }
            head.withLock { $0 = max($0, block) }
        }
    }

    private let world = World()
    private let store = MemoryHoldings()
    private let account: WalletSigner
    private let incoming: NativeMovements
    private let chains = ChainBook()

    init() throws {
        account = try WalletSigner(signer: DemoKeys(), account: Account(name: "Account", index: 0))
        chains.use(world.node, for: .ethereum)
        incoming = NativeMovements(activeAccount: account, chains: chains, store: store)
    }

    private func payment(_ value: JSON, to: String? = nil, from: String = payer, hash: String = hash) -> JSON {
        ["hash": .string(hash), "from": .string(from), "to": .string(to ?? account.address(.ethereum)), "value": value]
    }

    private var units: [BigInt] { incoming.items.flatMap { $0.changes.map(\.units) } }

    @Test func `what arrives after the first look is listed with its payer, also after a restart`() async throws {
        world.add(90, 5, [payment("0x5")])
        await incoming.refresh()
        #expect(incoming.items.isEmpty)
        world.add(117, 12, [payment("0x7")])
        world.head.withLock { $0 = 130 }
        await incoming.refresh()
        let item = try #require(incoming.items.first)
        #expect(units == [7])
        #expect(item.others == [Self.payer])
        #expect(item.state == .confirmed(14))
        #expect(item.at == 0x65)
        let next = NativeMovements(activeAccount: account, chains: chains, store: store)
        await next.refresh()
        #expect(next.items == incoming.items)
    }

    @Test func `only the blocks in which the balance changed are read`() async throws {
        await incoming.refresh()
        world.add(150, 3, [payment("0x3")])
        world.head.withLock { $0 = 1_000 }
        await incoming.refresh()
        #expect(units == [3])
        #expect(world.node.asked.count { $0.method == "eth_getBlockByNumber" && $0.params[1] == true } == 1)
        #expect(world.node.methods.count { $0 == "eth_getBalance" } < 20)
    }

    @Test func `a payment in a block that was replaced disappears`() async throws {
        await incoming.refresh()
        world.add(101, 3, [payment("0x3")])
        await incoming.refresh()
        #expect(units == [3])
        world.add(101, 0, [])
        world.add(102, 4, [payment("0x4", hash: "0x" + String(repeating: "cd", count: 32))])
        await incoming.refresh()
        #expect(units == [4])
    }

    @Test func `answers that make no sense list nothing and stop nothing`() async throws {
        await incoming.refresh()
        let own = account.address(.ethereum)
        let huge = JSON.string("0x" + String(repeating: "f", count: 80))
        world.add(
            101, 9,
            [
                payment("0x0"), payment(huge), payment("junk"), payment("0x1", to: Self.payer),
                payment("0x1", hash: "0x12"), .null, [], 7, ["to": .string(own)],
            ])
        await incoming.refresh()
        #expect(incoming.items.isEmpty)
        world.node.set("eth_blockNumber", "0xffffffffffffffff")
        await incoming.refresh()
        world.node.set("eth_blockNumber", "0x1")
        await incoming.refresh()
        #expect(incoming.items.isEmpty)
    }

    @Test(arguments: ["eth_getBlockByNumber", "eth_getTransactionReceipt"])
    func `a block that could not be read is read again, and what follows is not lost`(method: String) async throws {
        await incoming.refresh()
        world.add(101, 3, [payment("0x3")])
        world.head.withLock { $0 = 130 }
        let isFailing = Mutex(true)
        let served = world
        served.node.set(method) { params throws(NodeError) in
            if isFailing.withLock({ $0 }) { throw .wire(.tooLarge) }
            guard method == "eth_getBlockByNumber" else { return ["status": "0x1"] }
            let block = params[0]?.quantity ?? 0
            return ["timestamp": "0x65", "transactions": .array(served.blocks.withLock { $0[block] ?? [] })]
        }
        await incoming.refresh()
        #expect(incoming.items.isEmpty)
        isFailing.withLock { $0 = false }
        world.add(140, 7, [payment("0x4", hash: "0x" + String(repeating: "cd", count: 32))])
        await incoming.refresh()
        #expect(Set(units) == [3, 4])
    }

    @Test func `more changes of the balance than are asked for in one go are found over several calls`() async throws {
        await incoming.refresh()
        for block in UInt64(101)...220 {
            let hash = "0x" + String(repeating: "0", count: 61) + String(block)
            world.add(block, block, [payment("0x1", hash: hash)])
        }
        world.head.withLock { $0 = 400 }
        for _ in 0..<8 { await incoming.refresh() }
        #expect(incoming.items.count == 120)
    }

    @Test func `a payment that failed is not listed`() async throws {
        await incoming.refresh()
        world.node.set("eth_getTransactionReceipt", ["status": "0x0"])
        world.add(101, 9, [payment("0x9")])
        await incoming.refresh()
        #expect(incoming.items.isEmpty)
    }

    @Test func `what arrived and left while the wallet was closed is found after a restart`() async throws {
        await incoming.refresh()
        world.add(105, 8, [payment("0x8")])
        let left = payment("0x3", to: Self.payer, from: account.address(.ethereum), hash: Self.other)
        world.add(110, 5, [left])
        world.head.withLock { $0 = 160 }
        let next = NativeMovements(activeAccount: account, chains: chains, store: store)
        await next.refresh()
        #expect(next.items.flatMap { $0.changes.map(\.units) } == [-3, 8])
        #expect(next.items.map(\.others) == [[Self.payer], [Self.payer]])
        // The search began at block 88.
        #expect(next.gaps == [HistoryGap(account: id, of: .coins, since: 0x65)])
    }

    private static let other = "0x" + String(repeating: "cd", count: 32)
    private var id: AccountID { AccountID(chain: ChainID(eip155: 1), address: account.address(.ethereum)) }

    // MARK: Traces

    private func trace(
        _ value: String, _ kind: String = "call", from: String = payer, to: String? = nil, place: [Int] = [],
        block: Int = 50, hash: String = hash, error: Bool = false
    ) -> JSON {
        let action: JSON = [
            "callType": .string(kind), "from": .string(from), "to": .string(to ?? account.address(.ethereum)),
            "value": .string(value),
        ]
        var members: JSONObject = ["type": "call", "transactionHash": .string(hash)]
        members["action"] = action
        members["blockNumber"] = .number(JSONNumber(block))
        members["traceAddress"] = .array(place.map { .number(JSONNumber($0)) })
        if error { members["error"] = "Reverted" }
        return .object(members)
    }

    /// Serves traces, of which at most `limit` blocks at once.
    private func serve(_ traces: [JSON], all: [JSON] = [], limit: UInt64 = .max) {
        world.node.set("trace_filter") { params throws(NodeError) in
            guard let first = params[0]?["fromBlock"]?.quantity, let last = params[0]?["toBlock"]?.quantity else {
                throw .refused(.invalidParameters)
            }
            guard last - first < limit else { throw .refused(.limit) }
            let (to, from) = (params[0]?["toAddress"]?[0]?.string, params[0]?["fromAddress"]?[0]?.string)
            return .array(
                traces.filter { trace in
                    let block = trace["blockNumber"]?.number?.integer.flatMap { UInt64(exactly: $0) } ?? 0
                    guard (first...last).contains(block) else { return false }
                    return to.map { trace["action"]?["to"]?.string == $0 } ?? true
                        && from.map { trace["action"]?["from"]?.string == $0 } ?? true
                })
        }
        world.node.set("trace_transaction") { _ in .array(all) }
    }

    @Test func `a node with traces tells everything from the first block on, whatever it allows at once`()
        async throws
    {
        let own = account.address(.ethereum)
        for limit in [UInt64.max, 7] {
            serve(
                [
                    trace("0x5", block: 3), trace("0x2", from: own, to: Self.payer, block: 90, hash: Self.other),
                    trace("0x64", "delegatecall", block: 91), trace("0x64", "staticcall", block: 91),
                ], limit: limit)
            let found = NativeMovements(activeAccount: account, chains: chains, store: MemoryHoldings())
            for _ in 0..<3 { await found.refresh() }
            #expect(found.items.flatMap { $0.changes.map(\.units) } == [-2, 5])
            #expect(found.gaps.isEmpty)
        }
    }

    @Test func `what a contract pays is listed, but not what was undone with a call around it`() async throws {
        serve(
            [
                trace("0x2", place: [0]), trace("0x3", place: [1]), trace("0x64", place: [2, 0]),
                trace("0x64", place: [3], error: true),
            ], all: [trace("0x0"), trace("0x0", place: [2], error: true)])
        await incoming.refresh()
        #expect(units == [5])
        // Without the whole tree, nobody knows.
        let next = NativeMovements(activeAccount: account, chains: chains, store: MemoryHoldings())
        world.node.set("trace_transaction") { _ throws(NodeError) in throw .refused(.unsupported) }
        await next.refresh()
        #expect(next.items.isEmpty)
    }

    @Test func `a transaction that the account sent is listed even if it moved nothing or failed`() async throws {
        let own = account.address(.ethereum)
        serve([
            trace("0x0", from: own, to: Self.payer, block: 60),
            trace("0x9", from: own, to: Self.payer, block: 61, hash: Self.other, error: true),
        ])
        await incoming.refresh()
        #expect(units.isEmpty)
        #expect(incoming.items.map(\.state) == [.failed, .confirmed(41)])
        #expect(incoming.items.map(\.direction) == [.outgoing, .outgoing])
    }

    @Test(
        arguments: [
            "0x", .null, [[:]], [["type": "call"]], [["type": "call", "action": [:], "traceAddress": [-1]]],
            [["type": 7, "blockNumber": "x", "traceAddress": "y", "transactionHash": "0x1"]],
        ] as [JSON])
    func `traces that make no sense list nothing and stop nothing`(answer: JSON) async throws {
        world.node.set("trace_filter", answer)
        await incoming.refresh()
        #expect(incoming.items.isEmpty)
    }
}
