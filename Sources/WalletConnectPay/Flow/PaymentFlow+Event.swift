public import Bridge

extension PaymentFlow {
    /// Something that happens to a payment.
    public enum Event: Sendable {
        /// The payment starts.
        case begin
        /// The user chooses a way to pay.
        case choose(PaymentChoice)
        /// The user asks why something is to be known of them.
        case explainInfo
        /// The user asks why a fee comes on top.
        case explainGas
        /// The user goes a step back.
        case back
        /// The user agrees to what is shown.
        case pay
        /// The gateway's page said that it is done, or that it failed.
        case formEnded(isComplete: Bool)
        /// The address of the gateway's page is one that the wallet does not open.
        case formRefused(PaymentHostError)
        /// The user filled in our own form.
        case fill([CollectedField])
        /// The user tries again after an end that allows it.
        case retry
        /// The user requests the status.
        case checkStatus
        /// The user wants a transaction sent that was signed and perhaps never sent.
        case sendAgain
        /// The user gives that transaction up.
        case giveUp
        /// The user calls the payment off, at the gateway too.
        case cancel
        /// The user goes away; the payment stays open for another wallet.
        case leave
        /// Time passes.
        case tick
        /// An answer arrives, with the number of its question. Only the answer to the latest question counts.
        case answer(Int, Answer)
    }

    /// An answer.
    public enum Answer: Sendable {
        /// How it can be paid.
        case options(Result<PaymentOptions, PayError>)
        /// What the wallet has to do.
        case actions(Result<[PaymentAction], PayError>)
        /// Whether the attempt is kept.
        case kept(Result<Void, PayError.Journal>)
        /// What came of an action.
        case performed(ActionOutcome)
        /// The gateway's answer to the submission.
        case confirmed(Result<ConfirmResult, PayError>)
        /// The status of the payment.
        case status(Result<ConfirmResult, PayError>)
        /// What the wallet remembers of a transaction.
        case foundBroadcast(EarlierTransaction)
        /// Whether the network has a transaction that was sent again.
        case sentAgain(Bool)
        /// Whether a transaction was given up.
        case gaveUp(Bool)
    }

    /// Something to be done for a payment; where there is a number, the answer names it.
    public enum Effect: Hashable, Sendable {
        /// Asks the gateway how it can be paid.
        case askOptions(Int)
        /// Asks the gateway what the wallet has to do.
        case askActions(Int, option: PaymentOption.ID)
        /// Keeps the attempt; those without a number are not waited for, but kept in order.
        case keep(Int?, PaymentAttempt)
        /// Has the wallet sign or send.
        case perform(Int, PaymentAction, option: PaymentOption)
        /// Takes the wallet's question away; the answer of the action still comes.
        case stopPerforming
        /// Submits the results to the gateway.
        case confirm(Int, option: PaymentOption.ID, signatures: [String], collected: [CollectedField]?)
        /// Requests the status from the gateway, after some time.
        case askStatus(Int, after: Duration)
        /// Asks the wallet what it remembers of the attempt, after some time.
        case findBroadcast(Int, PaymentAttempt, after: Duration)
        /// Has the wallet send a transaction again, to the byte.
        case sendAgain(Int, hash: String, PaymentAttempt)
        /// Has the wallet give up a transaction that no node knows.
        case giveUp(Int, hash: String, PaymentAttempt)
        /// Calls the payment off at the gateway, as far as it can be reached.
        case callOff
    }
}
