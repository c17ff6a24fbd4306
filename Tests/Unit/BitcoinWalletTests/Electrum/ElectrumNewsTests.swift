import Bitcoin
import Bridge
import Primitives
import TestServers
import TestSupport
import Synchronization
import Testing
import Network

@testable import WalletCore
@testable import EthereumWallet
@testable import BitcoinWallet
@testable import WalletMethods

@Suite(.timeLimit(.minutes(15))) struct ElectrumNewsTests {
    private let script = ScriptHash(ofScript: [0x51])

    private func servers(_ addresses: LineAddress..., time: TimeSource = .system) throws -> ElectrumServers {
        ElectrumServers(
            .bitcoinCash, at: addresses, dialer: SocketDialer(trusting: try .only(pem: TestIdentity.authority())),
            rules: MadeChain.rules,
            timing: ElectrumTiming(
                time: time, idling: .seconds(60), firstPause: .milliseconds(1), longestPause: .milliseconds(2),
                chance: { 0 }))
    }

    @Test func `new blocks are reported when they follow, also several at once and after a fork`() async throws {
        let peer = try await ElectrumPeer()
        let servers = try servers(peer.address())
        var tips = await servers.tips().makeAsyncIterator()
        #expect(await tips.next()?.height == 19)
        try await announce(peer) { $0.extend() }
        #expect(await tips.next()?.height == 20)
        try await announce(peer) { for _ in 0..<5 { $0.extend() } }
        #expect(await tips.next()?.height == 25)
        try await announce(peer) {
            $0.shorten(by: 3)
            for _ in 0..<4 { $0.extend(root: [UInt8](repeating: 8, count: 32)) }
        }
        let tip = await tips.next()
        #expect(tip?.height == 26)
        #expect(tip?.header == peer.facts.withLock { $0.headers.headers.last })
        #expect(peer.connections == 1)
        await servers.close()
        #expect(await tips.next() == nil)
    }

    private func announce(_ peer: ElectrumPeer, _ change: (inout MadeChain) -> Void) async throws {
        let tip = peer.facts.withLock { facts in
            change(&facts.headers)
            return facts.headers.tip
        }
        try await peer.announce("blockchain.headers.subscribe", [tip])
    }

    @Test func `a block without its predecessor ends the connection, and the next server is used`() async throws {
        let bad = try await ElectrumPeer()
        let good = try await ElectrumPeer()
        let servers = try servers(bad.address(), good.address())
        var tips = await servers.tips().makeAsyncIterator()
        #expect(await tips.next()?.height == 19)
        try await bad.announce("blockchain.headers.subscribe", [MadeChain(length: 25, salt: 3).tip])
        good.facts.withLock { $0.headers.extend() }
        #expect(await tips.next()?.height == 20)
        #expect(good.connections == 1)
    }

    @Test func `a shorter chain is not reported`() async throws {
        let long = try await ElectrumPeer()
        var facts = ElectrumPeer.Facts()
        facts.headers = MadeChain(length: 12)
        let short = try await ElectrumPeer(facts: facts)
        let servers = try servers(long.address(), short.address())
        var tips = await servers.tips().makeAsyncIterator()
        #expect(await tips.next()?.height == 19)
        await long.close()
        #expect(try await servers.relayFeeRate() == 1000)
        var others = await servers.tips().makeAsyncIterator()
        #expect(await others.next()?.height == 19)
    }

    @Test func `scripts are reported once at first, and then when they change`() async throws {
        let peer = try await ElectrumPeer()
        let servers = try servers(peer.address())
        let other = ScriptHash(ofScript: [0x52])
        let stream = await servers.changes(of: [script, other])
        var changes = stream.makeAsyncIterator()
        let first = [await changes.next(), await changes.next()]
        #expect(Set(first) == [script, other])
        let name = JSON.string(other.description)
        let status = JSON.string(String(repeating: "0a", count: 32))
        let news = "blockchain.scripthash.subscribe"
        // A repeated status is reported once; an unsubscribed script is not reported.
        try await peer.announce(news, [name, status])
        try await peer.announce(news, [name, status])
        try await peer.announce(news, [.string(String(repeating: "0b", count: 32)), status])
        try await peer.announce(news, [.string(script.description), status])
        #expect(await changes.next() == other)
        #expect(await changes.next() == script)
    }

    @Test func `after a lost connection subscriptions are renewed, and only changes are reported`() async throws {
        let first = try await ElectrumPeer()
        let second = try await ElectrumPeer()
        let changed = ScriptHash(ofScript: [0x52])
        second.facts.withLock {
            $0.statuses[changed.description] = .string(String(repeating: "0a", count: 32))
        }
        let servers = try servers(first.address(), second.address())
        let stream = await servers.changes(of: [script, changed])
        var changes = stream.makeAsyncIterator()
        #expect(Set([await changes.next(), await changes.next()]) == [script, changed])
        await first.close()
        #expect(await changes.next() == changed)
        #expect(second.facts.withLock { $0.asked }.filter { $0 == "blockchain.scripthash.subscribe" }.count == 2)
    }

    @Test func `while no server answers, the client retries after increasing delays`() async throws {
        let clock = ManualClock()
        let peer = try await ElectrumPeer(port: QuietPort.take())
        let address = peer.address()
        await peer.close()
        let servers = ElectrumServers(
            .bitcoinCash, at: [address], dialer: SocketDialer(trusting: try .only(pem: TestIdentity.authority())),
            rules: MadeChain.rules, timing: ElectrumTiming(time: clock.time, chance: { 0 }))
        var tips = await servers.tips().makeAsyncIterator()
        for pause in [500, 1000, 2000] {
            await slept(clock)
            clock.advance(by: .milliseconds(pause - 1))
            #expect(clock.sleeperCount == 1)
            clock.advance(by: .milliseconds(1))
        }
        await slept(clock)
        let again = try await ElectrumPeer(port: address.port)
        clock.advance(by: .seconds(4))
        #expect(await tips.next()?.height == 19)
        #expect(again.connections == 1)
    }

    /// Waits until a task sleeps by `clock`.
    private func slept(_ clock: ManualClock) async {
        while clock.sleeperCount == 0 { await Task.yield() }
    }

    @Test func `delays are random and limited`() {
        var timing = ElectrumTiming(chance: { 0 })
        #expect(timing.pause(after: 1) == .milliseconds(500))
        #expect(timing.pause(after: 3) == .seconds(2))
        #expect(timing.pause(after: 1000) == .seconds(60))
        timing.chance = { 0.5 }
        #expect(timing.pause(after: 1) == .milliseconds(750))
    }

    @Test func `a silent server is pinged, and abandoned if it does not respond`() async throws {
        let clock = ManualClock()
        let pings = Mutex(0)
        let silent = try await ElectrumPeer { method, _ in
            guard method == "server.ping" else { return nil }
            pings.withLock { $0 += 1 }
            return .silence
        }
        let good = try await ElectrumPeer()
        good.facts.withLock { $0.headers.extend() }
        let servers = try servers(silent.address(), good.address(), time: clock.time)
        var tips = await servers.tips().makeAsyncIterator()
        #expect(await tips.next()?.height == 19)
        clock.advance(by: .seconds(60))
        // Until the question is there the clock stands: sockets know another time.
        while pings.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(1)) }
        while good.connections == 0 {
            clock.advance(by: .seconds(5))
            await Task.yield()
        }
        #expect(pings.withLock { $0 } == 1)
        #expect(await tips.next()?.height == 20)
    }

    @Test func `a transaction is in a block if its proof leads to the header`() async throws {
        let spent = try #require(TransactionID(String(repeating: "ab", count: 32)))
        let transaction = BitcoinTransaction(
            inputs: [.init(OutPoint(spent, 0))], outputs: [Output(1000, to: Script([0x51]))])
        let neighbour = [UInt8](repeating: 0x33, count: 32)
        let root = SHA256.hashTwice(neighbour + transaction.id.bytes).bytes
        var facts = ElectrumPeer.Facts()
        facts.headers = MadeChain(length: 20, roots: [7: root])
        let peer = try await ElectrumPeer(facts: facts) { method, _ in
            method == "blockchain.transaction.get_merkle"
                ? .result([
                    "block_height": 7, "pos": 1, "merkle": [.string(Hex.encode(neighbour.reversed()))],
                ]) : nil
        }
        let servers = try servers(peer.address())
        #expect(try await servers.isMined(transaction.bytes(.plain), at: 7))
        var other = transaction
        other.lockTime = 5
        #expect(try await servers.isMined(other.bytes(.plain), at: 7) == false)
        await #expect(throws: CoinError.nonsense) {
            try await servers.isMined(transaction.bytes(.plain), at: 8)
        }
    }
}
