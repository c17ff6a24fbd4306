import BigInt
import Bridge
import Ethereum
import Network
import Primitives
import Synchronization
import Testing
import WalletCore
import WalletMethods

@testable import EthereumWallet
@testable import WalletTesting

/// The movements of tokens: how far they are searched, what survives a restart, and what is listed.
@MainActor @Suite struct TokenMovementTests {
    private nonisolated static let account = EthereumHoldingsTests.account
    private nonisolated static let other = EthereumHoldingsTests.other
    private nonisolated static let usdc = EthereumHoldingsTests.usdc
    private nonisolated static let collection = "0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D"
    private nonisolated static let unknown = "0x1111111111111111111111111111111111111111"

    /// A chain whose logs and blocks a test decides.
    private final class World: Sendable {
        let head = Mutex<UInt64>(1_000)
        let logs = Mutex<[JSON]>([])

        /// The maximum number of blocks that the node searches at once.
        let limit = Mutex<UInt64>(.max)

        /// Which version of the chain it is; another one has other hashes.
        let fork = Mutex(1)

        /// Whether the node searches only the logs of named contracts.
        let isPicky = Mutex(false)
        let ranges = Mutex<[ClosedRange<UInt64>]>([])
        let node = FakeNode.quiet()

        init() {
            node.set("eth_blockNumber") { [self] _ in .string(HexNumber.text(head.withLock(\.self))) }
            node.set("eth_getBlockByNumber") { [self] params in
                let block = params[0]?.quantity ?? 0
                let digits = String(block, radix: 16)
                let hash = "0x\(fork.withLock(\.self))" + String(repeating: "0", count: 63 - digits.count) + digits
                return [
                    "number": .string(HexNumber.text(block)), "hash": .string(hash),
                    "timestamp": .string(HexNumber.text(block * 10)),
                ]
            }
            node.set("eth_getLogs") { [self] params throws(NodeError) in try found(params[0] ?? .null) }
        }

        private func found(_ filter: JSON) throws(NodeError) -> JSON {
            guard let first = filter["fromBlock"]?.quantity, let last = filter["toBlock"]?.quantity, first <= last
            else {
                throw .refused(.invalidParameters)
            }
            let addresses = filter["address"]?.array?.compactMap { $0.string?.lowercased() }
            if isPicky.withLock(\.self), addresses == nil { throw .refused(.other) }
            guard last - first < limit.withLock(\.self) else { throw .refused(.limit) }
            ranges.withLock { $0.append(first...last) }
            let topics = filter["topics"]?.array ?? []
            return .array(
                logs.withLock(\.self).filter { log in
                    guard let block = log["blockNumber"]?.quantity, (first...last).contains(block) else { return false }
                    if let addresses, !addresses.contains(log["address"]?.string?.lowercased() ?? "") { return false }
                    return topics.enumerated().allSatisfy { place, wanted in
                        guard wanted != .null else { return true }
                        let topic = log["topics"]?[place]
                        return wanted.array.map { $0.contains(topic ?? .null) } ?? (topic == wanted)
                    }
                })
        }

        func add(_ log: JSON) { logs.withLock { $0.append(log) } }
    }

    private let world = World()
    private let store = MemoryMovements()

    private func site() async throws -> TestSite { try await TestSite.connected(world.node) }

    private func movements(_ site: TestSite) -> TokenMovements {
        TokenMovements(
            activeAccount: site.services.activeAccount, chains: site.services.chains,
            knowledge: site.services.knowledge, store: store)
    }

    private nonisolated static func word(_ text: String) -> JSON { EthereumHoldingsTests.word(text) }

    private nonisolated static func transfer(
        _ units: String = "0x5", of contract: String = usdc, from: String = other, to: String = account, block: Int
    ) -> JSON {
        EthereumHoldingsTests.log(
            contract, "Transfer(address,address,uint256)", [word(from), word(to)], word(units), block: block)
    }

    private func units(_ movements: TokenMovements) -> [BigInt] { movements.items.flatMap { $0.changes.map(\.units) } }

    @Test func `after a restart only the newest blocks are searched again`() async throws {
        world.add(Self.transfer(block: 3))
        let site = try await site()
        let first = movements(site)
        await first.refresh()
        #expect(units(first) == [5])
        #expect(first.gaps.isEmpty)
        #expect(first.items.first?.at == 30)
        world.ranges.withLock { $0 = [] }
        world.head.withLock { $0 = 1_100 }
        world.add(Self.transfer("0x7", block: 1_050))
        let second = movements(site)
        await second.refresh()
        #expect(Set(units(second)) == [5, 7])
        #expect(world.ranges.withLock { $0.allSatisfy { $0.lowerBound == 937 } })
        #expect(world.ranges.withLock(\.count) == 3)
    }

