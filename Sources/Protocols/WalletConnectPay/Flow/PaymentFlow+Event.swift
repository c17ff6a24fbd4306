public import Bridge

extension PaymentFlow {
    /// An event of a payment.
    public indirect enum Event: Sendable {
        /// The payment starts.
        case begin
        /// The user chooses a way to pay.
        case choose(PaymentChoice)
        /// The user asks why their data is required.
        case explainInfo
        /// The user asks why there is an additional fee.
        case explainGas
        /// The user goes one step back.
        case back
        /// The user approves what is shown.
        case pay
        /// The gateway's page reported that it was completed, or that it failed.
        case formEnded(isComplete: Bool)
        /// The wallet does not open the address of the gateway's page.
        case formRefused(PaymentHostRule.Fault)
        /// The user filled in the wallet's own form.
        case fill([CollectedField])
        /// The user tries again after an end that allows it.
        case retry
        /// The user requests the status.
        case checkStatus
        /// The user wants to send a transaction that was signed and perhaps never sent.
        case sendAgain
        /// The user gives up that transaction.
        case giveUp
        /// The user cancels the payment, at the gateway too.
        case cancel
        /// The user leaves; the payment stays open for another wallet.
        case leave
        /// Time passes.
        case tick
        /// A response arrives, with the number of its request. Only the response to the latest request counts.
        case answer(Int, Answer)
    }

    /// A response.
    public indirect enum Answer: Sendable {
        /// The options to pay.
        case options(Result<PaymentOptions, PayError>)
        /// The actions that the wallet must perform.
        case actions(Result<[PaymentAction], PayError>)
        /// Whether the attempt was stored.
        case kept(Result<Void, PayError>)
        /// What Permit2 may move now; `nil` if that is not known.
        case allowance(AllowanceStanding?)
        /// The outcome of an action.
        case performed(ActionOutcome)
        /// The gateway's response to the submission.
        case confirmed(Result<ConfirmResult, PayError>)
        /// The status of the payment.
        case status(Result<ConfirmResult, PayError>)
        /// The wallet's record of a transaction.
        case foundBroadcast(EarlierTransaction)
        /// Whether the network has a transaction that was sent again.
        case sentAgain(Bool)
        /// Whether a transaction was given up.
        case gaveUp(Bool)
    }

    /// An operation to perform for a payment; if it has a number, the response has the same number.
    package indirect enum Effect: Hashable, Sendable {
        /// Requests the options to pay from the gateway.
        case askOptions(Int)
        /// Requests from the gateway the actions that the wallet must perform.
        case askActions(Int, option: PaymentOption.ID)
        /// Stores the attempt; the flow does not wait for writes without a number, but they are made in order.
        case keep(Int?, PaymentAttempt)
        /// Asks the wallet what Permit2 may move, after some time.
        case readAllowance(Int, AllowanceNeed, after: Duration)
        /// Asks the wallet to sign or send.
        case perform(Int, PaymentAction, option: PaymentOption)
        /// Withdraws the wallet's approval request; the outcome of the action still arrives.
        case stopPerforming
        /// Submits the results to the gateway.
        case confirm(Int, option: PaymentOption.ID, signatures: [String], collected: [CollectedField]?)
        /// Requests the status from the gateway, after some time.
        case askStatus(Int, after: Duration)
        /// Requests the wallet's record of the attempt, after some time.
        case findBroadcast(Int, PaymentAttempt, after: Duration)
        /// Asks the wallet to send exactly the same bytes of a transaction again.
        case sendAgain(Int, hash: String, PaymentAttempt)
        /// Asks the wallet to give up a transaction that no node knows.
        case giveUp(Int, hash: String, PaymentAttempt)
        /// Cancels the payment at the gateway, if it can be reached.
        case callOff
    }
}
