import WalletConnectPay
import TestSupport

/// A queue of payments with fakes of what it needs, and a user who pays.
@MainActor final class PaymentQueueFixture {
    let fate = Fate()
    let gateway: FakeGateway
    let signer: FakeSigner
    let journal: FakeJournal
    let clock = ManualClock()
    var wall = PaymentFixture.now
    private(set) var queue: PaymentQueue

    /// The locks that the living programs hold; a killed program holds none.
    private(set) var locks = MemoryPaymentLocks()

    init(_ options: [PaymentOption] = [PaymentFixture.dollars], _ actions: [PaymentAction] = [PaymentFixture.authorize])
    {
        gateway = FakeGateway(options, actions, fate: fate)
        signer = FakeSigner(fate: fate)
        journal = FakeJournal(fate: fate)
        gateway.isApproved = { [chain = signer.chain] in chain.current > 0 }
        queue = Self.queue(gateway, signer, journal, locks, clock, at: PaymentFixture.now)
    }

    /// A second program, with the same folder.
    func secondQueue() -> PaymentQueue { Self.queue(gateway, signer, journal, locks, clock, at: wall) }

    var state: PaymentFlow.State? { queue.flow?.state }

    private static func queue(
        _ gateway: FakeGateway, _ signer: FakeSigner, _ journal: FakeJournal, _ locks: MemoryPaymentLocks,
        _ clock: ManualClock, at wall: Int64
    ) -> PaymentQueue {
        var ports = PaymentPorts(
            gateway: gateway, signer: signer, journal: journal, time: clock.time, wallClock: { wall })
        ports.locks = locks
        return PaymentQueue(ports, accounts: { [PaymentFixture.account()] })
    }

    /// The program is restarted, with its stored data.
    func restart() async throws {
        fate.rise()
        locks = MemoryPaymentLocks()
        queue = Self.queue(gateway, signer, journal, locks, clock, at: wall)
        try await queue.start()
        await settle()
    }

    /// Lets everybody do what they can do without time going on.
    func settle() async {
        for _ in 0..<60 { await Task.yield() }
    }

    /// Advances the clock step by step.
    func wait(seconds: Int, by hop: Int = 1) async {
        for _ in 0..<(seconds / hop) {
            clock.advance(by: .seconds(hop))
            wall += Int64(hop)
            await settle()
        }
    }

    /// Opens a payment and lets it come as far as it can.
    func open(_ payment: PaymentID = PaymentFixture.payment) async {
        queue.open(payment)
        await settle()
    }

    func take(_ event: PaymentFlow.Event) async {
        queue.take(event)
        await settle()
    }

    /// Does what a user does who wants to pay, until it is over or only time could help.
    func pay() async {
        for _ in 0..<12 {
            switch state {
            case .options?:
                guard let choice = queue.flow?.options.first.flatMap({ PaymentChoice($0) }) else { return }
                await take(.choose(choice))
            case .review?: await take(.pay)
            case .collecting(.hosted)?: await take(.formEnded(isComplete: true))
            case .unsure(isAsking: false)?: await take(.checkStatus)
            case .processing?: await wait(seconds: 2)
            case .ended(let end)? where end.canRetry: await take(.retry)
            case .ended?, nil: return
            default: await wait(seconds: 1)
            }
        }
    }
}
