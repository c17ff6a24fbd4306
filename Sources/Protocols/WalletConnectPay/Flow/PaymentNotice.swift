/// A notice to the user in the current state of a payment.
public enum PaymentNotice: Hashable, Sendable {
    /// The price was renewed and has changed; with the price that was shown before.
    case amountChanged(from: PaymentAmount)

    /// The price was renewed, because the gateway did not accept the old one; it has not changed.
    case priceRenewed

    /// The chosen option is no longer offered.
    case optionGone

    /// The form ended with an error.
    case formFailed

    /// The gateway requires data about the payer, but provided no form for it.
    case formMissing

    /// The gateway requires data about the payer first.
    case dataMissing

    /// The user rejected the wallet's request; nothing was paid.
    case refused

    /// The transaction for the allowance is not in a block yet; paying again waits for it.
    case allowanceLate

    /// The transaction for the allowance failed in its block.
    case allowanceReverted

    /// Another transaction took the place of the one for the allowance, or no node accepted it.
    case allowanceLost

    /// The allowance is in force, and lower than the payment.
    case allowanceLow

    /// The wallet could not read the allowance; nothing was sent.
    case allowanceUnread

    /// The wallet is locked.
    case locked

    /// The wallet could not sign or send; nothing was paid.
    case notSigned

    /// The status could not be requested from the gateway; it is requested again.
    case notReached

    /// The actions to sign could not be requested from the gateway; they are requested again only when the user wants
    /// to pay.
    case notPrepared

    /// The status request failed at the gateway or an intermediary; it is sent again.
    case notAnswered(PayError)

    /// A transaction that was signed before was not sent, for the reason that the wallet gives.
    case notSent
}
