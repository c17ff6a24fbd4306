import Bitcoin
import Bridge
import Primitives
import Synchronization
import Testing
import Network

@testable import WalletCore
@testable import EthereumWallet
@testable import BitcoinWallet
@testable import WalletMethods
@testable import WalletTesting

/// Payments of coins while servers and merchants lie, keep what they refuse, or answer 404, 401, 500, HTML or nothing.
@MainActor @Suite(.serialized, .timeLimit(.minutes(15))) struct CoinScheduleTests {
    @Test(arguments: 0..<10)
    func `in 1,000 random schedules nothing is paid twice, and nothing that was sent is called unpaid`(part: Int)
        async throws
    {
        for number in 0..<100 {
            let seed = UInt64(part * 100 + number)
            let world = try await CoinScheduleFixture(seed: 0xC01_5EED &+ seed &* 0x1_0003)
            #expect(try await world.run() == [], "schedule \(seed)")
        }
    }

    @Test func `without faults, a payment is made once`() async throws {
        let world = try await CoinScheduleFixture(seed: 7, rate: 0)
        #expect(try await world.run() == [])
        #expect(world.out.count == 1)
        #expect(world.isPaid)
    }
}

/// A user who wants to make one payment once, retries if it is reported as failed, and follows warnings.
@MainActor private final class CoinScheduleFixture {
    private let schedule: Schedule
    private let journal = MemoryJournal()
    private(set) var isPaid = false

    /// The signed transactions that others have.
    var out: Set<[UInt8]> { schedule.received.all }

    private var dice: ScheduleDice { schedule.dice }

    init(seed: UInt64, rate: Int = 45) async throws {
        schedule = Schedule(dice: ScheduleDice(seed: seed), rate: rate)
        for place in 0..<(1 + dice.roll(4)) {
            await schedule.chain.pay(
                UInt64(300_000 + dice.roll(1_200_000)), to: try CoinSite.own(CoinSite.receiving + "\(place)"))
        }
    }

    /// - Returns: The errors found in what the wallet reported and did.
    func run() async throws -> [String] {
        var faults: [String] = []
        var site = try site()
        let isInvoice = dice.roll(2) == 0
        for _ in 0..<4 where !isPaid {
            if dice.roll(4) == 0 { site = try self.site() }
            let before = out
            let answer =
                isInvoice
                ? await site.link("payInvoice", ["url": "https://localhost:3000/i"])
                : await site.link(
                    "sendAssets", ["to": .string(CoinSite.recipient), "protocol": "BCH", "value": "0.002"])
            let sentence = answer["error"]?["description"]?.string ?? ""
            for claim in ["Nothing was paid", "Nothing was sent", "did nothing"] where sentence.contains(claim) {
                if out != before { faults.append("“\(sentence)”, and it has left the wallet") }
            }
            // A careful user stops when asked to.
            if sentence.contains("do not pay again") || sentence.contains("may be on its way") { break }
            isPaid = answer["data"] != nil
            if dice.roll(3) == 0 { await site.services.transactions.resolve() }
        }
        let sets = try out.map { Set(try BitcoinTransaction($0, form: .plain).inputs.map(\.outPoint)) }
        if most(of: sets) > 1 { faults.append("\(most(of: sets)) of \(sets.count) payments can be mined together") }
        return faults
    }

    private func site() throws -> TestSite {
        let server = ScheduledServer(schedule)
        let site = try TestSite("https://localhost:3000", servers: [.bitcoinCash: server], journal: journal)
        site.services.coins.invoices = Invoices(ScheduledMerchant(schedule))
        site.judge = { approval in
            approval.warnings.contains { $0.text.contains("does not replace it") } ? .rejected : .approved
        }
        return site
    }

    /// How many of `sets` have no coin in common at most.
    private func most(of sets: [Set<OutPoint>]) -> Int {
        guard let first = sets.first else { return 0 }
        let rest = Array(sets.dropFirst())
        return max(most(of: rest), 1 + most(of: rest.filter { $0.isDisjoint(with: first) }))
    }
}

/// The chain and the faults of one schedule, which its servers and its merchant share.
private struct Schedule: Sendable {
    let chain = FakeCoinServer(.bitcoinCash)
    let received = Received()
    let dice: ScheduleDice
    /// How many of 100 responses are faulty.
    let rate: Int

    /// Whether the next response is faulty; with a `part`, that many times less often.
    func isFaulty(_ part: Int = 1) -> Bool { dice.roll(100 * part) < rate }
}

/// The wallet's signed transactions that others have received.
private final class Received: Sendable {
    private let held = Mutex<Set<[UInt8]>>([])
    var all: Set<[UInt8]> { held.withLock { $0 } }
    func take(_ bytes: [UInt8]) { held.withLock { _ = $0.insert(bytes) } }
}

private final class ScheduleDice: Sendable {
    private let dice: Mutex<UInt64>

    init(seed: UInt64) { dice = Mutex(seed) }

