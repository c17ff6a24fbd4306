internal import Bridge
public import BigInt

/// One attempt to pay, as far as it must survive a restart.
///
/// Nothing that the payer typed and no signature is in it: a transaction's hash is public, the rest is not needed.
public struct PaymentAttempt: Hashable, Sendable {
    /// The name of the attempt; no other has it.
    public let id: String

    /// What is being paid.
    public let payment: PaymentID

    /// The gateway's name for the option, which lives only as long as the list it came in.
    public let option: PaymentOption.ID

    /// With what, and from which account.
    public let choice: PaymentChoice

    /// How much of it, in its smallest unit.
    public let amount: BigUInt

    /// How many decimal places its unit has.
    public let decimals: Int

    /// The unit's short name: a stranger's text.
    public let symbol: String

    /// What the merchant calls itself: a stranger's text.
    public let merchant: String

    /// When it began, in seconds since 1970.
    public let startedAt: Int64

    /// When the payment's time is over, in seconds since 1970.
    public let expiresAt: Int64

    /// What the wallet does for it, in order, and how far it came.
    public internal(set) var steps: [Step]

    /// Its status.
    public internal(set) var state: State

    /// The transaction that moved the money, once the gateway named one.
    public internal(set) var transaction: String?

    /// Creates an attempt as it was kept.
    public init(
        id: String, payment: PaymentID, option: PaymentOption.ID, choice: PaymentChoice, amount: BigUInt,
        decimals: Int, symbol: String, merchant: String, startedAt: Int64, expiresAt: Int64, steps: [Step],
        state: State = .signing, transaction: String? = nil
    ) {
        self.id = id
        self.payment = payment
        self.option = option
        self.choice = choice
        self.amount = amount
        self.decimals = decimals
        self.symbol = symbol
        self.merchant = merchant
        self.startedAt = startedAt
        self.expiresAt = expiresAt
        self.steps = steps
        self.state = state
        self.transaction = transaction
    }

    /// Whether it is for the merchant who calls itself `name`.
    public func isFor(merchant name: String) -> Bool { merchant == Self.kept(merchant: name) }

    /// A merchant's name as far as it is kept.
    static func kept(merchant name: String) -> String { name.prefix(scalars: 256) }

    /// The hashes of the transactions that moved money, as far as they are known.
    public var paidHashes: [String] {
        steps.compactMap { step in
            guard step.kind == .payment, case .done(let hash) = step.progress else { return nil }
            return hash
        }
    }

    /// The hashes of all its transactions.
    var hashes: Set<String> {
        Set(
            steps.compactMap { step in
                switch step.progress {
                case .signed(let hash), .done(let hash?): hash
                case .waiting, .begun, .done(nil): nil
                }
            })
    }

    /// The hashes of the transactions that were signed to move money, whether they were sent or not.
    public var signedHashes: [String] {
        steps.compactMap { step in
            guard step.kind == .payment else { return nil }
            switch step.progress {
            case .signed(let hash): return hash
            case .done(let hash): return hash
            case .waiting, .begun: return nil
            }
        }
    }

    /// Until when what left the wallet for it can be used although it is not known to be paid, in seconds since 1970.
    ///
    /// A signature that ``ActionCheck`` let through ends at most ``ActionCheck/grace`` after the payment. A transaction
    /// has no end. `nil` where nothing left the wallet, or it is paid.
    public var usableUntil: Int64? {
        switch state {
        case .succeeded, .abandoned: return nil
        case .signing: return mayHavePaid ? .max : nil
        case .confirming, .processing, .failed, .expired, .cancelled, .unsettled:
            if mayHavePaid { return .max }
            let (end, isOver) = expiresAt.addingReportingOverflow(ActionCheck.grace)
            return isOver ? .max : end
        }
    }

    /// Whether a transaction that moves the money may be out.
    public var mayHavePaid: Bool {
        steps.contains { $0.kind == .payment && $0.progress != .waiting }
    }

    /// Whether it cannot have moved money: it can be forgotten, and restarted.
    public var isHarmless: Bool {
        switch state {
        case .signing: !mayHavePaid
        case .abandoned, .failed, .expired, .cancelled: true
        case .confirming, .processing, .unsettled, .succeeded: false
        }
    }

    /// What was submitted to the gateway, if that was hashes only, which are stored.
    var keptResults: [String]? {
        var results: [String] = []
        for step in steps {
            switch step.progress {
            case .done(let hash?), .signed(let hash): results.append(hash)
            case .waiting, .begun, .done(nil): return nil
            }
        }
        return results.isEmpty ? nil : results
    }
}