    @Test func `movements that the node of a site reports are marked, also after a restart`() async throws {
        world.add(Self.transfer(block: 3))
        let site = try await site()
        let own = movements(site)
        await own.refresh()
        #expect(own.items.map(\.nodeSite) == [nil])
        try await site.services.chains.add(
            .ethereum, at: Endpoint("https://node.example"), for: site.peer.origin)
        site.services.chains.use(world.node, for: .ethereum)
        let second = movements(site)
        await second.refresh()
        let origin = site.peer.origin.description
        let stored = try await TokenMovements.stored(
            of: AccountID(chain: ChainID(eip155: 1), address: Self.account), on: .ethereum, in: store,
            tokens: site.services.knowledge.tokens)
        #expect(second.items.map(\.nodeSite) == stored.map(\.nodeSite))
        #expect(stored.map(\.nodeSite) == [origin])
    }

    @Test func `a search that is too long for one call continues with the next, and says since when it is complete`()
        async throws
    {
        world.head.withLock { $0 = 100_000 }
        world.limit.withLock { $0 = 1_000 }
        world.add(Self.transfer(block: 40))
        world.add(Self.transfer("0x7", block: 99_990))
        let site = try await site()
        let found = movements(site)
        await found.refresh()
        #expect(units(found) == [7])
        let gap = try #require(found.gaps.first)
        #expect(try #require(gap.since) > 400_000 && gap.since ?? 0 < 1_000_000)
        // After a restart, it continues where it was.
        let next = movements(site)
        for _ in 0..<12 { await next.refresh() }
        #expect(Set(units(next)) == [5, 7])
        #expect(next.gaps.isEmpty)
        let asked = world.ranges.withLock { $0.filter { $0.upperBound < 99_000 } }
        #expect(Set(asked.map(\.upperBound)).count * 3 == asked.count, "no old block is searched twice")
    }

    @Test func `what happened while the wallet was closed for long is found, and so is the rest afterwards`()
        async throws
    {
        world.limit.withLock { $0 = 100 }
        let site = try await site()
        let first = movements(site)
        for _ in 0..<4 { await first.refresh() }
        #expect(first.gaps.isEmpty)
        world.head.withLock { $0 = 20_000 }
        world.add(Self.transfer("0x1", block: 1_500))
        world.add(Self.transfer("0x2", block: 19_900))
        let second = movements(site)
        await second.refresh()
        #expect(units(second) == [2])
        #expect(!second.gaps.isEmpty)
        for _ in 0..<20 { await second.refresh() }
        #expect(Set(units(second)) == [1, 2])
        #expect(second.gaps.isEmpty)
    }

    @Test func `movements in blocks that were replaced vanish, and those of another chain are forgotten`() async throws
    {
        world.add(Self.transfer("0x1", block: 10))
        world.add(Self.transfer("0x2", block: 999))
        let site = try await site()
        let found = movements(site)
        await found.refresh()
        #expect(Set(units(found)) == [1, 2])
        // Three blocks are replaced.
        world.logs.withLock { _ = $0.removeLast() }
        world.head.withLock { $0 = 1_001 }
        await found.refresh()
        #expect(units(found) == [1])
        // All of them are.
        world.logs.withLock { $0 = [Self.transfer("0x3", block: 20)] }
        world.fork.withLock { $0 = 2 }
        await found.refresh()
        #expect(units(found) == [3])
        let stored = movements(site)
        await stored.refresh()
        #expect(units(stored) == [3])
    }

    @Test func `a node that is behind changes nothing`() async throws {
        world.add(Self.transfer(block: 10))
        let site = try await site()
        let found = movements(site)
        await found.refresh()
        world.head.withLock { $0 = 5 }
        world.logs.withLock { $0 = [] }
        await found.refresh()
        world.head.withLock { $0 = 1_000 }
        let next = movements(site)
        world.node.set("eth_getLogs") { _ throws(NodeError) in throw .wire(.unreachable) }
        await next.refresh()
        #expect(units(next) == [5])
    }

