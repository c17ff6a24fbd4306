public import Bridge

/// One payment from its link to its end: a value to which things happen, and which says what to do next.
///
/// It has no clock and no connection: ``take(_:at:)`` is all that happens. What holds:
///
/// - Only a payment that is awaiting a payer is started, and details of the payer are collected before signing.
/// - An option is its asset and its account; its id, its price and its actions are those of the latest answer, and an
///   amount that was not shown is not signed.
/// - What is signed was compared with what was shown, and is signed in the gateway's order.
/// - An attempt is kept before anything is signed, and again before anything is submitted. Then only the gateway's
///   word ends it: what it may have is never signed again.
public struct PaymentFlow: Sendable {
    /// The name of the attempts that are made here.
    public let id: String

    /// The payment.
    public let payment: PaymentID

    /// The accounts that may pay.
    public let accounts: [AccountID]

    /// What the user paid with the last time.
    public let preferred: AssetID?

    /// The state.
    public internal(set) var state: State = .loading

    /// What is to be paid, as the gateway said last.
    public internal(set) var info: PaymentInfo?

    /// The ways to pay, each asset of each account once.
    public internal(set) var options: [PaymentOption] = []

    /// The way that was chosen.
    public internal(set) var choice: PaymentChoice?

    /// Something to be told beside the state.
    public internal(set) var notice: PaymentNotice?

    /// The stored state of the signing, once it has started.
    public internal(set) var attempt: PaymentAttempt?

    /// The time, in seconds since 1970, as it was said last; it never goes back.
    public internal(set) var now: Int64 = 0

    /// Earlier payments whose signatures or transactions may still be used although they are not known to be paid,
    /// newest first; see ``PaymentAttempt/usableUntil``.
    public internal(set) var earlier: [PaymentAttempt] = []

    /// The number of the latest question, and whether its answer is still waited for.
    var question = 0
    var isWaiting = false

    /// Whether it only tracks an attempt from before a restart, in the background.
    let isLookingAfter: Bool

    var collection = CollectionProgress()
    var signed = SigningProgress()

    /// What follows the options that are asked for.
    var following = OptionsPurpose.show

    /// Whether the gateway wants to know something of the payer, and new options shall say what.
    var isDataMissing = false

    /// What is known of the results that were submitted.
    var submission = PaymentSubmission()

    /// How often options were requested without an action of the user.
    var refreshes = 0

    /// Why the gateway did not accept the results; then they are not submitted again.
    public internal(set) var refusal: PayError?

    /// When the user was first told to wait, for the end of asking.
    var processingSince: Int64?

    /// How often in a row the status was asked for in vain.
    var failures = 0

    /// A payment from `accounts`; `id` is a name for its attempts that no other has.
    ///
    /// Where the latest attempt at it that was kept, `earlier`, is not known to be harmless, its fate is asked for
    /// before anything else.
    public init(
        id: String, payment: PaymentID, accounts: [AccountID], preferred: AssetID? = nil,
        earlier: PaymentAttempt? = nil
    ) {
        self.id = earlier.map { $0.state.canBeReplaced ? id : $0.id } ?? id
        self.payment = payment
        self.accounts = accounts
        self.preferred = preferred
        attempt = earlier.flatMap { $0.isHarmless ? nil : $0 }
        isLookingAfter = false
    }

    /// Looks after an attempt that a restart broke off; it never asks the user for anything.
    public init(lookingAfter attempt: PaymentAttempt) {
        id = attempt.id
        payment = attempt.payment
        accounts = [attempt.choice.account]
        preferred = nil
        self.attempt = attempt
        isLookingAfter = true
    }

    /// The way that was chosen, with the price and the actions of the latest answer.
    public var option: PaymentOption? {
        choice.flatMap { choice in options.first { choice.fits($0) } }
    }

    /// Lets `event` happen at the time `now`, in seconds since 1970.
    ///
    /// What does not fit the state is passed over: a second press of a button, an answer that comes too late.
    ///
    /// - Returns: What is to be done.
    public mutating func take(_ event: Event, at now: Int64) -> [Effect] {
        self.now = max(self.now, now)
        switch event {
        case .begin: return begin()
        case .choose(let choice): return choose(choice)
        case .explainInfo: return explain(.whyInfo, from: .options)
        case .explainGas: return needsGas ? explain(.gasExplained, from: .review) : []
        case .back: return goBack()
        case .pay:
            guard case .review = state else { return [] }
            userActed()
            return pay()
        case .formEnded(let isComplete): return endForm(isComplete)
        case .formRefused(let error):
            guard case .collecting(.hosted) = state else { return [] }
            return end(.formRefused(error))
        case .fill(let answers): return fill(answers)
        case .retry: return retry()
        case .checkStatus: return checkStatus()
        case .sendAgain: return sendAgain()
        case .giveUp: return giveUpUnsent()
        case .cancel: return stop(.cancelled)
        case .leave: return stop(.left)
        case .tick: return tick()
        case .answer(let number, let answer):
            guard isWaiting, number == question else { return [] }
            isWaiting = false
            return hear(answer)
        }
    }

    private mutating func hear(_ answer: Answer) -> [Effect] {
        switch answer {
        case .options(let result): hearOptions(result)
        case .actions(let result): hearActions(result)
        case .kept(let result): hearKept(result)
        case .performed(let outcome): hearOutcome(outcome)
        case .confirmed(let result): hearConfirmed(result)
        case .status(let result): hearStatus(result)
        case .foundBroadcast(let found): hearFound(found)
        case .sentAgain(let isSent): hearSentAgain(isSent)
        case .gaveUp(let isGivenUp): hearGaveUp(isGivenUp)
        }
    }

    /// A new question; the answer to every earlier one is not heard any more.
    mutating func ask(_ effect: (Int) -> Effect) -> [Effect] {
        question += 1
        isWaiting = true
        return [effect(question)]
    }

    /// Ends it; what was typed is forgotten.
    mutating func end(_ end: PaymentEnd) -> [Effect] {
        isWaiting = false
        notice = nil
        collection = CollectionProgress()
        state = .ended(end)
        return []
    }
}
