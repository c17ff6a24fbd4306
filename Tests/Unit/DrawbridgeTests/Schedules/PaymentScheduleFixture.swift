import Bridge
import Ethereum
import Foundation
import Keys
import Logging
import TestSupport
import Synchronization
import BitcoinWallet
import EthereumWallet
import WalletCore
import WalletMethods
import WalletUI

@testable import WalletConnectPay
@testable import Simulators
@testable import WalletWindow

/// A wallet that pays one payment, in as many runs of the program as the dice want, and a careful user who reads.
@MainActor final class PaymentScheduleFixture: Approver {
    nonisolated private static let base: Int64 = 1_800_000_000
    nonisolated private static let chains: [UInt64] = [1, 137, 8_453]

    let gateway: GatewaySimulator
    let payment: PaymentID
    let record = ScheduledGateway.Record()
    let chain = PracticeChain()
    let journal = MemoryJournal()
    let attempts = MemoryPaymentJournal()

    /// What was wrong with what was shown.
    private(set) var faults: [String] = []

    /// How the program was last, as the user saw it.
    private(set) var last: PaymentFlow.State?

    /// Whether a transaction must let Permit2 move the token first.
    private let isByPermit2: Bool
    private let dice: SeededGenerator
    private let clock = ManualClock()
    private let service: Origin
    private var life = Life()
    private var rate = 0
    private var queue: PaymentQueue?
    private var signer: DispatcherSigner?
    private var changes = 0

    init(_ preset: PaymentPreset, seed: UInt64) throws {
        dice = SeededGenerator(seed: seed)
        isByPermit2 = preset == .usdtFirst
        service = try Origin(serialized: "https://pay.example")
        var configuration = GatewaySimulator.Configuration()
        let (time, chain) = (clock.time, chain)
        configuration.time = { Self.base + time.now().components.seconds }
        configuration.knows = { hash, _ in chain.isLive(hash) }
        gateway = try GatewaySimulator(configuration)
        guard let id = PaymentID(gateway.make(preset.plan)) else { throw PayError.malformed }
        payment = id
    }

    private var books: Simulators.PaymentState? { gateway.state(of: payment.text) }

    /// Whether anything that can move money has left the wallet.
    private var hasLeft: Bool { !record.handed.isEmpty || !chain.payments.isEmpty }

    /// How often it can be paid at most by what has left the wallet: by each set of signatures, and by each nonce.
    var mostPaid: Int {
        let signatures = Set(record.handed.compactMap(\.last).filter { $0.utf8.count == 132 })
        return signatures.count + chain.mostPaid
    }

    // MARK: The program

    /// Starts the program, in the place of one that ran before; of a hundred questions that it asks, `rate` are struck.
    func start(rate: Int) async throws {
        let life = Life()
        self.life = life
        self.rate = rate
        // The user, or their machine, sets the clock back; at the end it is right again.
        let skew: Int64 = rate == 0 ? 0 : self.dice.pick([0, 0, -3_600, -86_400])
        let journal = LivingJournal(journal: self.journal, life: life)
        let gate = Gate(approver: self)
        let (dice, chain) = (dice, chain)
        var endpoints: [UInt64: Endpoint] = [:]
        for id in Self.chains { endpoints[id] = try Endpoint("https://node.example/\(id)") }
        let book = ChainBook(endpoints: endpoints) { endpoint in
            let id = endpoint.url.split(separator: "/").last.flatMap { UInt64($0) } ?? 1
            return ScheduledNode(chain, id: id, dice: dice, life: life, rate: rate)
        }
        let wallet = WalletServices(activeAccount: try .demo(), gate: gate, chains: book, journal: journal)
        wallet.time = QuickTime().keeper
        let time = clock.time
        let wallClock: @Sendable () -> Int64 = { Self.base + skew + time.now().components.seconds }
        wallet.now = wallClock
        let dispatcher = RequestDispatcher(
            handler: Router.wallet(wallet, version: "1"), gate: gate, time: ManualClock().time)
        let signer = DispatcherSigner(
            dispatcher, service: service,
            records: JournalRecords(
                journal: journal, service: service, transactions: wallet.transactions, sending: wallet.sending))
        self.signer = signer
        var configuration = PayClient.Configuration(appID: "app")
        configuration.baseURL = "https://pay.example"
        configuration.log.logLevel = .critical
        let client = try PayClient(
            configuration, sender: ScheduledGateway(gateway, record, dice: dice, life: life, rate: rate),
            time: QuickTime().keeper)
        var ports = PaymentPorts(
            gateway: client, signer: signer, journal: LivingAttempts(attempts: attempts, life: life), time: clock.time,
            wallClock: wallClock)
        ports.pollMilliseconds = 0
        let address = try EthereumAddress(wallet.activeAccount.address(.ethereum))
        let accounts = Self.chains.compactMap { id in
            ChainID("eip155:\(id)").map { AccountID(chain: $0, ethereum: address) }
        }
        let queue = PaymentQueue(ports) { accounts }
        queue.events.add { [weak self, weak queue] event in
            if case .changed = event { self?.look(queue) }
        }
        self.queue = queue
        try await queue.start()
    }

