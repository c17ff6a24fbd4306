internal import Bridge
public import BigInt

/// An attempt to pay, with the data that must survive a restart.
///
/// It contains no signature and nothing that the payer typed: the hash of a transaction is public, and the rest is not
/// needed.
public struct PaymentAttempt: Hashable, Sendable {
    /// The unique ID of the attempt.
    public let id: String

    /// The payment.
    public let payment: PaymentID

    /// The gateway's ID of the option, which is valid only until the next list of options.
    public let option: PaymentOption.ID

    /// The asset and the account.
    public let choice: PaymentChoice

    /// The amount of the asset, in its smallest unit.
    public let amount: BigUInt

    /// The number of decimal places of the asset.
    public let decimals: Int

    /// The symbol of the asset: untrusted text.
    public let symbol: String

    /// The merchant's name: untrusted text.
    public let merchant: String

    /// When it began, in seconds since 1970.
    public let startedAt: Int64

    /// When the payment expires, in seconds since 1970.
    public let expiresAt: Int64

    /// The steps of the wallet for it, in order, with their progress.
    public internal(set) var steps: [Step]

    /// Its status.
    public internal(set) var state: State

    /// The transaction that moved the money, once the gateway named one.
    public internal(set) var transaction: String?

    /// The time until which an attempt that this one replaced can still be used, see ``usableUntil``; `nil` if none can.
    public let replacedUntil: Int64?

    /// The time until which its signature can be used, in seconds since 1970; `nil` if it has no signature, or if an
    /// older version did not record it.
    public let signatureUntil: Int64?

    /// Creates an attempt from its stored values.
    public init(
        id: String, payment: PaymentID, option: PaymentOption.ID, choice: PaymentChoice, amount: BigUInt,
        decimals: Int, symbol: String, merchant: String, startedAt: Int64, expiresAt: Int64, steps: [Step],
        state: State = .signing, transaction: String? = nil, replacedUntil: Int64? = nil, signatureUntil: Int64? = nil
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
        self.replacedUntil = replacedUntil
        self.signatureUntil = signatureUntil
    }

    /// Whether it is for the merchant with this name.
    public func isFor(merchant name: String) -> Bool { merchant == Self.kept(merchant: name) }

    /// The part of a merchant's name that is stored.
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
        Set(steps.compactMap(\.progress.hash))
    }

    /// The transactions for an allowance that were sent, or may have been, for this attempt and for earlier ones at the
    /// same payment.
    public var allowances: [Step] { steps.filter(\.hasChangedAllowance) }

    /// The hashes of the transactions that were signed to move money, whether they were sent or not.
    public var signedHashes: [String] {
        steps.compactMap { step in
            guard step.kind == .payment else { return nil }
            switch step.progress {
            case .signed(let hash): return hash
            case .done(let hash): return hash
            case .waiting, .begun, .confirmed, .reverted, .lost, .unneeded: return nil
            }
        }
    }

    /// The time until which its signatures or transactions can still be used although it is not known to be paid, in
    /// seconds since 1970.
    ///
    /// That is the signature's own time, or at most ``ActionCheck/grace`` seconds after the payment if it is not
    /// recorded. A transaction does not expire. `nil` if nothing that pays left the wallet, or if it is paid.
    public var usableUntil: Int64? {
        switch state {
        case .succeeded, .abandoned: return nil
        case .signing: return mayHavePaid ? .max : nil
        case .confirming, .processing, .failed, .expired, .cancelled, .unsettled:
            if mayHavePaid { return .max }
            if let signatureUntil { return signatureUntil }
            let (end, isOver) = expiresAt.addingReportingOverflow(ActionCheck.grace)
            return isOver ? .max : end
        }
    }

    /// Whether a transaction that moves the money may have been sent.
    public var mayHavePaid: Bool {
        steps.contains { $0.kind == .payment && $0.progress != .waiting }
    }

    /// Whether it cannot have moved money: it can be deleted and restarted.
    public var isHarmless: Bool {
        switch state {
        case .signing: !mayHavePaid
        case .abandoned, .failed, .expired, .cancelled: true
        case .confirming, .processing, .unsettled, .succeeded: false
        }
    }

    /// The results that were submitted to the gateway; `nil` unless all of them are transaction hashes, which are
    /// stored.
    var keptResults: [String]? {
        var results: [String] = []
        for step in steps where !step.isOwn {
            switch step.progress {
            case .done(let hash?), .signed(let hash), .confirmed(let hash): results.append(hash)
            case .unneeded(let hash): results += hash.map { [$0] } ?? []
            case .waiting, .begun, .done(nil), .reverted, .lost: return nil
            }
        }
        return results.isEmpty ? nil : results
    }
}
