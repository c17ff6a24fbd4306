import Bridge
import TestSupport
import Synchronization
import Testing
@testable import WalletCore
@testable import EthereumWallet
@testable import BitcoinWallet
@testable import WalletMethods
import Network
@testable import WalletTesting

/// How fast a site may send requests that the wallet passes on to nodes.
@MainActor @Suite struct SiteRateLimitTests {
    private let clock = ManualClock()

    private func site(_ node: any EthereumNode) throws -> TestSite {
        let site = try TestSite(chains: ChainBook(endpoints: [1: try Endpoint("https://node.example")]) { _ in node })
        site.services.time = clock.time
        return site
    }

    /// The responses to requests that were sent at the same time.
    private final class Responses: Sendable {
        private let all = Mutex<[JSON]>([])

        var values: [JSON] { all.withLock { $0 } }
        var count: Int { all.withLock(\.count) }

        /// Whether each of them says that there were too many requests.
        var areAllRefused: Bool { values.allSatisfy { $0["error"]?["code"] == -32005 } }

        /// Sends requests without waiting for the responses.
        @MainActor func request(_ count: Int, _ send: @escaping @MainActor () async -> JSON) {
            for _ in 0..<count {
                Task { @MainActor in
                    let response = await send()
                    all.withLock { $0.append(response) }
                }
            }
        }
    }

    /// Advances the clock until there are `count` responses.
    private func waitForAll(_ count: Int, _ responses: Responses) async {
        var isDone = false
        for _ in 0..<100 where !isDone {
            clock.advance(by: .seconds(6))
            isDone = await eventually(milliseconds: 50) { responses.count == count }
        }
        #expect(isDone)
    }

    /// A node whose responses wait until the test releases them.
    private final class SlowNode: EthereumNode {
        struct State {
            var waiting: [CheckedContinuation<Void, Never>] = []
            var most = 0
        }

        let state = Mutex(State())

        func ask(_ method: String, _ params: JSON) async throws(NodeError) -> JSON {
            if method == "eth_chainId" { return "0x1" }
            await withCheckedContinuation { continuation in
                state.withLock {
                    $0.waiting.append(continuation)
                    $0.most = max($0.most, $0.waiting.count)
                }
            }
            return "0x1"
        }

        func release() {
            for continuation in state.withLock({ state in
                defer { state.waiting = [] }
                return state.waiting
            }) { continuation.resume() }
        }
    }

    @Test func `an unconnected site is throttled, and eventually refused`() async throws {
        let node = FakeNode()
        node.set("eth_blockNumber", "0x1")
        let site = try site(node)
        for _ in 0..<100 { #expect(await site.ask("eth_blockNumber")["result"] == "0x1") }
        // The next one waits for its time.
        async let late = site.ask("eth_blockNumber")
        #expect(await eventually { clock.sleeperCount == 1 })
        #expect(node.methods.count == 100)
        clock.advance(by: .milliseconds(100))
        #expect(await late["result"] == "0x1")
        // Those that would have to wait too long get an error at once.
        let responses = Responses()
        responses.request(200) { await site.ask("eth_blockNumber") }
        #expect(await eventually { responses.count >= 90 })
        #expect(responses.areAllRefused)
        await waitForAll(200, responses)
        #expect(responses.values.count { $0["result"] == "0x1" } >= 100)
    }

    @Test func `a connected site may ask more, and one site's flood does not affect another`() async throws {
        let node = FakeNode()
        node.set("eth_blockNumber", "0x1")
        let site = try site(node)
        _ = await site.ask("eth_requestAccounts")
        for _ in 0..<500 { #expect(await site.ask("eth_blockNumber")["result"] == "0x1") }
        let other = try site.origin("https://other.example")
        let value = try await site.services.pace.run(for: other, isConnected: false, chain: 1) { () throws(RPCError) in
            7
        }
        #expect(value == 7)
    }

    @Test(arguments: ["web3_sha3", "personal_ecRecover"])
    func `what the wallet computes for a site without a question is rate-limited, too`(method: String) async throws {
        let site = try TestSite()
        site.services.time = clock.time
        // A signature that recovers to nothing is work, too.
        let params: JSON =
            method == "web3_sha3" ? ["0x00"] : ["0x00", .string("0x" + String(repeating: "00", count: 65))]
        for _ in 0..<100 { #expect(await site.ask(method, params)["error"]?["code"] != -32005) }
        let responses = Responses()
        responses.request(200) { await site.ask(method, params) }
        // One is due every 100 ms, and none waits longer than ten seconds.
        #expect(await eventually { responses.count >= 100 })
        #expect(responses.areAllRefused)
        // Another site is not slowed down.
        let other = try site.origin("https://other.example")
        #expect(try await site.services.pace.compute(for: other) { () throws(RPCError) in 7 } == 7)
        await waitForAll(200, responses)
    }

    @Test func `the number of unanswered requests of a site is limited`() async throws {
        let node = SlowNode()
        let site = try site(node)
        let responses = Responses()
        responses.request(40) { await site.ask("eth_blockNumber") }
        #expect(await eventually { node.state.withLock(\.waiting.count) == 8 })
        for _ in 0..<10 {
            node.release()
            for _ in 0..<20 { await Task.yield() }
        }
        #expect(
            await eventually {
                node.release()
                return responses.count == 40
            })
        #expect(node.state.withLock(\.most) == 8)
    }

    @Test func `the number of unanswered requests of all sites at one node is limited`() async throws {
        let node = SlowNode()
        let site = try site(node)
        let responses = Responses()
        for number in 0..<5 {
            let origin = try site.origin("https://site\(number).example")
            responses.request(8) {
                _ = try? await site.services.chains.node(for: .ethereum).ask(
                    "eth_blockNumber", [], for: origin, isConnected: false, on: .ethereum, at: site.services.pace)
                return .null
            }
        }
        #expect(await eventually { node.state.withLock(\.waiting.count) == 16 })
        #expect(
            await eventually {
                node.release()
                return responses.count == 40
            })
        #expect(node.state.withLock(\.most) == 16)
    }

    @Test func `waiting requests of a closed document are not sent, and block nothing`() async throws {
        let node = SlowNode()
        let site = try site(node)
        let responses = Responses()
        responses.request(20) { await site.ask("eth_blockNumber") }
        #expect(await eventually { node.state.withLock(\.waiting.count) == 8 })
        site.dispatcher.end(try #require(site.peer.document), because: .navigated)
        #expect(await eventually { responses.count == 20 })
        node.release()
        async let next = site.ask("eth_blockNumber")
        #expect(await eventually { node.state.withLock(\.waiting.count) == 1 })
        node.release()
        #expect(await next["result"] == "0x1")
    }
}

extension TestSite {
    func origin(_ text: String) throws -> Origin { try Origin(serialized: text) }
}
