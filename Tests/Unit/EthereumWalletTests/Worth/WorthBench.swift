import BigInt
import Bridge
import Ethereum
import Foundation
import Network
import Synchronization
import TestSupport
import Testing

@testable import EthereumWallet
@testable import WalletCore
@testable import WalletMethods
@testable import WalletTesting

/// Asks for approvals of exchanges over nodes with prices.
@MainActor struct WorthBench {
    /// Percentages of what is given that are guaranteed in fair requests, and in others.
    static let fair = [100, 96]
    static let unfair = [84, 60, 10]

    /// What a node does when it is asked for prices.
    enum Answers: Sendable {
        case reports(TestPrices)
        /// It closes the connection.
        case fails
        /// It takes the question, and never answers.
        case stalls
    }

    private let world: SigningWorld
    private let account: WalletSigner

    init() throws {
        world = try SigningWorld.read()
        account = try WalletSigner.demo()
    }

    /// A site over nodes that answer questions for prices like this.
    func site(
        over answers: [Answers], clock: ManualClock = ManualClock(), asked: PriceQuestions = PriceQuestions(),
        _ change: (inout SigningNode) -> Void = { _ in }
    ) throws -> TestSite {
        var facts = try SigningFacts(.null, words: SigningWords(world: world, chainID: 1))
        facts.balance = BigUInt(10).power(21)
        let nodes = answers.map { answer in
            var node = SigningNode(chainID: 1, world: world, facts: facts)
            if case .reports(let prices) = answer { node.reported = prices }
            change(&node)
            return PricedNode(node: node, answers: answer, asked: asked)
        }
        let chains = ChainBook()
        let (first, others) = (try #require(nodes.first), nodes.dropFirst())
        chains.use(others.isEmpty ? first : NodeGroup(first, Array(others)), for: .ethereum)
        let site = try TestSite("https://exchange.example", chains: chains, activeAccount: account)
        site.services.now = { SigningWords.now }
        site.services.time = clock.time
        return site
    }

    /// The approval of a request over such nodes; those that stall are waited for.
    func approval(
        of request: (method: String, params: JSON), from answers: [Answers], typing price: String? = nil,
        list: PriceList? = nil, memory: (any PriceMemory)? = nil, _ change: (inout SigningNode) -> Void = { _ in }
    ) async throws -> Approval {
        let (clock, asked) = (ManualClock(), PriceQuestions())
        let site = try site(over: answers, clock: clock, asked: asked, change)
        if let list { site.services.knowledge.priceList = { list } }
        site.services.knowledge.priceMemory = memory
        _ = await site.ask("eth_requestAccounts")
        site.judge = { approval in
            guard let price, approval.adjustments.contains(where: { $0.id == TypedPrice.id && $0.value != price })
            else { return .rejected }
            return .adjusted([TypedPrice.id: price])
        }
        let waiting = Task {
            // The time is over when all have answered that ever will.
            while !Task.isCancelled, asked.open.withLock({ $0 }) > 0 || asked.stalled.withLock({ $0 }) == 0 {
                try? await Task.sleep(for: .milliseconds(1))
            }
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(10))
                clock.advance(by: .seconds(4))
            }
        }
        defer { waiting.cancel() }
        let before = site.shown.count
        let answer = await site.ask(request.method, request.params)
        #expect(site.shown.count > before, "\(answer.text)")
        return try #require(site.shown.last)
    }

    static func tell(_ title: String, _ lines: [String]) {
        let text = "\nworth, \(title)\n" + lines.map { "  \($0)\n" }.joined()
        FileHandle.standardOutput.write(Data(text.utf8))
    }
}

/// Counts questions for prices.
final class PriceQuestions: Sendable {
    /// Those that will be answered.
    let open = Mutex(0)

    /// Those that were answered.
    let answered = Mutex(0)

    /// Those that never will.
    let stalled = Mutex(0)
}

/// A node that answers questions for prices in its own way.
struct PricedNode: EthereumNode {
    let node: SigningNode
    let answers: WorthBench.Answers
    let asked: PriceQuestions

    func ask(_ method: String, _ params: JSON) async throws(NodeError) -> JSON {
        let isPrice =
            method == "eth_call"
            && params[0]?["to"]?.string?.lowercased() == Multicall.contract?.description.lowercased()
        guard isPrice else { return try await node.ask(method, params) }
        switch answers {
        case .reports:
            asked.open.withLock { $0 += 1 }
            defer {
                asked.answered.withLock { $0 += 1 }
                asked.open.withLock { $0 -= 1 }
            }
            return try await node.ask(method, params)
        case .fails: throw .wire(.closed)
        case .stalls:
            asked.stalled.withLock { $0 += 1 }
            // Ends with the question.
            try? await Task.sleep(for: .seconds(3_600))
            throw .wire(.timedOut)
        }
    }
}

extension Approval {
    static let absenceOfPrice = "The wallet has no price for"
    static let oneServer = "Only one server reports these prices"

    /// Whether it stops the user, or says that there is no price.
    var isToldToLose: Bool { level == .danger || warnings.contains { $0.text.hasPrefix(Self.absenceOfPrice) } }

    /// Who reports the prices.
    var sourcesOfPrices: String? { rows.first { $0.label == "Prices" }?.value.text }

    /// Whether it says that nothing confirms the prices.
    var isUnconfirmed: Bool { warnings.contains { $0.text.hasPrefix(Self.oneServer) } }
}