    /// The user agrees to what takes no risk that they were told of.
    func decide(_ question: PendingApproval) async -> Decision {
        while question.isRevising { await Task.yield() }
        if isByPermit2, question.peer.payment?.purpose?.hasSuffix("/signature") == true, chain.allowance == 0 {
            faults.append("a signature was asked for that could not be used, because no block had the allowance")
        }
        return question.approval.warnings.contains { $0.text.contains("does not replace it") } ? .rejected : .approved
    }

    // MARK: The user

    /// What is shown now, as the window has it.
    private var step: Screen? {
        guard let flow = queue?.flow else { return nil }
        var screen = PaymentScreens(flow: flow, service: service)
        screen.problem = signer?.problem
        return screen.step
    }

    /// Reads what is shown, and compares it with what has happened.
    private func look(_ queue: PaymentQueue?) {
        guard let queue, queue === self.queue, !life.isOver, let step, let flow = queue.flow else { return }
        changes += 1
        let words = ([step.heading] + step.paragraphs.map(\.text)).joined(separator: " ")
        for claim in ["Nothing was paid.", "Nothing was signed."] where words.contains(claim) && hasLeft {
            faults.append("“\(claim)” was said, and something has left the wallet: \(words)")
        }
        if words.contains("A transaction was sent for it"), flow.attempt?.paidHashes.allSatisfy(chain.has) != true {
            faults.append("it was called sent, and no node has it: \(words)")
        }
        for row in step.rows where row.note == "in a block" && chain.allowance == 0 {
            faults.append("\(row.value) was said to be in a block, and none has it")
        }
        for row in step.rows where ["sent", "not in a block yet"].contains(row.note) {
            guard case .exact(let hash) = row.value, !chain.has(hash) else { continue }
            faults.append("\(hash) was called sent, and no node has it")
        }
        if case .ended(.succeeded) = flow.state, books?.status != "succeeded" {
            faults.append("it was called paid, and is \(books?.status ?? "nothing")")
        }
    }

    /// Opens the payment, and acts like a user who wants to pay and follows the wallet's messages.
    ///
    /// - Parameter patience: How often something is tried or waited for.
    func pay(patience: Int) async {
        queue?.open(payment)
        await settle()
        for _ in 0..<patience {
            guard !life.isOver, let queue, let state = queue.flow?.state else { return }
            last = state
            // The user replaces the transaction in another wallet, before the gateway counts it.
            if rate > 0, books?.status == "requires_action", dice.roll(25) == 0 { chain.replace() }
            switch state {
            case .options:
                guard let choice = queue.flow?.options.first.flatMap({ PaymentChoice($0) }) else { return }
                queue.take(.choose(choice))
            case .review:
                let isWarned = step?.paragraphs.contains { $0.text.contains("both can be paid") } ?? false
                if isWarned { return }
                queue.take(.pay)
            case .unsure(isAsking: false), .processing(isAsking: false):
                if dice.roll(2) == 0 { queue.take(.checkStatus) } else { clock.advance(by: .seconds(7)) }
            case .unsent:
                queue.take(dice.pick([.sendAgain, .sendAgain, .giveUp, .checkStatus]))
            case .ended:
                guard queue.flow?.canRetry == true else { return }
                queue.take(.retry)
            default: clock.advance(by: .seconds(1))
            }
            await settle()
        }
        last = queue?.flow?.state
    }

    /// The user closes what they see.
    func close() async {
        queue?.close()
        await settle()
    }

    /// Whether the program was killed.
    var isDead: Bool { life.isOver }

    /// Lets everyone do what they can do without time going on.
    private func settle() async {
        var (quiet, seen) = (0, changes)
        while quiet < 40 {
            await Task.yield()
            if life.isOver { return }
            quiet = life.pending == 0 && changes == seen ? quiet + 1 : 0
            seen = changes
        }
    }

    /// What is wrong with how it ended, once everyone is honest and the program was started again.
    func verdict() async -> [String] {
        var faults = faults
        if mostPaid > 1 { faults.append("it can be paid \(mostPaid) times: \(record.handed), \(chain.payments)") }
        let kept = await attempts.attempt(at: payment)
        if books?.status == "succeeded", !record.hasLied {
            let isTold =
                switch last {
                case .ended(.succeeded), .ended(.alreadyPaid), .unsure, .processing: true
                default: false
                }
            if !isTold { faults.append("it was paid, and the user sees \(String(describing: last))") }
            if kept?.state != .succeeded {
                faults.append("it was paid, and kept as \(String(describing: kept?.state))")
            }
        }
        if hasLeft, kept == nil || kept?.state == .abandoned || kept?.state == .signing, books?.status == "succeeded" {
            faults.append("something has left the wallet, and nothing of it is kept")
        }
        return faults
    }
}

/// A clock that advances by the time waited.
private final class QuickTime: Sendable {
    private let now = Mutex(Duration.zero)

    var keeper: TimeSource {
        TimeSource(
            now: { self.now.withLock { $0 } },
            sleep: { duration in
                try Task.checkCancellation()
                self.now.withLock { $0 += duration }
            })
    }
}
