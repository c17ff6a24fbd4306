import Messages

extension PayError {
    /// Why a text is not a link to a payment.
    public enum Link: Error, Hashable, Sendable {
        /// It is something else.
        case notPayment
        /// More bytes than ``PaymentLink/limit``.
        case tooLong
        /// White space inside, characters that do not show, letters that are not ASCII, or a broken `%` sequence.
        case characters
        /// `http`, where anybody on the way can change what is shown.
        case insecure
        /// A user name, a port or a fragment, which only serve to deceive here.
        case address
        /// Another host, however much it looks like the right one.
        case otherSite
        /// A part that decides what is paid occurs twice, or in two forms.
        case ambiguous
        /// The right form, and no payment in it.
        case noPayment
        /// The text in place of the payment is not a valid id.
        case id
    }
}

extension PayError.Link: CustomStringConvertible {
    /// A sentence for the user.
    public var description: String {
        switch self {
        case .notPayment: localized("This link is not a link to a payment.")
        case .tooLong: localized("This link is too long.")
        case .characters: localized("This link contains characters that a payment link cannot contain.")
        case .insecure: localized("This link does not begin with https://.")
        case .address: localized("This link has an address that could be mistaken for another.")
        case .otherSite: localized("This link leads to a site other than the payment service.")
        case .ambiguous: localized("This link names the payment in more than one way.")
        case .noPayment: localized("This link does not name a payment.")
        case .id: localized("This link has an invalid payment id.")
        }
    }
}
