import Bridge
import Foundation
import WalletConnectPay
import TestServers
import TestSupport
import Simulators
import Synchronization
import Network

/// A simulated gateway at a real socket, and a wallet that pays there and can be restarted.
@MainActor final class FaultFixture {
    let gateway: GatewaySimulator
    let port: Int
    let signer = KeySigner()
    let payment: PaymentID

    /// What the wallet that runs now keeps its attempts in.
    private(set) var journal: any PaymentJournal
    private let reopen: @MainActor () throws -> any PaymentJournal

    /// The wallet's clock, which does not advance, so that none of its pauses ends.
    let clock = ManualClock()

    /// How far the wallet's time of day is off, in seconds.
    var error: Int64 = 0
    private(set) var queue: PaymentQueue?
    private var changes = AsyncStream<Void>.makeStream()

    /// A fixture for one payment, whose wallets keep their attempts in memory.
    convenience init(_ plan: PaymentPlan) async throws {
        let journal = MemoryPaymentJournal()
        try await self.init(plan) { journal }
    }

    /// A fixture for one payment, whose wallets keep their attempts in what `reopen` opens for each.
    init(_ plan: PaymentPlan, reopen: @escaping @MainActor () throws -> any PaymentJournal) async throws {
        self.reopen = reopen
        journal = try reopen()
        gateway = try GatewaySimulator()
        port = try await gateway.start(port: QuietPort.take())
        guard let id = PaymentID(gateway.make(plan)) else { throw Missing() }
        payment = id
    }

    private struct Missing: Error {}

    var flow: PaymentFlow? { queue?.flow }
    var state: PaymentFlow.State? { flow?.state }

    /// What the gateway's books say.
    var books: PaymentState? { gateway.state(of: payment.text) }

    /// Starts the wallet, in the place of one that ran before.
    func start(_ sender: any HTTPSender = CrashingSender()) async throws {
        var configuration = PayClient.Configuration(appID: "app-1")
        configuration.baseURL = "http://127.0.0.1:\(port)"
        let client = try PayClient(configuration, sender: sender, time: QuickClock().time)
        journal = try reopen()
        let wall = Int64(Date().timeIntervalSince1970) + error
        var ports = PaymentPorts(
            gateway: client, signer: signer, journal: journal, time: clock.time, wallClock: { wall })
        ports.pollMilliseconds = 0
        let address = try signer.address()
        let chains = ["8453", "137", "1"].compactMap { ChainID("eip155:\($0)") }
        let queue = PaymentQueue(ports) { chains.map { AccountID(chain: $0, ethereum: address) } }
        let changes = AsyncStream<Void>.makeStream()
        self.changes = changes
        queue.events.add { _ in changes.continuation.yield() }
        self.queue = queue
        try await queue.start()
    }

    /// Opens the payment, and does what a user does who wants to pay, until it is over, or nothing helps any more.
    ///
    /// - Parameter isOver: Whether to stop before.
    func pay(until isOver: @escaping @MainActor () -> Bool = { false }) async {
        guard let queue else { return }
        queue.open(payment)
        var patience = 8
        var iterator = changes.stream.makeAsyncIterator()
        while !isOver(), patience > 0 {
            switch queue.flow?.state {
            case .options?:
                guard let choice = queue.flow?.options.first.flatMap({ PaymentChoice($0) }) else { return }
                queue.take(.choose(choice))
            case .review?:
                patience -= 1
                queue.take(.pay)
            case .collecting(.fields(let fields, _))?: queue.take(.fill(fields.map(Self.answer)))
            case .unsure(isAsking: false)?, .processing(isAsking: false)?:
                patience -= 1
                queue.take(.checkStatus)
            case .ended(let end)? where end.canRetry:
                patience -= 1
                queue.take(.retry)
            case .ended?, nil: return
            default: await iterator.next()
            }
        }
    }

    /// What is kept of the attempt; the last word about it is written while its end is shown already.
    func kept() async throws -> PaymentAttempt? {
        var kept = try await journal.attempt(at: payment)
        for _ in 0..<10_000 where state?.end != nil && kept?.state.isOpen == true {
            await Task.yield()
            kept = try await journal.attempt(at: payment)
        }
        return kept
    }

    /// Closes the payment's window, continues in the background, and opens it again.
    func payAgain() async {
        queue?.close()
        await pay()
    }

    private static func answer(_ field: CollectField) -> CollectedField {
        let text =
            switch field.kind {
            case .date: "1990-02-28"
            case .checkbox: "true"
            case .text, .other: field.id.hasSuffix("Country") ? "GB" : "Ada Lovelace"
            }
        return CollectedField(id: field.id, value: text)
    }
}
