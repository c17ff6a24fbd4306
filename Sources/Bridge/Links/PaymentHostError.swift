/// Why the address of a form is not opened.
public enum PaymentHostError: String, Error, Hashable, Sendable {
    /// It is longer than an address may be.
    case tooLong = "The form's address is too long."

    /// It is not an address in the form that this wallet trusts.
    case malformed = "The form's address is not in a safe format."

    /// It has a user name, with which it reads as another site than it is.
    case userName = "The form's address contains a user name."

    /// It is not https.
    case scheme = "The form's address does not use https."

    /// Its host or port is not one of the payment service's.
    case host = "The form is not hosted by the payment service."
}
