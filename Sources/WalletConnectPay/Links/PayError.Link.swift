extension PayError {
    /// Why a text is not a link to a payment; the raw value ends a sentence that begins with "This link".
    public enum Link: String, Error, Hashable, Sendable {
        /// It is something else.
        case notPayment = "is not a link to a payment"
        /// More bytes than ``PaymentLink/limit``.
        case tooLong = "is too long"
        /// White space inside, characters that do not show, letters that are not ASCII, or a broken `%` sequence.
        case characters = "contains characters that a payment link cannot contain"
        /// `http`, where anybody on the way can change what is shown.
        case insecure = "does not begin with https://"
        /// A user name, a port or a fragment, which only serve to deceive here.
        case address = "has an address that could be mistaken for another"
        /// Another host, however much it looks like the right one.
        case otherSite = "leads to a site other than the payment service"
        /// A part that decides what is paid occurs twice, or in two forms.
        case ambiguous = "names the payment in more than one way"
        /// The right form, and no payment in it.
        case noPayment = "does not name a payment"
        /// The text in place of the payment is not a valid id.
        case id = "has an invalid payment id"
    }
}

extension PayError.Link: CustomStringConvertible {
    /// A sentence for the user.
    public var description: String { "This link \(rawValue)." }
}
