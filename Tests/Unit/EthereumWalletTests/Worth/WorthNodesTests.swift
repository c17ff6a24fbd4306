import BigInt
import Bridge
import ClearSigning
import Ethereum
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import EthereumWallet
@testable import WalletCore
@testable import WalletMethods
@testable import WalletTesting

/// Exchanges below their worth over several nodes, of which some lie, are silent or stall.
@MainActor @Suite struct WorthNodesTests {
    private let bench: WorthBench

    init() throws { bench = try WorthBench() }

    private static let honest = TestPrices(chainID: 1, now: SigningWords.now)

    /// Prices of which all that do not keep a dollar are lied about by this factor, by every source alike.
    private static func lie(_ factor: Double) -> TestPrices {
        var lie = honest
        for (asset, cents) in lie.cents where Peg(symbol: asset) != .dollar && asset != "USDC" {
            lie.cents[asset] = Int(Double(cents) * factor)
        }
        return lie
    }

    /// What staking tokens and shares are worth, at an end of what is possible.
    private static func shares(_ ends: KeyPath<ClosedRange<BigUInt>, BigUInt>) -> TestPrices {
        var lie = honest
        for symbol in lie.shares.keys {
            lie.shares[symbol] = Peg.share(of: symbol).map { Int(clamping: $0[keyPath: ends] * 10) }
        }
        return lie
    }

    /// What the other node does beside an honest one.
    enum Other: String, CaseIterable, Sendable {
        case honest, none, stale, broken, absurd, poolsLie, feedsLie
        case third, tenth, triple, slightlyLess, slightlyMore, fewShares, manyShares, cheapDollars
        case fails, stalls

        @MainActor var answers: WorthBench.Answers {
            var prices = WorthNodesTests.honest
            switch self {
            case .honest, .none, .stale, .broken, .absurd, .poolsLie, .feedsLie:
                prices.character = TestPrices.Character(rawValue: rawValue) ?? .honest
            case .third: prices = lie(1 / 3)
            case .tenth: prices = lie(0.1)
            case .triple: prices = lie(3)
            case .slightlyLess: prices = lie(0.86)
            case .slightlyMore: prices = lie(1.16)
            case .fewShares: prices = shares(\.lowerBound)
            case .manyShares: prices = shares(\.upperBound)
            case .cheapDollars: for dollar in ["USDC", "USDT", "DAI"] { prices.cents[dollar] = 60 }
            case .fails: return .fails
            case .stalls: return .stalls
            }
            return .reports(prices)
        }
    }

    /// All losses with `WORTH_ALL=1`; without it, those that are hardest to see.
    private static let losses =
        ProcessInfo.processInfo.environment["WORTH_ALL"] == nil ? [84] : WorthBench.unfair

    @Test(arguments: Other.allCases)
    func `if one of two nodes is honest, every loss is a danger or its price is missing`(other: Other) async throws {
        var (silent, count, dangers): ([String], Int, Int) = ([], 0, 0)
        for (index, item) in WorthRequest.all.enumerated() {
            for percent in Self.losses {
                let pair = [.reports(Self.honest), other.answers]
                let said = try await bench.approval(
                    of: item.request(percent, at: Self.honest),
                    from: index.isMultiple(of: 2) ? pair : pair.reversed())
                count += 1
                if said.level == .danger { dangers += 1 }
                if !said.isToldToLose { silent.append("\(item.name) \(percent)%: \(said.warnings.map(\.text))") }
            }
        }
        WorthBench.tell("honest and \(other): \(count) losses, dangers: \(dangers), silent: \(silent.count)", silent)
        #expect(silent == [])
        Suites.record("worth/two-nodes", cases: count)
    }

    @Test func `two honest nodes make no fair exchange a danger, and leave nothing to check`() async throws {
        var (alarms, doubts, count): ([String], Int, Int) = ([], 0, 0)
        for item in WorthRequest.all {
            for percent in WorthBench.fair {
                let said = try await bench.approval(
                    of: item.request(percent, at: Self.honest),
                    from: [.reports(Self.honest), .reports(Self.lie(1.01))])
                count += 1
                if said.level == .danger { alarms.append("\(item.name) \(percent)%: \(said.warnings.map(\.text))") }
                if said.isUnconfirmed { doubts += 1 }
            }
        }
        WorthBench.tell("two honest nodes: \(count) fair, dangers: \(alarms.count), unconfirmed: \(doubts)", alarms)
        #expect(alarms.count * 100 <= count * 3)
        #expect(doubts == 0)
        Suites.record("worth/two-nodes-fair", cases: count)
    }

