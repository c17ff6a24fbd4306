/// What is wrong with an invoice, or with the answer to a payment.
public enum InvoiceFault: String, Hashable, Sendable {
    /// It is not what the format allows.
    case form = "is not well formed"

    /// It is longer than it may be.
    case tooLarge = "is too long"

    /// It is of a version that is not known.
    case version = "is of a version that the wallet does not know"

    /// It asks for nothing.
    case noOutputs = "asks for no payment"

    /// It asks for more than there can be, or for nothing.
    case amount = "asks for an amount that cannot be paid"

    /// It is for another network than the one with real coins.
    case network = "is for a test network"

    /// It is for coins that the wallet does not have.
    case currency = "is for coins that the wallet does not have"

    /// Its time is over.
    case expired = "has expired"

    /// It is signed in a way that can be forged.
    case weakSignature = "is signed in an old way (SHA-1) that can be forged"

    /// It is signed in a way that is not known.
    case signatureKind = "is signed in a way that the wallet does not know"

    /// Its signature is not that of the certificate that comes with it.
    case signature = "bears a signature that does not hold"

    /// Nobody whom the system trusts vouches for the certificate.
    case certificate = "is signed by somebody for whom nobody vouches"

    /// What arrived is not what was sent.
    case digest = "was changed on its way"

    /// It wants the payment to be sent to a place that nobody vouches for.
    case paymentAddress = "wants the payment to be sent to a place that nobody vouches for"
}
