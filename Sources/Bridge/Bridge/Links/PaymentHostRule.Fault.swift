import Messages

extension PaymentHostRule {
    /// Why the URL of a form is not opened.
    public enum Fault: Hashable, Sendable {
        /// It exceeds the maximum length.
        case tooLong

        /// It is not a URL in the accepted format.
        case malformed

        /// It has a user name, with which it looks like the URL of another site.
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
}
