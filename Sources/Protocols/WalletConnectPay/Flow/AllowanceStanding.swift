public import BigInt
public import Bridge

/// The allowance that a payment by Permit2 needs before its signature can be used.
public struct AllowanceNeed: Hashable, Sendable {
    /// The contract that moves the token: Uniswap's Permit2, which has the same address on every chain.
    public static let spender = "0x000000000022D473030F116dDEE9F6B43aC78BA3"

    /// The account that pays.
    public let account: AccountID

    /// The token.
    public let token: AssetID

    /// The smallest allowance with which it can be paid, in the token's smallest unit.
    public let amount: BigUInt

    /// Creates a need.
    public init(account: AccountID, token: AssetID, amount: BigUInt) {
        self.account = account
        self.token = token
        self.amount = amount
    }
}

extension PaymentAttempt {
    /// The allowance of Permit2 that this attempt needs, if it is one that Permit2 moves.
    var allowanceNeed: AllowanceNeed { AllowanceNeed(account: choice.account, token: choice.asset, amount: amount) }
}

/// What Permit2 may move of a token now, and what the wallet's own transactions do about it.
public struct AllowanceStanding: Hashable, Sendable {
    /// A transaction of the wallet that sets the allowance.
    public struct Change: Hashable, Sendable {
        /// What became of it.
        public enum Fate: Hashable, Sendable {
            /// It was signed, and no node is known to have it: it was perhaps never sent.
            case unsent
            /// A node has it, and it is not in a block yet.
            case pending
            /// It is in a block, and has set the allowance.
            case confirmed
            /// It failed in its block.
            case reverted
            /// It is not awaited any more: another transaction used its nonce, no node accepted it, or it was given up.
            case lost

            /// Whether it may still get into a block, so that the allowance is not certain before that.
            public var isAwaited: Bool { self == .unsent || self == .pending }
        }

        /// Its hash.
        public let hash: String

        /// The allowance that it sets.
        public let amount: BigUInt

        /// What became of it.
        public let fate: Fate

        /// The key under which the wallet recorded it, see ``PaymentAttempt/purpose(of:)``; `nil` if it was not sent for
        /// a payment.
        public let purpose: String?

        /// Creates a change.
        public init(hash: String, amount: BigUInt, fate: Fate, purpose: String? = nil) {
            self.hash = hash
            self.amount = amount
            self.fate = fate
            self.purpose = purpose
        }
    }

    /// The allowance in the latest block; `nil` if the node could not be asked.
    public let current: BigUInt?

    /// The wallet's latest transactions that set it, newest first.
    public let changes: [Change]

    /// Whether the token refuses another allowance until this one is zero.
    public let needsReset: Bool

    /// Creates a standing.
    public init(current: BigUInt?, changes: [Change] = [], needsReset: Bool = false) {
        self.current = current
        self.changes = changes
        self.needsReset = needsReset
    }
}

extension AllowanceStanding {
    /// What a payment does next about the allowance that it needs.
    enum Verdict: Hashable {
        /// It waits for this transaction, because the allowance is about to change.
        case wait(AllowanceStanding.Change)
        /// It cannot tell.
        case unknown
        /// It needs no transaction.
        case sufficient
        /// It needs one; the allowance is this much now.
        case missing(BigUInt)
    }

    /// The verdict for a payment of `amount`.
    func verdict(for amount: BigUInt) -> Verdict {
        let isEnough = current.map { $0 >= amount } ?? false
        if let awaited = changes.first(where: { $0.fate.isAwaited && !(isEnough && $0.amount >= amount) }) {
            return .wait(awaited)
        }
        guard let current else { return .unknown }
        return isEnough ? .sufficient : .missing(current)
    }

    /// The latest transaction in a block that set an allowance for which `fits` is true.
    func confirmed(where fits: (BigUInt) -> Bool) -> String? {
        changes.first { $0.fate == .confirmed && fits($0.amount) }?.hash
    }

    /// The transaction with this hash.
    func change(_ hash: String) -> Change? { changes.first { $0.hash.lowercased() == hash.lowercased() } }

    /// A transaction that takes the place of a lost one: it sets the same allowance.
    func successor(of lost: Change) -> Change? {
        changes.first {
            $0.hash != lost.hash && $0.amount == lost.amount && ($0.fate.isAwaited || $0.fate == .confirmed)
        }
    }
}

extension AllowanceStanding.Change {
    /// The progress of a step that sent it.
    var progress: PaymentAttempt.Step.Progress {
        switch fate {
        case .unsent: .signed(hash: hash)
        case .pending: .done(hash: hash)
        case .confirmed: .confirmed(hash: hash)
        case .reverted: .reverted(hash: hash)
        case .lost: .lost(hash: hash)
        }
    }
}

extension [PaymentAttempt.Step] {
    /// The same transactions for an allowance with what `standing` shows of them; one whose hash a restart has lost is
    /// found under the key of the attempt with this ID.
    func updated(by standing: AllowanceStanding, of id: String) -> [PaymentAttempt.Step] {
        var found = compactMap { step in
            step.progress.hash.map { hash in
                PaymentAttempt.Step(
                    step.kind, standing.change(hash)?.progress ?? step.progress, isOwn: step.isOwn)
            }
        }
        for change in standing.changes.reversed() {
            guard !found.contains(where: { $0.progress.hash == change.hash }),
                let kind = [PaymentAttempt.Step.Kind.reset, .approval].first(where: {
                    change.purpose == PaymentAttempt.purpose(of: $0, in: id)
                })
            else { continue }
            found.append(PaymentAttempt.Step(kind, change.progress, isOwn: true))
        }
        return found
    }
}
