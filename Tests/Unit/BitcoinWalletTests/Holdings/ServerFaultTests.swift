import BigInt
import Bitcoin
import Bridge
import Keys
import Network
import Primitives
import Synchronization
import Testing
import TestSupport
import WalletCore
import WalletMethods

@testable import BitcoinWallet
@testable import WalletTesting

/// Three servers, of which one or all have a fault at one question, while a balance is asked for and a payment is made.
@MainActor @Suite(.serialized, .timeLimit(.minutes(15))) struct ServerFaultTests {
    private static let questions = [
        "server.version", "blockchain.headers.subscribe", "blockchain.scripthash.subscribe",
        "blockchain.scripthash.get_history", "blockchain.transaction.get", "blockchain.transaction.get_merkle",
        "blockchain.estimatefee", "blockchain.relayfee", "blockchain.transaction.broadcast",
    ]

    @Test(arguments: [1, 3])
    func `whatever servers do, no money is lost or paid twice, and each outcome is told`(count: Int) async throws {
        let heading = count == 1 ? "electrum: the server in use of three" : "electrum: all of three"
        var rows: [[String]] = []
        for question in Self.questions {
            var cells: [String] = []
            for fault in ServerFault.allCases {
                let world = try await FaultWorld()
                let (cell, faults) = try await world.run(question, fault, at: Set(1...count))
                #expect(faults == [], "\(question) \(fault) \(count)")
                cells.append(cell)
            }
            rows.append(["`\(question)`"] + cells)
        }
        try CheckedTable(named: heading, in: "docs/server-faults.md").check(
            ["question"] + ServerFault.allCases.map(\.rawValue), rows)
    }

    @Test func `a stopped server gives no current balance, and one that comes back does`() async throws {
        let world = try await FaultWorld()
        for port in 1...3 { world.net.stop(port) }
        // Nobody asks again: the wallet notices by itself.
        #expect(await eventually { world.state == .offline })
        await world.wallet.refresh()
        #expect(world.state == .offline)
        world.net.change { $0.stopped = [] }
        #expect(await eventually { world.state == .current })
    }

    @Test func `the change of a payment that no server has any more is not offered`() async throws {
        let world = try await FaultWorld()
        let answer = await world.pay()
        #expect(answer.transaction?.fate == .sent)
        let id = try #require(answer.transaction?.hash)
        #expect(world.wallet.accounts.flatMap(\.balances).map(\.unconfirmed).reduce(0, +) > 0)
        // The servers forget it.
        world.net.change { state in
            state.transactions[id] = nil
            state.histories = state.histories.mapValues { $0.filter { $0.id != id } }
        }
        let second = await world.pay()
        #expect(second.transaction == nil, "the only coin is reserved, and the change does not exist")
        #expect(await world.journal.open().map(\.state) == [.unknown])
        #expect(try await world.wallet.coins(of: world.id).allSatisfy { $0.obstacle != nil })
        let item = try #require(try await world.wallet.history(HistoryFilter(), limit: 9).first { $0.txid == id })
        #expect(item.state == .unknown)
        #expect(item.replies.map(\.outcome) == [.accepted, .accepted, .accepted])
        // A server that has it again makes it pending.
        world.net.change { $0.transactions[id] = $0.got[1]?.first }
        await world.site.services.coins.resolve()
        #expect(await world.journal.open().map(\.state) == [.sent])
    }
}

/// A wallet with one coin of 1,000,000 satoshis, of which three servers know.
@MainActor private final class FaultWorld {
    let net: MemoryElectrum
    let site: TestSite
    private(set) var wallet: CoinWallet
    private var servers: ElectrumServers
    private let store = MemoryCoinStore()
    let journal = MemoryJournal()
    let id: AccountID
    private let late: (script: String, id: String, raw: String)

    init() async throws {
        let scripts = try (0..<2).map { try CoinSite.own(CoinSite.receiving + "\($0)") }
        func funding(_ number: UInt32, _ value: UInt64) -> BitcoinTransaction {
            let source = BitcoinTransaction(inputs: [], outputs: []).id
            return BitcoinTransaction(
                inputs: [.init(OutPoint(source, number))], outputs: [Output(value, to: scripts[Int(number)])])
        }
        let (first, second) = (funding(0, 1_000_000), funding(1, 200_000))
        net = MemoryElectrum(headers: MadeChain(length: 20, roots: [7: first.id.bytes, 8: second.id.bytes]))
        let names = scripts.map { ScriptHash(ofScript: $0.bytes).description }
        net.change { state in
            state.transactions[first.id.description] = Hex.encode(first.bytes(.plain))
            state.histories[names[0]] = [(first.id.description, 7)]
        }
        late = (names[1], second.id.description, Hex.encode(second.bytes(.plain)))
        let servers = Self.servers(net)
        let site = try TestSite(servers: [.bitcoinCash: servers], journal: journal)
        let wallet = CoinWallet(
            activeAccount: site.services.activeAccount, coins: site.services.coins, store: store,
            recipients: site.services.recipients)
        try await wallet.open()
        id = try #require(wallet.records.first { $0.utxoChain == .bitcoinCash }?.id)
        (self.servers, self.site, self.wallet) = (servers, site, wallet)
        await wallet.refresh()
        try #require(state == .current && units == 1_000_000)
    }

