/// What is wrong with an invoice, or with the response to a payment.
public enum InvoiceFault: String, Hashable, Sendable {
    /// It is malformed.
    case form = "is not well formed"

    /// It is too long.
    case tooLarge = "is too long"

    /// Its version is unknown.
    case version = "is of a version that the wallet does not know"

    /// It requests no payment.
    case noOutputs = "asks for no payment"

    /// It requests zero, or more than the total supply.
    case amount = "asks for an amount that cannot be paid"

    /// It is for a test network.
    case network = "is for a test network"

    /// It is for a currency that the wallet does not support.
    case currency = "is for coins that the wallet does not have"

    /// It has expired.
    case expired = "has expired"

    /// It is signed with an algorithm that can be forged.
    case weakSignature = "is signed in an old way (SHA-1) that can be forged"

    /// It is signed with an unknown algorithm.
    case signatureKind = "is signed in a way that the wallet does not know"

    /// Its signature does not match its certificate.
    case signature = "bears a signature that does not hold"

    /// Its certificate is not issued by a trusted authority.
    case certificate = "is signed by somebody for whom nobody vouches"

    /// Its digest does not match its content.
    case digest = "was changed on its way"

    /// Its payment URL is not trusted.
    case paymentAddress = "wants the payment to be sent to a place that nobody vouches for"
}
