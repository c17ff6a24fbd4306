import Messages

/// Why the address of a form is not opened.
public enum PaymentHostError: Error, Hashable, Sendable {
    /// It is longer than an address may be.
    case tooLong

    /// It is not an address in the form that this wallet trusts.
    case malformed

    /// It has a user name, with which it reads as another site than it is.
    case userName

    /// It is not https.
    case scheme

    /// Its host or port is not one of the payment service's.
    case host

    /// A sentence for the user.
    public var sentence: String {
        switch self {
        case .tooLong: localized("The form's address is too long.")
        case .malformed: localized("The form's address is not in a safe format.")
        case .userName: localized("The form's address contains a user name.")
        case .scheme: localized("The form's address does not use https.")
        case .host: localized("The form is not hosted by the payment service.")
        }
    }
}