    @Test func `items of collections are listed with their numbers`() async throws {
        let item = Self.word("0xde")
        world.add(
            EthereumHoldingsTests.log(
                Self.collection, "Transfer(address,address,uint256)",
                [Self.word(Self.other), Self.word(Self.account), item],
                "0x", block: 5))
        let usdcItems = "TransferSingle(address,address,address,uint256,uint256)"
        let amounts = "0x" + [7, 2].map { String(repeating: "0", count: 63) + "\($0)" }.joined()
        world.add(
            EthereumHoldingsTests.log(
                Self.collection, usdcItems, [Self.word(Self.other), Self.word(Self.account), Self.word(Self.other)],
                .string(amounts), block: 6))
        let batch = [0x40, 0xa0, 2, 1, 2, 2, 3, 4].map {
            let digits = String($0, radix: 16)
            return String(repeating: "0", count: 64 - digits.count) + digits
        }
        world.add(
            EthereumHoldingsTests.log(
                Self.collection, "TransferBatch(address,address,address,uint256[],uint256[])",
                [Self.word(Self.other), Self.word(Self.other), Self.word(Self.account)],
                .string("0x" + batch.joined()), block: 7))
        let site = try await site()
        let found = movements(site)
        await found.refresh()
        #expect(
            found.items.map { $0.changes.map(\.text) } == [
                ["+3 × item 1 of “0xBC4C…f13D”", "+4 × item 2 of “0xBC4C…f13D”"],
                ["−2 × item 7 of “0xBC4C…f13D”"], ["+1 × item 222 of “0xBC4C…f13D”"],
            ])
        #expect(found.items.map { $0.changes.first?.asset.id.namespace } == ["erc1155", "erc1155", "erc721"])
    }

    @Test func `an unknown contract is listed only if the account has dealt with it`() async throws {
        let contracts = FakeContracts(world.node)
        try contracts.add(Self.unknown, "symbol()", "(string)") { _ in [.string("XYZ")] }
        try contracts.add(Self.unknown, "decimals()", "(uint8)") { _ in [.number(1)] }
        world.add(Self.transfer(of: Self.unknown, block: 990))
        world.add(Self.transfer("0x0", block: 991))
        world.node.set("eth_getTransactionByHash") { params in
            ["hash": params[0] ?? .null, "from": .string(Self.other)]
        }
        let site = try await site()
        let found = movements(site)
        await found.refresh()
        #expect(found.items.isEmpty)
        // The account sends some of it away.
        world.add(Self.transfer("0x3", of: Self.unknown, from: Self.account, to: Self.other, block: 992))
        world.node.set("eth_getTransactionByHash") { params in
            ["hash": params[0] ?? .null, "from": .string(Self.account)]
        }
        await found.refresh()
        #expect(found.items.flatMap { $0.changes.map(\.text) } == ["−0.3 “XYZ”", "+0.5 “XYZ”"])
    }

    @Test func `a node that wants the contracts named is asked about those that are known`() async throws {
        world.isPicky.withLock { $0 = true }
        world.add(Self.transfer(block: 3))
        let site = try await site()
        let found = movements(site)
        await found.refresh()
        #expect(units(found) == [5])
        // A token that is added later is searched from the first block on.
        world.add(Self.transfer("0x9", of: Self.unknown, block: 4))
        let address = try EthereumAddress(Self.unknown)
        let token = try #require(Token(chainID: 1, address: address, symbol: "XYZ", decimals: 0))
        #expect(await site.services.knowledge.tokens.add(token))
        await found.refresh()
        #expect(Set(units(found)) == [5, 9])
    }

    @Test func `many logs of others in a block do not hide those of a known token`() async throws {
        var spam = try #require(Self.transfer(of: Self.unknown, block: 2).object)
        spam["logIndex"] = "0x1"
        let (spams, known): (JSON, JSON) = (
            .array([JSON](repeating: .object(spam), count: 20_001)), [Self.transfer(block: 2)]
        )
        world.head.withLock { $0 = 3 }
        world.node.set("eth_getLogs") { params throws(NodeError) in
            guard let first = params[0]?["fromBlock"]?.quantity, let last = params[0]?["toBlock"]?.quantity else {
                throw .refused(.invalidParameters)
            }
            guard (first...last).contains(2) else { return [] }
            return params[0]?["address"] == nil ? spams : known
        }
        let site = try await site()
        let found = movements(site)
        await found.refresh(most: 200)
        #expect(units(found) == [5])
    }

    @Test func `answers that make no sense list nothing and stop nothing`() async throws {
        world.add(Self.transfer("0x5", block: 3))
        world.node.set("eth_getBlockByNumber", "0x")
        let site = try await site()
        let found = movements(site)
        await found.refresh()
        for head in ["0xffffffffffffffff", "junk", "0x1"] as [JSON] {
            world.node.set("eth_blockNumber", head)
            await found.refresh()
        }
        #expect(found.items.isEmpty)
    }

    @Test func `the node of a site is not asked about a watched address, and its word is dropped for the user's`()
        async throws
    {
        let chains = ChainBook(
            endpoints: [1: try Endpoint("https://node.example")],
            fromSites: [1: try Origin(serialized: "https://dapp.example")]
        ) { [world] _ in world.node }
        let site = try TestSite(chains: chains)
        world.add(Self.transfer(block: 3))
        let watched = TokenMovements(
            .watched(WatchedAddress(Self.account, name: "Cold"), while: site.services.activeAccount), chains: chains,
            knowledge: site.services.knowledge, store: store)
        await watched.refresh()
        #expect(world.node.methods.isEmpty)
        let own = movements(site)
        await own.refresh()
        #expect(units(own) == [5])
        // The user sets a node, which knows nothing of it.
        world.logs.withLock { $0 = [] }
        try await chains.set([try Endpoint("https://own.example")], for: .ethereum)
        let next = movements(site)
        await next.refresh()
        #expect(next.items.isEmpty)
    }
}
