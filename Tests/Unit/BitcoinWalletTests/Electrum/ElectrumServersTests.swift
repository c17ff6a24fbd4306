import Bitcoin
import Bridge
import Messages
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

@Suite(.timeLimit(.minutes(15))) struct ElectrumServersTests {
    private let transaction: BitcoinTransaction
    private let script = ScriptHash(ofScript: [0x51])

    init() throws {
        let spent = try #require(TransactionID(String(repeating: "ab", count: 32)))
        transaction = BitcoinTransaction(
            inputs: [.init(OutPoint(spent, 0), script: Script([1, 2, 3]))], outputs: [Output(1000, to: Script([0x51]))])
    }

    private var raw: [UInt8] { transaction.bytes(.plain) }
    private var id: TransactionID { transaction.id }

    private func servers(
        _ addresses: LineAddress..., rules: ChainRules = MadeChain.rules, answering: Duration = .seconds(30),
        time: TimeSource = .system, lineLimit: Int = 100_000, heldLimit: Int = 16 << 20
    ) throws -> ElectrumServers {
        ElectrumServers(
            .bitcoinCash, at: addresses, dialer: SocketDialer(trusting: try .only(pem: TestIdentity.authority())),
            rules: rules,
            timing: ElectrumTiming(
                time: time, dialling: .seconds(30), answering: answering, idling: .seconds(3600),
                firstPause: .milliseconds(1), longestPause: .milliseconds(2), chance: { 0 }, lineLimit: lineLimit,
                heldLimit: heldLimit))
    }

    @Test func `the total size of answers that wait for others is limited`() async throws {
        let scripts = (0..<40).map { ScriptHash(ofScript: [$0]) }
        let long = JSON.array([.string(String(repeating: "x", count: 10_000))])
        let last = scripts[39].description
        let peer = try await ElectrumPeer(.server) { method, params in
            guard method == "blockchain.scripthash.get_history" else { return nil }
            return params.first?.string == last ? .silence : .result(long)
        }
        peer.facts.withLock { $0.takesBatches = false }
        // Each line is far from its limit, and the last answer never comes.
        let servers = try servers(peer.address(), heldLimit: 150_000)
        await #expect(throws: CoinError.nonsense) { try await servers.history(of: scripts) }
        await servers.close()
    }

    @Test func `one update of an account receives a limited number of bytes, whatever is requested`() async throws {
        let history = JSON.array(
            (0..<100).map { ["tx_hash": .string(id.description), "height": .number(JSONNumber($0 + 1))] })
        let peer = try await ElectrumPeer(.server) { method, _ in
            method == "blockchain.scripthash.get_history" ? .result(history) : nil
        }
        let (servers, script) = (try servers(peer.address()), script)
        let count = await ScanBudget.$current.withValue(ScanBudget(50_000)) {
            for count in 0..<20 {
                do throws(CoinError) {
                    _ = try await servers.history(of: script)
                } catch {
                    #expect(error == .nonsense)
                    return count
                }
            }
            return 20
        }
        // Each answer has some 9,000 bytes.
        #expect(4...7 ~= count)
        // The next look has a budget of its own.
        #expect(try await servers.history(of: script).count == 100)
        await servers.close()
    }

    @Test func `only a few notifications are kept, and only subscribed ones`() throws {
        let long = JSON.string(String(repeating: "x", count: 1 << 20))
        #expect(try ElectrumLink.Notice("blockchain.other.subscribe", [long]) == nil)
        #expect(try ElectrumLink.Notice("", [long, long]) == nil)
        let script = JSON.string(script.description)
        for params: [JSON] in [[long], [script, long], [script], [script, .null, .null], [long, .null], []] {
            #expect(throws: CoinError.nonsense) {
                try ElectrumLink.Notice("blockchain.scripthash.subscribe", params)
            }
        }
        for params: [JSON] in [[long], [["height": 1, "hex": long]], [["height": 1, "hex": "00"]], []] {
            #expect(throws: CoinError.nonsense) { try ElectrumLink.Notice("blockchain.headers.subscribe", params) }
        }
        guard case .status? = try ElectrumLink.Notice("blockchain.scripthash.subscribe", [script, .null]) else {
            Issue.record("a change of a script is no notice")
            return
        }
    }

    @Test(arguments: [true, false])
    func `history, coins, transactions and fees are parsed`(isSecure: Bool) async throws {
        let peer = try await ElectrumPeer(isSecure ? .server : nil)
        peer.facts.withLock { [id, raw, script] facts in
            facts.histories[script.description] = [
                ["tx_hash": .string(id.description), "height": 7],
                ["tx_hash": .string(String(repeating: "0c", count: 32)), "height": 0, "fee": 200],
                ["tx_hash": .string(String(repeating: "0d", count: 32)), "height": -1, "fee": 200],
            ]
            facts.unspent[script.description] = [
                ["tx_hash": .string(id.description), "tx_pos": 3, "value": 5000, "height": 7],
                [
                    "tx_hash": .string(id.description), "tx_pos": 4, "value": 800, "height": 0,
                    "token_data": ["amount": "5"],
                ],
            ]
            facts.transactions[id.description] = Hex.encode(raw)
        }
        let servers = try servers(peer.address(isSecure: isSecure))
        let history = try await servers.history(of: script)
        #expect(history.map(\.height) == [7, nil, nil])
        #expect(history.map(\.hasWaitingParent) == [false, false, true])
        #expect(history[0].id == id)
        let coins = try await servers.unspent(of: script)
        #expect(coins.map(\.value) == [5000, 800])
        #expect(coins.map(\.outPoint) == [OutPoint(id, 3), OutPoint(id, 4)])
        #expect(coins.map(\.hasToken) == [false, true])
        #expect(try await servers.transaction(id) == raw)
        #expect(try await servers.feeRate(within: 2) == 1042)
        #expect(try await servers.relayFeeRate() == 1000)
        #expect(await servers.broadcast(raw) == .accepted(id))
        #expect(peer.connections == 1)
        await servers.close()
        await #expect(throws: CoinError.wire(.closed)) { try await servers.relayFeeRate() }
    }

    @Test(arguments: [(true, false), (true, true), (false, false)])
    func `many requests are sent at once, and answers are matched to them`(batches: Bool, reverses: Bool) async throws {
        let peer = try await ElectrumPeer()
        let scripts = (0..<120).map { ScriptHash(ofScript: [UInt8($0)]) }
        peer.facts.withLock { facts in
            (facts.takesBatches, facts.reverses) = (batches, reverses)
            for (place, script) in scripts.enumerated() {
                facts.histories[script.description] = [
                    ["tx_hash": .string(String(repeating: "0c", count: 32)), "height": .number(JSONNumber(place + 1))]
                ]
            }
        }
        let histories = try await servers(peer.address()).history(of: scripts)
        #expect(histories.map { $0.first?.height } == (1...120).map { $0 })
        #expect(peer.connections == 1)
    }

    @Test func `unrequested answers are ignored`() async throws {
        let peer = try await ElectrumPeer { method, _ in
            method == "blockchain.relayfee"
                ? .raw(
                    #"{"id":99999,"result":1}"# + "\n" + #"{"id":<id>,"result":0.00002}"# + "\n"
                        + #"{"id":<id>,"result":5}"# + "\n")
                : nil
        }
        let servers = try servers(peer.address())
        #expect(try await servers.relayFeeRate() == 2000)
        #expect(try await servers.feeRate(within: 2) == 1042)
        #expect(peer.connections == 1)
    }

    /// Faults, each of which must lead to the next server.
    private static let faults: [(String, ElectrumPeer.Fault)] = [
        ("silence", .silence), ("hanging up", .hangUp), ("half a line", .raw(#"{"id":<id>,"resu"#)),
        ("what is not JSON", .raw("hello\n")), ("an empty line", .raw("\n")), ("a number", .raw("5\n")),
        ("a wrong type", .result("0.00001")), ("nothing", .result(.null)), ("a list", .result([1])),
        ("below zero", .result(-1)), ("absurdly much", .result(2)),
        ("an id of another type", .raw(#"{"id":"<id>","result":1}"# + "\n")),
        ("a million brackets", .raw(String(repeating: "[", count: 50_000) + "\n")),
        ("a key twice", .raw(#"{"id":<id>,"result":1,"result":2}"# + "\n")),
        ("a line without end", .raw(String(repeating: "x", count: 200_000))),
    ]

    /// A clock that only advances when it is told to, and lets what was sent arrive first: so a wait for an answer only
    /// times out if the question did arrive, however busy the machine.
    private func patience(_ clock: ManualClock) -> TimeSource {
        TimeSource(now: clock.time.now) { duration in
            try await clock.time.sleep(duration)
            try await TimeSource.system.sleep(.milliseconds(300))
        }
    }

    /// Advances the clock once `peer` has been asked and somebody waits for its answer, if the fault called `name` is one that
    /// only time ends; until the task is cancelled.
    private func endSilence(
        _ name: String, of peer: ElectrumPeer, asked method: String, _ clock: ManualClock
    ) -> Task<Void, Never>? {
        guard name == "silence" || name == "half a line" else { return nil }
        return Task {
            while !Task.isCancelled, !peer.facts.withLock({ $0.asked.contains(method) }) {
                try? await Task.sleep(for: .milliseconds(2))
            }
            // The wait for the answer can begin after the question has arrived.
            while !Task.isCancelled, clock.sleeperCount == 0 { try? await Task.sleep(for: .milliseconds(2)) }
            clock.advance(by: .seconds(60))
        }
    }

    @Test(arguments: faults.map(\.0))
    func `a faulty server is replaced by the next one`(name: String) async throws {
        let fault = try #require(Self.faults.first { $0.0 == name }?.1)
        let clock = ManualClock()
        let bad = try await ElectrumPeer { method, _ in method == "blockchain.relayfee" ? fault : nil }
        let silence = endSilence(name, of: bad, asked: "blockchain.relayfee", clock)
        defer { silence?.cancel() }
        let good = try await ElectrumPeer()
        let servers = try servers(bad.address(), good.address(), time: patience(clock))
        #expect(try await servers.relayFeeRate() == 1000)
        #expect(bad.connections == 1)
        #expect(good.connections == 1)
    }

    @Test func `a line of ten million bytes is not read`() async throws {
        let bad = try await ElectrumPeer { method, _ in
            method == "blockchain.relayfee" ? .raw(String(repeating: "x", count: 10_000_000) + "\n") : nil
        }
        let servers = try servers(bad.address())
        await #expect(throws: CoinError.wire(.tooLarge)) { try await servers.relayFeeRate() }
    }

    @Test(arguments: [TestIdentity.expired, .otherName, .untrusted, .selfSigned])
    func `a server that cannot be authenticated is replaced by the next one`(identity: TestIdentity) async throws {
        let bad = try await ElectrumPeer(identity)
        let good = try await ElectrumPeer()
        #expect(try await servers(bad.address(), good.address()).relayFeeRate() == 1000)
        await #expect(throws: CoinError.wire(.untrusted)) { try await servers(bad.address()).relayFeeRate() }
        #expect(bad.facts.withLock { $0.asked } == [])
    }

    @Test func `a server with another version, ledger or amount of work is abandoned`() async throws {
        let good = try await ElectrumPeer()
        let block = good.facts.withLock { $0.headers.headers[5] }
        let rules = ChainRules(checkpoint: .init(height: 5, hash: block.hash), easiest: 0x207F_FFFF)
        let faults: [ElectrumPeer.Meddling] = [
            { method, _ in method == "server.version" ? .result(["Old", "1.2"]) : nil },
            { method, _ in method == "server.version" ? .result("1.4") : nil },
            { method, _ in
                method == "blockchain.block.header"
                    ? .result(.string(Hex.encode(MadeChain(length: 6, salt: 9).header(at: 5)))) : nil
            },
            { method, _ in
                method == "blockchain.headers.subscribe"
                    ? .result(["height": 19, "hex": .string(String(repeating: "00", count: 80))]) : nil
            },
            { method, _ in
                // Of another chain than the headers before it.
                method == "blockchain.headers.subscribe" ? .result(MadeChain(length: 20, salt: 9).tip) : nil
            },
        ]
        for (place, fault) in faults.enumerated() {
            let bad = try await ElectrumPeer(meddling: fault)
            #expect(try await servers(bad.address(), good.address(), rules: rules).relayFeeRate() == 1000)
            let error = place == 2 ? CoinError.otherChain(nil, wanted: .bitcoinCash) : .nonsense
            await #expect(throws: error) {
                try await servers(bad.address(), rules: rules).relayFeeRate()
            }
        }
        // Next to no work is not enough for the real chains.
        await #expect(throws: CoinError.nonsense) {
            try await servers(
                good.address(), rules: ChainRules(checkpoint: nil, easiest: UTXOChain.bitcoinCash.chainRules.easiest)
            ).relayFeeRate()
        }
    }

    @Test func `bytes under a wrong ID are not accepted`() async throws {
        var other = transaction
        other.lockTime = 1
        let wrong = Hex.encode(other.bytes(.plain))
        let bad = try await ElectrumPeer { method, _ in
            method == "blockchain.transaction.get" ? .result(.string(wrong)) : nil
        }
        await #expect(throws: CoinError.nonsense) { try await servers(bad.address()).transaction(id) }
        let good = try await ElectrumPeer()
        good.facts.withLock { [id, raw] in $0.transactions[id.description] = Hex.encode(raw) }
        #expect(try await servers(bad.address(), good.address()).transaction(id) == raw)
    }

    @Test func `a transaction that no server knows is reported as unknown`() async throws {
        let peer = try await ElectrumPeer { method, _ in
            method == "blockchain.transaction.get"
                ? .error(["code": 2, "message": "daemon error: No such mempool or blockchain transaction."]) : nil
        }
        await #expect(throws: CoinError.notFound) { try await servers(peer.address()).transaction(id) }
    }

    @Test(arguments: ["hanging up", "silence", "half a line", "what is not JSON", "nothing", "an empty line"])
    func `an interrupted broadcast has an unknown outcome, and is not sent again`(name: String) async throws {
        let fault = try #require(Self.faults.first { $0.0 == name }?.1)
        let got = Mutex(0)
        let clock = ManualClock()
        let bad = try await ElectrumPeer { method, _ in
            guard method == "blockchain.transaction.broadcast" else { return nil }
            got.withLock { $0 += 1 }
            return fault
        }
        let silence = endSilence(name, of: bad, asked: "blockchain.transaction.broadcast", clock)
        defer { silence?.cancel() }
        let good = try await ElectrumPeer()
        good.facts.withLock { [id, raw] in $0.transactions[id.description] = Hex.encode(raw) }
        let servers = try servers(bad.address(), good.address(), time: patience(clock))
        #expect(await servers.broadcast(raw) == .unknown)
        #expect(got.withLock { $0 } == 1)
        // The sender may ask for it; the other server knows it by then.
        #expect(try await servers.transaction(id) == raw)
        #expect(good.facts.withLock { $0.broadcasts } == [])
    }

    @Test func `a broadcast over a closed connection is sent over a new one, once`() async throws {
        let first = try await ElectrumPeer()
        let servers = try servers(first.address(), first.address())
        _ = try await servers.relayFeeRate()
        let link = try #require(await servers.standing())
        await link.close()
        #expect(await servers.broadcast(raw) == .accepted(id))
        #expect(first.facts.withLock { $0.broadcasts }.count == 1)
    }

    @Test func `a broadcast that reaches no server is unsent`() async throws {
        let peer = try await ElectrumPeer(port: QuietPort.take())
        let address = peer.address()
        await peer.close()
        #expect(await (try servers(address)).broadcast(raw) == .notSent(.wire(.unreachable)))
        #expect(await (try servers()).broadcast(raw) == .notSent(.notConfigured))
    }

    @Test(arguments: [
        ("the transaction was rejected by network rules.\n\ntxn-mempool-conflict (code 18)\n[...]", "conflict"),
        ("daemon error: DaemonError({'code': -25, 'message': 'Missing inputs'})", "missingInputs"),
        ("bad-txns-inputs-missingorspent (code 16)", "missingInputs"),
        ("min relay fee not met, 10 < 226 (code 66)", "feeTooLow"), ("dust (code 64)", "dust"),
        ("mandatory-script-verify-flag-failed (Signature must be zero)", "badSignature"),
        ("too-long-mempool-chain (code 64)", "chainTooLong"), ("non-final (code 64)", "notFinal"),
        ("Rejected by network rules. Your wallet is outdated. Download https://evil.example now!", "other"),
    ])
    func `a refusal is reported in the wallet's words`(text: String, refusal: String) async throws {
        let peer = try await ElectrumPeer { method, _ in
            method == "blockchain.transaction.broadcast" ? .error(["code": 1, "message": .string(text)]) : nil
        }
        guard case .refused(let reason) = await (try servers(peer.address())).broadcast(raw) else {
            Issue.record("it was not refused")
            return
        }
        #expect("\(reason)" == refusal)
        #expect(!reason.text.english.contains("evil"))
    }

    @Test func `the refusal of a known transaction is distinct, and does not settle the outcome`()
        async throws
    {
        for text in ["txn-already-in-mempool (code 18)", "Transaction already in block chain", "txn-already-known"] {
            let peer = try await ElectrumPeer { method, _ in
                method == "blockchain.transaction.broadcast" ? .error(["code": -27, "message": .string(text)]) : nil
            }
            #expect(await (try servers(peer.address())).broadcast(raw) == .refused(.alreadyKnown))
        }
    }

    @Test func `a fee that the server cannot estimate is nil`() async throws {
        let peer = try await ElectrumPeer { method, _ in method == "blockchain.estimatefee" ? .result(-1) : nil }
        #expect(try await servers(peer.address()).feeRate(within: 2) == nil)
    }

    @Test func `a caller that is cancelled while waiting gets an error, and others are not affected`() async throws {
        let (asked, continuation) = AsyncStream<Void>.makeStream()
        let peer = try await ElectrumPeer { method, _ in
            guard method == "blockchain.estimatefee" else { return nil }
            continuation.yield()
            return .silence
        }
        let servers = try servers(peer.address())
        let task = Task { () async -> CoinError? in
            do throws(CoinError) {
                _ = try await servers.feeRate(within: 1)
                return nil
            } catch {
                return error
            }
        }
        for await _ in asked { break }
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(try await servers.relayFeeRate() == 1000)
        #expect(peer.connections == 1)
    }
}
