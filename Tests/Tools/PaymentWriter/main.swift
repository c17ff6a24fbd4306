import Bitcoin
import Bridge
import Glibc
import Keys
import Store
import EthereumWallet
import WalletMethods
import BitcoinWallet
import WalletCore
import Network

/// Pays once with a store on the disk and a server on this machine, and is killed meanwhile: `PaymentWriter FOLDER
/// PORT`.
///
/// It reports what is recorded, and continues after reading a line.
let arguments = CommandLine.arguments
guard arguments.count == 3, let port = Int(arguments[2]) else { exit(64) }

/// Says in one write, past every buffer, what is durable.
func acknowledge(_ words: String) {
    let line = Array("\(words)\n".utf8)
    guard write(1, line, line.count) == line.count else { exit(1) }
}

/// The journal in the store, which stops after it wrote a payment down.
struct HaltingJournal: Journal {
    let store: Store

    func record(_ outgoing: TransactionRecord) async throws(JournalError) {
        try await store.journal.record(outgoing)
        acknowledge("recorded \(outgoing.txid)")
        guard readLine() != nil else { exit(0) }
    }

    func claim(_ outgoing: TransactionRecord) async throws(JournalError) { try await store.journal.claim(outgoing) }

    func setState(_ state: TransactionRecord.State, of txid: String, on chain: String) async throws(JournalError) {
        try await store.journal.setState(state, of: txid, on: chain)
    }

    func open() async throws(JournalError) -> [TransactionRecord] { try await store.journal.open() }

    func recent(limit: Int) async throws(JournalError) -> [TransactionRecord] {
        try await store.journal.recent(limit: limit)
    }
}

/// A user who approves everything.
final class Agreeing: Approver {
    func decide(_ question: PendingApproval) async -> Decision { .approved }
}

do {
    let gate = Gate(approver: Agreeing())
    let server = ElectrumServers(
        .bitcoinCash, at: [LineAddress(host: "127.0.0.1", port: port, isSecure: false)],
        dialer: SocketDialer(trusting: .system), rules: ChainRules(checkpoint: nil, easiest: 0x207F_FFFF))
    let store = try Store(folder: arguments[1])
    let services = CoinSender(
        activeAccount: try .demo(), gate: gate, journal: HaltingJournal(store: store), store: store.coins,
        servers: [.bitcoinCash: server])
    let script = try Destination(
        "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", on: .bitcoinCash
    ).script
    let order = SpendRequest(
        on: .bitcoinCash, paying: [Output(400_000, to: script)], sentence: "Send 0.004 BCH.", verb: "Send",
        what: "Send 0.004 BCH", amount: 400_000)
    let outcome = await RequestDispatcher(handler: Router([:]), gate: gate).run("pay") { request throws(RPCError) in
        .string(try await services.pay(order, for: request).description)
    }
    acknowledge("ended \(outcome)")
} catch {
    acknowledge("failed \(error)")
}
exit(1)