    private static func servers(_ net: MemoryElectrum) -> ElectrumServers {
        var timing = ElectrumTiming(
            dialling: .seconds(30), answering: .milliseconds(400), idling: .seconds(3600),
            firstPause: .milliseconds(1), longestPause: .milliseconds(20), chance: { 0 })
        timing.lingering = .milliseconds(400)
        return ElectrumServers(
            .bitcoinCash, at: (1...3).map { LineAddress(host: "127.0.0.1", port: $0, isSecure: false) }, dialer: net,
            rules: MadeChain.rules, timing: timing)
    }

    /// Starts the wallet again, so that it asks about everything.
    private func restart() async throws {
        await wallet.close()
        await servers.close()
        servers = Self.servers(net)
        site.services.coins.servers[.bitcoinCash] = servers
        wallet = CoinWallet(
            activeAccount: site.services.activeAccount, coins: site.services.coins, store: store,
            recipients: site.services.recipients)
        try await wallet.open()
    }

    private var balance: AssetBalance? { wallet.accounts.first { $0.id == id }?.balances.first }
    var state: AssetBalance.State? { balance?.state }
    var units: Int { Int(balance?.units ?? 0) }

    /// Sends 400,000 satoshis to somebody else.
    func pay() async -> PaymentAnswer {
        let form = SendForm(
            from: id, wallet.assets(of: id)[0],
            to: [SendForm.Payee(CoinSite.recipient, .units(400_000))], fee: .pace(.normal), note: "", coins: [])
        return await site.dispatcher.send("test") { request async throws(RPCError) in
            .string(try await self.wallet.send(form, for: request))
        }
    }

    /// Asks for the balance and pays while servers have a fault, and once more afterwards.
    ///
    /// - Returns: What the user was told, and what must not happen.
    func run(_ question: String, _ fault: ServerFault, at ports: Set<Int>) async throws -> (String, [String]) {
        var faults: [String] = []
        // A confirmed payment arrives, so that there is something to ask about.
        net.change { state in
            state.transactions[late.id] = late.raw
            state.histories[late.script] = [(late.id, 8)]
            for port in ports { state.faults[port] = (question, fault) }
        }
        try await restart()
        await wallet.refresh()
        let shown = name(of: state) + (units == 1_200_000 ? "" : ", without the new coin")
        if units > 1_200_000 { faults.append("the balance is too large") }
        if state == .current, units != 1_200_000 { faults.append("a balance without the new coin is called current") }
        if state == .current, ports.count == 3, ["server.version", "blockchain.headers.subscribe"].contains(question),
            !(fault == .swallows)
        {
            faults.append("no server answered, and the balance is called current")
        }
        let answer = await pay()
        let (got, known) = net.state.withLock { (Set($0.got.values.joined()), $0.transactions) }
        let outcome: String
        switch (answer.result, answer.transaction?.fate) {
        case (.success, _):
            outcome = "sent (0)"
            if known[answer.transaction?.hash ?? ""] == nil, question != "blockchain.transaction.get" {
                faults.append("no server has what is called sent")
            }
        case (.failure(let error), .unknown?):
            outcome = "unknown (4)"
            if !error.sentence.contains("may be on its way") { faults.append("the sentence is another one") }
            if error.message.contains("127.0.0.1") { faults.append("a page learns the name of a server") }
        case (.failure(let error), _):
            outcome = "failed (1)"
            if error.sentence.contains("Nothing was sent"), !got.isEmpty { faults.append("it has left the wallet") }
        }
        // The servers work again. Whoever pays once more pays once in all, or is warned.
        net.change { $0.faults = [:] }
        await site.services.coins.resolve()
        site.judge = { approval in
            approval.warnings.contains { $0.text.contains("does not replace it") || $0.text.contains("both") }
                ? .rejected : .approved
        }
        if answer.transaction?.fate != .sent {
            _ = await pay()
        }
        let spent = net.state.withLock { $0.got.values.joined() }.reduce(into: Set<String>()) { $0.insert($1) }
            .compactMap { try? BitcoinTransaction(Hex.decode($0) ?? [], form: .plain) }
            .map { Set($0.inputs.map(\.outPoint)) }
        for (place, coins) in spent.enumerated() {
            for other in spent[(place + 1)...] where coins.isDisjoint(with: other) {
                faults.append("two payments can both be confirmed")
            }
        }
        await wallet.refresh()
        if state != .current { faults.append("with working servers, the balance is \(name(of: state))") }
        return ("\(shown); \(outcome)", faults)
    }

    private func name(of state: AssetBalance.State?) -> String {
        switch state {
        case .current?: "current"
        case .offline?: "offline"
        case .incomplete?: "incomplete"
        case .disagreement?: "disagreement"
        case .earlier?: "earlier"
        case .asking?: "asking"
        case .noServer?, nil: "none"
        }
    }
}
