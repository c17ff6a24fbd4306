import BigInt
import Bridge
import WalletConnectPay

/// A wallet whose user approves everything, with a record of what it sent.
@MainActor final class FakeSigner: PaymentSigner {
    let fate: Fate

    /// The outcome of the next action instead of an approval.
    var outcome: ActionOutcome?

    /// Whether the user is still looking at the question; then nothing is decided.
    var isAsking = false {
        didSet { if !isAsking { decide() } }
    }

    /// Those who wait for the user.
    ///
    /// They do not yield until then: a yield takes a detour over other threads, so that on a busy machine the others have
    /// their turn first.
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Whether the question was taken away.
    private(set) var wasTakenAway = false

    /// The payments' transactions that it sent.
    private(set) var sent: [String] = []
    private(set) var performed: [PaymentAction] = []
    private var count = 0

    /// What took the place of a transaction: another one, or one that does something else.
    var successors: [String: String?] = [:]

    /// How often the user was asked for a signature of Permit2 that could not be used, because no block had the
    /// allowance.
    private(set) var earlyCount = 0

    /// The chain on which allowances are set.
    let chain = FakeChain()

    init(fate: Fate = Fate()) {
        self.fate = fate
    }

    func perform(_ action: PaymentAction, for attempt: PaymentAttempt, option: PaymentOption) async -> ActionOutcome {
        await fate.step(lost: Never?.none) { @MainActor () async throws(Never) -> ActionOutcome in
            performed.append(action)
            if action == PaymentFixture.permit, chain.current < option.amount.value { earlyCount += 1 }
            await decision()
            if Task.isCancelled {
                wasTakenAway = true
                return .refused
            }
            if let outcome { return outcome }
            count += 1
            guard case .rpc(_, "eth_sendTransaction", let params) = action else { return .done("0x51\(count)") }
            let hash = "0x7a\(count)"
            guard let data = params[0]?["data"]?.string, data.hasPrefix("0x095ea7b3") else {
                sent.append(hash)
                return .done(hash)
            }
            let amount = BigUInt(data.suffix(64), radix: 16) ?? 0
            chain.send(hash, amount, purpose: attempt.purpose(of: amount == 0 ? .reset : .approval))
            return .done(hash)
        }
    }

    private func decide() {
        let woken = waiting
        waiting = []
        for continuation in woken { continuation.resume() }
    }

    /// Waits until the user has decided, or the question is taken away.
    private func decision() async {
        await withTaskCancellationHandler {
            while isAsking, !Task.isCancelled { await withCheckedContinuation { waiting.append($0) } }
        } onCancel: {
            Task { @MainActor in self.decide() }
        }
    }

    func allowance(_ need: AllowanceNeed) async -> AllowanceStanding? {
        await fate.step(lost: Never?.none) { @MainActor () async throws(Never) -> AllowanceStanding? in
            chain.isReachable ? chain.standing(for: need.amount) : nil
        }
    }

    func successor(of hash: String, of attempt: PaymentAttempt) async -> String? { successors[hash, default: hash] }

    func broadcast(of attempt: PaymentAttempt) async -> EarlierTransaction {
        await fate.step(lost: Never?.none) { @MainActor () async throws(Never) -> EarlierTransaction in
            sent.last.map { .sent(hash: $0) } ?? .none
        }
    }
}

/// A chain on which one token's allowance for Permit2 is set, and the wallet's record of the transactions that set it.
@MainActor final class FakeChain {
    /// What becomes of a transaction that is sent.
    var fate = AllowanceStanding.Change.Fate.confirmed

    /// Whether the token refuses a second allowance, as USDT does on Ethereum.
    var isStrict = false

    /// Whether the node and the wallet's records can be read.
    var isReachable = true

    /// The allowance in the latest block.
    var current: BigUInt = 0

    /// How many approvals were sent while another one waited, or while the allowance was in force.
    private(set) var needlessCount = 0

    /// The transactions, newest first.
    private(set) var changes: [AllowanceStanding.Change] = []

    func send(_ hash: String, _ amount: BigUInt, purpose: String?) {
        if changes.contains(where: \.fate.isAwaited) || (amount > 0 && current > 0) { needlessCount += 1 }
        let refused = isStrict && current > 0 && amount > 0
        changes.insert(
            .init(hash: hash, amount: amount, fate: refused ? .reverted : fate, purpose: purpose), at: 0)
        if fate == .confirmed, !refused { current = amount }
    }

    /// Decides about every transaction that waits.
    func settle(_ fate: AllowanceStanding.Change.Fate) {
        self.fate = fate
        changes = changes.map { change in
            guard change.fate.isAwaited else { return change }
            if fate == .confirmed { current = change.amount }
            return .init(hash: change.hash, amount: change.amount, fate: fate, purpose: change.purpose)
        }
    }

    func standing(for amount: BigUInt) -> AllowanceStanding {
        AllowanceStanding(
            current: current, changes: changes, needsReset: isStrict && current > 0 && current < amount)
    }
}