    /// Nothing shows that a single node lies with all its sources alike, or that all nodes do; so the wallet says that
    /// nothing confirms the prices.
    @Test(arguments: [[Other.third], [.triple], [.third, .stalls], [.triple, .none], [.triple, .fails]])
    func `if no honest node answers, a loss is a danger, or the wallet says that one server alone reports the prices`(
        nodes: [Other]
    ) async throws {
        var (dangers, stated, silent, count): (Int, Int, [String], Int) = (0, 0, [], 0)
        for item in WorthRequest.all {
            for percent in Self.losses {
                let said = try await bench.approval(
                    of: item.request(percent, at: Self.honest), from: nodes.map(\.answers))
                count += 1
                if item.isPegged { #expect(said.level == .danger, "\(item.name) \(percent)") }
                if said.isToldToLose {
                    dangers += 1
                } else if said.isUnconfirmed {
                    stated += 1
                    #expect(said.sourcesOfPrices?.hasSuffix("from one server only") == true)
                } else {
                    silent.append("\(item.name) \(percent)%: \(said.warnings.map(\.text))")
                }
            }
        }
        WorthBench.tell(
            "no honest node (\(nodes)): \(count) losses, dangers: \(dangers), unconfirmed: \(stated), silent: \(silent.count)",
            silent)
        #expect(silent == [])
        Suites.record("worth/no-honest-node", cases: count)
    }

    /// A memory of what nodes with `prices` reported some days ago.
    private static func memory(_ prices: TestPrices, daysAgo: Int64) async throws -> MemoryPrices {
        let memory = MemoryPrices()
        let tokens = KnownTokens.all.filter { $0.chainID == 1 }.map(\.address)
        for first in stride(from: 0, to: tokens.count, by: 5) {
            let found = await prices.read(tokens[first..<min(first + 5, tokens.count)].map { $0 })
            await memory.keep(found.kept(on: 1, at: SigningWords.now - daysAgo * 86_400))
        }
        return memory
    }

    /// A single node that reports prices that it did not report yesterday.
    @Test(arguments: [Other.third, .triple])
    func `if a single node lies now and did not yesterday, every loss is a danger`(node: Other) async throws {
        let memory = try await Self.memory(Self.honest, daysAgo: 1)
        var (others, count): ([String], Int) = ([], 0)
        for item in WorthRequest.all {
            for percent in Self.losses {
                let said = try await bench.approval(
                    of: item.request(percent, at: Self.honest), from: [node.answers], memory: memory)
                count += 1
                if said.level != .danger { others.append("\(item.name) \(percent)%: \(said.warnings.map(\.text))") }
            }
        }
        WorthBench.tell("\(node) with a memory: \(count) losses, no dangers: \(others.count)", others)
        #expect(others == [])
        Suites.record("worth/memory", cases: count)
    }

    @Test func `a single honest node makes at most three of a hundred fair exchanges a danger, with each memory`()
        async throws
    {
        for (factor, days) in [(0.9, 1), (1.1, 2), (0.7, 7), (1.4, 7), (0.6, 25), (1.8, 25)] as [(Double, Int64)] {
            let memory = try await Self.memory(Self.lie(factor), daysAgo: days)
            var (alarms, count): ([String], Int) = ([], 0)
            for item in WorthRequest.all {
                for percent in WorthBench.fair {
                    let said = try await bench.approval(
                        of: item.request(percent, at: Self.honest), from: [.reports(Self.honest)], memory: memory)
                    count += 1
                    if said.level == .danger { alarms.append("\(item.name) \(percent)%: \(said.warnings.map(\.text))") }
                }
            }
            WorthBench.tell(
                "an honest node, prices moved by \(factor) in \(days) days: \(count), dangers: \(alarms.count)", alarms)
            #expect(alarms.count * 100 <= count * 3)
            Suites.record("worth/memory-fair", cases: count)
        }
    }

    @Test func `the danger names the day whose prices are contradicted, and a second node settles it`() async throws {
        let item = try #require(WorthRequest.all.first { $0.name == "1inch ETH USDC" })
        let memory = try await Self.memory(Self.honest, daysAgo: 3)
        func said(_ nodes: [Other]) async throws -> Approval {
            try await bench.approval(of: item.request(30, at: Self.honest), from: nodes.map(\.answers), memory: memory)
        }
        let text = "The prices of your server contradict those of "
        let lone = try await said([.third])
        #expect(
            lone.warnings.contains { $0.level == .danger && $0.text.hasPrefix(text) && $0.text.contains("only 29%") })
        #expect(try await said([.third, .third]).warnings.allSatisfy { !$0.text.hasPrefix(text) })
    }