    /// A number from 0 to `limit` - 1, the same in every run (SplitMix64).
    func roll(_ limit: Int) -> Int {
        dice.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return Int((mixed ^ (mixed >> 31)) % UInt64(max(1, limit)))
        }
    }
}

/// Servers that know a chain, with random faults.
private actor ScheduledServer: CoinServer {
    private let schedule: Schedule

    init(_ schedule: Schedule) { self.schedule = schedule }

    /// Fails some requests; only a few, or nothing would ever be paid.
    private func failSometimes() throws(CoinError) {
        guard schedule.isFaulty(20) else { return }
        let errors = [CoinError.wire(.timedOut), .wire(.interrupted), .refused(ElectrumFault("no")), .nonsense]
        throw errors[schedule.dice.roll(errors.count)]
    }

    func history(of scripts: [ScriptHash]) async throws(CoinError) -> [[HistoryEntry]] {
        try failSometimes()
        return try await schedule.chain.history(of: scripts)
    }

    func unspent(of scripts: [ScriptHash]) async throws(CoinError) -> [[UnspentOutput]] {
        try failSometimes()
        return try await schedule.chain.unspent(of: scripts)
    }

    func transaction(_ id: TransactionID) async throws(CoinError) -> [UInt8] {
        try failSometimes()
        return try await schedule.chain.transaction(id)
    }

    func isKnown(_ id: TransactionID) async throws(CoinError) -> Bool {
        try failSometimes()
        // A server that hides what it has.
        if schedule.isFaulty(2) { return false }
        return try await schedule.chain.isKnown(id)
    }

    func isMined(_ transaction: [UInt8], at height: Int) async throws(CoinError) -> Bool {
        try await schedule.chain.isMined(transaction, at: height)
    }

    func broadcast(_ bytes: [UInt8]) async -> BroadcastOutcome {
        guard schedule.isFaulty() else {
            schedule.received.take(bytes)
            return await schedule.chain.broadcast(bytes)
        }
        let refusals = BroadcastOutcome.Refusal.allCases
        switch schedule.dice.roll(5) {
        case 0: return .notSent(.wire(.unreachable))
        case 1:
            schedule.received.take(bytes)
            return .unknown
        case 2:
            schedule.received.take(bytes)
            _ = await schedule.chain.broadcast(bytes)
            return .unknown
        case 3:
            schedule.received.take(bytes)
            _ = await schedule.chain.broadcast(bytes)
            return .refused(refusals[schedule.dice.roll(refusals.count)])
        default:
            schedule.received.take(bytes)
            return .refused(refusals[schedule.dice.roll(refusals.count)])
        }
    }

    func feeRate(within blocks: Int) async throws(CoinError) -> UInt64? { 1_000 }
    func relayFeeRate() async throws(CoinError) -> UInt64 { 1_000 }
    func answeringServer() async throws(CoinError) -> String? { nil }
    func tips() async -> AsyncStream<ChainTip> { await schedule.chain.tips() }
    func changes(of scripts: [ScriptHash]) async -> AsyncStream<ScriptHash> {
        await schedule.chain.changes(of: scripts)
    }
}

/// A merchant; an error may also be that of a proxy in between.
private final class ScheduledMerchant: HTTPSender {
    private let schedule: Schedule

    init(_ schedule: Schedule) { self.schedule = schedule }

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        guard request.method == .post else { return invoice }
        let isFaulty = schedule.isFaulty()
        if isFaulty, schedule.dice.roll(5) == 0 { throw .unreachable }
        let text = (try? JSON(parsing: request.body))?["transactions"]?[0]?.string
        guard let bytes = text.flatMap({ Hex.decode($0) }) else { return HTTPResponse(status: 400) }
        schedule.received.take(bytes)
        if schedule.dice.roll(2) == 0, let transaction = try? BitcoinTransaction(bytes, form: .plain) {
            await schedule.chain.add(transaction, height: nil)
        }
        guard isFaulty else {
            return HTTPResponse(status: 200, body: Array(#"{"payment":{},"memo":"Enjoy"}"#.utf8))
        }
        let html = Array("<html>404 Not Found</html>".utf8)
        switch schedule.dice.roll(6) {
        case 0: throw .timedOut
        case 1: throw .interrupted
        case 2: return HTTPResponse(status: 200, body: html)
        default:
            let statuses = [400, 401, 403, 404, 422, 429, 500, 502, 503]
            return HTTPResponse(status: statuses[schedule.dice.roll(statuses.count)], body: html)
        }
    }

    private var invoice: HTTPResponse {
        let text = """
            {"network":"main","currency":"BCH","outputs":[{"amount":200000,"address":"\(CoinSite.recipient)"}],\
            "time":"2026-01-12T22:04:54.364Z","expires":"2090-01-12T22:19:54.364Z","memo":"Tea",\
            "paymentUrl":"https://localhost:3000/pay"}
            """
        return HTTPResponse(
            status: 200, headers: [("Content-Type", "application/payment-request")], body: Array(text.utf8))
    }
}
