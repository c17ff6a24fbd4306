/// Something that the user has to know in the state in which a payment is.
public enum PaymentNotice: Hashable, Sendable {
    /// The price was renewed, and it has changed; with the price that was shown before.
    case amountChanged(from: PaymentAmount)

    /// The price was renewed, because the gateway did not accept the old one; it has not changed.
    case priceRenewed

    /// The way to pay that was chosen is not offered any more.
    case optionGone

    /// The form ended with an error.
    case formFailed

    /// The gateway wants to know something of the payer, and gave no form for it.
    case formMissing

    /// The gateway wants to know something of the payer first.
    case dataMissing

    /// The user said no to the wallet's question; nothing was paid.
    case refused

    /// The wallet is locked.
    case locked

    /// The wallet could not sign or send; nothing was paid.
    case notSigned

    /// The status could not be requested from the gateway; it is requested again.
    case notReached

    /// The gateway could not be asked for what is to be signed; it is asked again only when the user wants to pay.
    case notPrepared

    /// The gateway, or an intermediary, did not answer the status request; it is sent again.
    case notAnswered(PayError)

    /// A transaction that was signed before was not sent, for the reason that the wallet tells.
    case notSent
}