    @Test func `of each day the first prices are kept, for a month, and none that only a pool says`() async throws {
        let token = try EthereumAddress("0xf951E335afb289353dc249e82926178EaC7DEd78")
        var prices = Self.honest
        prices.others[token] = 320_000
        let found = await prices.read([nil, token, WorthRequest.token("LINK").address])
        let (memory, day) = (MemoryPrices(), Int64(86_400))
        await memory.keep(found.kept(on: 1, at: 100 * day))
        #expect(await memory.prices(on: 1).allSatisfy { $0.token != token })
        #expect(await memory.prices(on: 10).isEmpty)
        let first = await memory.prices(on: 1)
        await memory.keep(await Self.lie(3).read([nil]).kept(on: 1, at: 100 * day + 9))
        #expect(await memory.prices(on: 1) == first)
        await memory.keep(found.kept(on: 1, at: 132 * day))
        #expect(await memory.prices(on: 1).allSatisfy { $0.day == 132 })
        // What sources disagree about is not kept.
        prices.character = .poolsLie
        #expect(await prices.read([nil]).kept(on: 1, at: 0).isEmpty)
        // Neither today's price nor one from the future or before the last month counts.
        for at in [140 * day, 141 * day, 100 * day] {
            #expect(found.remembering(found.kept(on: 1, at: at), at: 140 * day).earlier.isEmpty)
        }
    }

    @Test func `a token that only one of two nodes knows has no price`() async throws {
        let token = try EthereumAddress("0xf951E335afb289353dc249e82926178EaC7DEd78")
        var invented = Self.honest
        invented.others[token] = 320_000
        let (liar, honest) = (await invented.read([nil, token]), await Self.honest.read([nil, token]))
        #expect(Prices.together([liar]).known[token] != nil)
        #expect(Prices.together([liar, honest]).known[token] == nil)
        #expect(Prices.together([honest, liar]).known[token] == nil)
        #expect(Prices.together([liar, liar]).known[token]?.nodes == 2)
        // A node that can read no source at all does not contradict.
        #expect(Prices.together([liar, .unknown]).known[token]?.nodes == 1)
    }

    @Test func `the approval says how many servers report the prices, and whether they disagree`() async throws {
        let item = try #require(WorthRequest.all.first { $0.name == "1inch ETH USDC" })
        func said(_ nodes: [Other]) async throws -> Approval {
            try await bench.approval(of: item.request(98, at: Self.honest), from: nodes.map(\.answers))
        }
        #expect(try await said([.honest]).sourcesOfPrices == "Chainlink and Uniswap, from one server only")
        #expect(try await said([.honest, .honest]).sourcesOfPrices == "Chainlink and Uniswap, from 2 of your servers")
        let split = try await said([.honest, .triple, .honest])
        #expect(split.sourcesOfPrices == "Chainlink and Uniswap, your servers disagree")
        #expect(split.level == .danger)
        #expect(split.warnings.contains { $0.text.hasPrefix("Your servers report different prices for ETH.") })
    }

    @Test func `an approval waits four seconds for prices, and takes those that came until then`() async throws {
        let item = try #require(WorthRequest.all.first { $0.name == "Uniswap V3 USDC WETH" })
        let call = try #require(item.request(98, at: Self.honest).params[0])
        let (to, data) = (try EthereumAddress(try #require(call["to"]?.string)), call["data"]?.string?.hexBytes)
        let intent = Intent(ContractCall(chainID: 1, from: nil, to: to, value: 0, data: try #require(data)))
        func asking(_ nodes: [Other], _ clock: ManualClock, _ asked: PriceQuestions) throws -> Task<Prices, Never> {
            let site = try bench.site(over: nodes.map(\.answers), clock: clock, asked: asked)
            let (node, knowledge) = (try site.services.chains.node(for: .ethereum), site.services.knowledge)
            return Task { await knowledge.prices(in: intent, on: .ethereum, asking: node) }
        }
        let alone = PriceQuestions()
        _ = try await asking([.honest], ManualClock(), alone).value
        let questions = alone.answered.withLock { $0 }
        #expect(questions > 0)
        for (nodes, known) in [([Other.stalls], 0), ([.honest, .stalls], 1), ([.stalls, .honest, .honest], 2)] {
            let (clock, asked) = (ManualClock(), PriceQuestions())
            let asking = try asking(nodes, clock, asked)
            var found: Prices?
            let waiting = Task { found = await asking.value }
            try #require(await eventually { clock.sleeperCount == 1 && asked.stalled.withLock { $0 } == 1 })
            try #require(await eventually { asked.answered.withLock { $0 } == known * questions })
            // What was answered is still to be read, on other threads.
            for _ in 0..<100 { try await Task.sleep(for: .milliseconds(1)) }
            clock.advance(by: .milliseconds(3_999))
            for _ in 0..<200 { await Task.yield() }
            #expect(found == nil)
            clock.advance(by: .milliseconds(1))
            await waiting.value
            #expect(found?.known[nil]?.nodes ?? 0 == known)
        }
    }
}
