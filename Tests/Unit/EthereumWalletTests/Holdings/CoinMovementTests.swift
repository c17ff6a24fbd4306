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
@MainActor @Suite struct CoinMovementTests {
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
                return ["timestamp": "0x65", "transactions": .array(blocks.withLock { $0[block] ?? [] })]
            }
            node.set("eth_getTransactionReceipt", ["status": "0x1"])
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
    private let account: ActiveAccount
    private let incoming: CoinMovements
    private let chains = ChainBook()

    init() throws {
        account = try ActiveAccount(signer: DemoKeys(), account: Account(name: "Account", index: 0))
        chains.use(world.node, for: .ethereum)
        incoming = CoinMovements(activeAccount: account, chains: chains, store: store)
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
        let next = CoinMovements(activeAccount: account, chains: chains, store: store)
        await next.refresh()
        #expect(next.items == incoming.items)
    }

    @Test func `only the blocks in which the balance changed are read`() async throws {
        await incoming.refresh()
        world.add(150, 3, [payment("0x3")])
        world.head.withLock { $0 = 1_000 }
        await incoming.refresh()
        #expect(units == [3])
        #expect(world.node.methods.count { $0 == "eth_getBlockByNumber" } == 1)
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
                payment("0x1", from: own), payment("0x1", hash: "0x12"), .null, [], 7, ["to": .string(own)],
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

    @Test func `what a contract pays is listed if the node traces`() async throws {
        await incoming.refresh()
        let own = account.address(.ethereum)
        func trace(_ kind: String, _ value: String, error: Bool = false) -> JSON {
            let action: JSON = [
                "callType": .string(kind), "from": .string(Self.payer), "to": .string(own), "value": .string(value),
            ]
            var members: JSONObject = ["type": "call", "transactionHash": .string(Self.hash)]
            members["action"] = action
            if error { members["error"] = "Reverted" }
            return .object(members)
        }
        world.node.set(
            "trace_filter",
            [
                trace("call", "0x2"), trace("call", "0x3"), trace("delegatecall", "0x64"), trace("staticcall", "0x64"),
                trace("call", "0x64", error: true),
            ])
        world.add(101, 5, [])
        await incoming.refresh()
        #expect(units == [5])
    }
}
