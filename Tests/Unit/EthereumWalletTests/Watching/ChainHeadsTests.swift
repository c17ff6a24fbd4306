import Bridge
import TestSupport
import Testing
import WalletCore
import WalletMethods

@testable import EthereumWallet
@testable import WalletTesting

/// How often nodes are asked for their latest blocks.
@MainActor @Suite struct ChainHeadsTests {
    /// A wallet that watches addresses on a chain whose latest block is number 1,000.
    private func watching(
        _ count: Int
    ) async throws -> (node: FakeNode, clock: ManualClock, site: TestSite, addresses: [String]) {
        let node = FakeNode.quiet()
        node.set("eth_blockNumber", "0x3e8")
        let clock = ManualClock()
        let site = try await TestSite.connected(node)
        site.services.time = clock.time
        let holdings = site.services.holdings
        await holdings.refresh()
        let addresses = (1...count).map { "0x" + String(repeating: "\($0)", count: 40) }
        for address in addresses { _ = try await holdings.watchedEthereum.watch(address, named: address) }
        await holdings.refresh()
        return (node, clock, site, addresses)
    }

    @Test func `a chain is asked for its latest block once per interval, however many addresses are followed`()
        async throws
    {
        let (node, clock, site, _) = try await watching(3)
        defer { withExtendedLifetime(site) {} }
        func count() -> Int { node.methods.count { $0 == "eth_blockNumber" } }
        // Each of the four sources follows the chain.
        #expect(await eventually { clock.sleeperCount == 4 })
        for head in ["0x3e8", "0x3e8", "0x3e9", "0x3ea"] {
            node.set("eth_blockNumber", .string(head))
            let (before, balances) = (count(), node.methods.count { $0 == "eth_getBalance" || $0 == "eth_call" })
            clock.advance(by: .seconds(15))
            #expect(await eventually { count() > before && clock.sleeperCount == 4 })
            #expect(count() == before + 1, "\(head)")
            // All balances are asked again after a new block, and only then.
            let isNew = head > "0x3e8"
            #expect((node.methods.count { $0 == "eth_getBalance" || $0 == "eth_call" } > balances) == isNew)
        }
    }

    @Test func `a payment to a watched address is found with the block, and quiet addresses take turns`() async throws {
        let (node, clock, site, watched) = try await watching(4)
        defer { withExtendedLifetime(site) {} }
        #expect(await eventually { clock.sleeperCount == 5 })
        // The addresses in the requests about movements.
        func searched(since count: Int) -> Set<String> {
            let asked = node.asked.dropFirst(count).filter { $0.method == "eth_getLogs" || $0.method == "trace_filter" }
            return Set(
                watched.filter { address in
                    asked.contains { $0.params.text.lowercased().contains(address.dropFirst(2)) }
                })
        }
        var turns: [Set<String>] = []
        for head in 1...4 {
            let before = node.asked.count
            node.set("eth_blockNumber", .string("0x\(String(1_000 + head, radix: 16))"))
            clock.advance(by: .seconds(15))
            #expect(await eventually { !searched(since: before).isEmpty && clock.sleeperCount == 5 })
            turns.append(searched(since: before))
        }
        #expect(turns.allSatisfy { $0.count == 1 })
        #expect(turns.reduce(into: Set()) { $0.formUnion($1) } == Set(watched))
        // All balances change, so all are searched.
        let before = node.asked.count
        node.set("eth_getBalance", "0x1")
        node.set("eth_blockNumber", "0x400")
        clock.advance(by: .seconds(15))
        #expect(await eventually { searched(since: before) == Set(watched) })
    }

    @Test func `requests at the same time are one, and an old answer or that of another node does not count`()
        async throws
    {
        let (node, heads, clock) = (FakeNode(), ChainHeads(), ManualClock())
        node.set("eth_blockNumber", "0x5")
        let numbers = try await withThrowingTaskGroup(of: UInt64?.self) { group in
            for _ in 0..<5 { group.addTask { try await heads.number(of: .ethereum, from: node, time: clock.time) } }
            var numbers: [UInt64?] = []
            for try await number in group { numbers.append(number) }
            return numbers
        }
        #expect(numbers == [5, 5, 5, 5, 5])
        #expect(node.methods.count < 5)
        node.set("eth_blockNumber", "0x6")
        func number(_ age: Duration) async throws -> UInt64? {
            try await heads.number(of: .ethereum, from: node, within: age, time: clock.time)
        }
        #expect(try await number(.seconds(10)) == 5)
        clock.advance(by: .seconds(10))
        #expect(try await number(.seconds(10)) == 6)
        node.set("eth_blockNumber", "0x7")
        #expect(try await number(.zero) == 7)
        heads.forget(.ethereum)
        node.set("eth_blockNumber") { _ throws(NodeError) in throw .malformed }
        await #expect(throws: NodeError.malformed) { try await number(.seconds(10)) }
        // A failure is not kept.
        node.set("eth_blockNumber", "0x8")
        #expect(try await number(.seconds(10)) == 8)
    }
}
