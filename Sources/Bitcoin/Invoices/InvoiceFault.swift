/// What is wrong with an invoice, or with the response to a payment.
public enum InvoiceFault: String, Hashable, Sendable {
    /// It is malformed.
    case form = "is not well formed"

    /// It is too long.
    case tooLarge = "is too long"

    /// Its version is unknown.
    case version = "has an unknown version"

    /// It requests no payment.
    case noOutputs = "does not ask for a payment"

    /// It requests zero, or more than the total supply.
    case amount = "asks for an amount that cannot be paid"

    /// It is for a test network.
    case network = "is for a test network"

    /// It is for a currency that the wallet does not support.
    case currency = "is for a coin that the wallet does not support"

    /// It has expired.
    case expired = "has expired"

    /// It is signed with an algorithm that can be forged.
    case weakSignature = "is signed with SHA-1, which can be forged"

    /// It is signed with an unknown algorithm.
    case signatureKind = "has an unknown signature algorithm"

    /// Its signature does not match its certificate.
    case signature = "has an invalid signature"

    /// Its certificate is not issued by a trusted authority.
    case certificate = "is signed with a certificate that is not trusted"

    /// Its digest does not match its content.
    case digest = "was changed in transit"

    /// Its payment URL is not trusted.
    case paymentAddress = "wants the payment sent to a server that is not trusted"
}
