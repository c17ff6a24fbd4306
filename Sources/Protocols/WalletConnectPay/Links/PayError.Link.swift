import Messages

extension PayError {
    /// Why a text is not a link to a payment.
    public enum Link: Hashable, Sendable {
        /// It is not a payment link.
        case notPayment
        /// It has more bytes than ``PaymentLink/limit``.
        case tooLong
        /// It has white space inside, invisible characters, letters that are not ASCII, or a broken `%` sequence.
        case characters
        /// It uses `http`, where anyone on the network path can change what is shown.
        case insecure
        /// It has a user name, a port or a fragment, which a genuine link never has.
        case address
        /// It has another host, which may look like the right one.
        case otherSite
        /// A part that determines the payment occurs twice or in two forms.
        case ambiguous
        /// It has the right form, but contains no payment.
        case noPayment
        /// The text in the place of the payment ID is not a valid ID.
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
