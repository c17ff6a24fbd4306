public import BigInt
public import Bridge

/// One payment from its link to its end: a state machine that takes events and returns the operations to perform.
///
/// It has no clock and no connection; `take(_:at:)` is its only input. It guarantees:
///
/// - Only a payment that is awaiting a payer is started, and data about the payer is collected before signing.
/// - An option is identified by its asset and its account; its ID, its price and its actions are those of the latest
///   response, and an amount that was not shown is not signed.
/// - Each action was compared with what was shown before it is signed, and the actions are signed in the gateway's
///   order.
/// - A step whose effect the next one needs is in a block before the next one begins: the allowance is read before each
///   step that depends on it, and a transaction that is not needed is not sent.
/// - An attempt is stored before anything is signed, and again before anything is submitted. After that, only a
///   response of the gateway ends it: nothing that the gateway may have is signed again.
public struct PaymentFlow: Sendable {
    /// The ID of the attempts that are made here.
    public let id: String

    /// The payment.
    public let payment: PaymentID

    /// The accounts that may pay.
    public let accounts: [AccountID]

    /// The asset that the user paid with last.
    public let preferred: AssetID?

    /// The state.
    public internal(set) var state: State = .loading

    /// What is to be paid, according to the gateway's latest response.
    public internal(set) var info: PaymentInfo?

    /// The options to pay, each asset of each account once.
    public internal(set) var options: [PaymentOption] = []

    /// The chosen option.
    public internal(set) var choice: PaymentChoice?

    /// A notice to show in addition to the state.
    public internal(set) var notice: PaymentNotice?

    /// The stored state of the signing, once it has started.
    public internal(set) var attempt: PaymentAttempt?

    /// The transactions for an allowance that earlier attempts at this payment sent, or may have sent.
    var spent: [PaymentAttempt.Step] = []

    /// The allowance that these transactions are about; `nil` if there are none.
    public internal(set) var need: AllowanceNeed?

    /// What Permit2 may move of that token, as last read; `nil` if that is not known.
    public internal(set) var allowance: BigUInt?

    /// An earlier attempt that moved no money and was not submitted, as the journal has it.
    var interrupted: PaymentAttempt?

    /// The latest known time, in seconds since 1970; it never goes back.
    public internal(set) var now: Int64 = 0

    /// Earlier payments whose signatures or transactions may still be used although they are not known to be paid,
    /// newest first; see ``PaymentAttempt/usableUntil``.
    public internal(set) var earlier: [PaymentAttempt] = []

    /// The time until which attempts at this payment can still be used of which the journal no longer has the steps,
    /// because later attempts replaced them.
    var replacedUntil: Int64?

    /// The number of the latest request, and whether its response is still awaited.
    var question = 0
    var isWaiting = false

    /// Whether the actions must be requested again before they are signed, because a transaction was sent since then.
    var mustAskAgain = false

    /// Whether the actions were requested again because the allowance that they contain is in force already.
    var hasAskedForSignature = false

    /// Whether it only tracks an attempt from before a restart, in the background.
    let isLookingAfter: Bool

    var collection = CollectionProgress()
    var signed = SigningProgress()

    /// What to do with the requested options.
    var following = OptionsPurpose.show

    /// Whether the gateway requires data about the payer, and new options must show which.
    var isDataMissing = false

    /// What is known about the submitted results.
    var submission = PaymentSubmission()

    /// How often options were requested without an action of the user.
    var refreshes = 0

    /// Why the gateway did not accept the results; then they are not submitted again.
    public internal(set) var refusal: PayError?

    /// When the user was first asked to wait, which limits how long the status is queried.
    var processingSince: Int64?

    /// The number of consecutive failed status requests.
    var failures = 0

    /// Creates a payment from `accounts`; `id` is the unique ID of its attempts.
    ///
    /// If the latest stored attempt at it, `earlier`, is not known to be harmless, its outcome is requested first.
    package init(
        id: String, payment: PaymentID, accounts: [AccountID], preferred: AssetID? = nil,
        earlier: PaymentAttempt? = nil
    ) {
        self.id = earlier.map { $0.state.canBeReplaced ? id : $0.id } ?? id
        self.payment = payment
        self.accounts = accounts
        self.preferred = preferred
        attempt = earlier.flatMap { $0.isHarmless ? nil : $0 }
        interrupted = attempt == nil ? earlier : nil
        spent = interrupted?.allowances ?? []
        need = earlier.flatMap { $0.allowances.isEmpty ? nil : $0.allowanceNeed }
        replacedUntil = [earlier?.replacedUntil, attempt == nil ? earlier?.usableUntil : nil].compactMap { $0 }.max()
        isLookingAfter = false
    }

    /// Creates a payment that tracks an attempt that a restart interrupted; it never asks the user for anything.
    package init(lookingAfter attempt: PaymentAttempt) {
        id = attempt.id
        payment = attempt.payment
        accounts = [attempt.choice.account]
        preferred = nil
        self.attempt = attempt
        spent = attempt.allowances
        need = spent.isEmpty ? nil : attempt.allowanceNeed
        isLookingAfter = true
    }

    /// The chosen option, with the price and the actions of the latest response.
    public var option: PaymentOption? {
        choice.flatMap { choice in options.first { choice.fits($0) } }
    }

    /// Handles `event` at the time `now`, in seconds since 1970.
    ///
    /// Events that do not fit the state are ignored, such as a second press of a button or a response that arrives too
    /// late.
    ///
    /// - Returns: The operations to perform.
    package mutating func take(_ event: Event, at now: Int64) -> [Effect] {
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
            return handle(answer)
        }
    }

    private mutating func handle(_ answer: Answer) -> [Effect] {
        switch answer {
        case .options(let result): handleOptions(result)
        case .actions(let result): handleActions(result)
        case .kept(let result): handleKept(result)
        case .allowance(let standing): handleAllowance(standing)
        case .performed(let outcome): handleOutcome(outcome)
        case .confirmed(let result): handleConfirmed(result)
        case .status(let result): handleStatus(result)
        case .foundBroadcast(let found): handleFound(found)
        case .sentAgain(let isSent): handleSentAgain(isSent)
        case .gaveUp(let isGivenUp): handleGaveUp(isGivenUp)
        }
    }

    /// Starts a new request; the responses to all earlier ones are ignored.
    mutating func ask(_ effect: (Int) -> Effect) -> [Effect] {
        question += 1
        isWaiting = true
        return [effect(question)]
    }

    /// Ends the payment; the user's answers are deleted.
    mutating func end(_ end: PaymentEnd) -> [Effect] {
        isWaiting = false
        notice = nil
        collection = CollectionProgress()
        state = .ended(end)
        return []
    }
}
