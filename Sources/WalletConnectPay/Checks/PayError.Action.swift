extension PayError {
    /// In what the actions of an option are not what was shown.
    public enum Action: String, Error, Hashable, Sendable, CustomStringConvertible {
        /// The wallet does not do this.
        case unsupported = "The payment service asks for something that this wallet does not support."
        /// There are no actions, or more than any payment needs.
        case count = "The payment service asks for nothing, or for more than a payment needs."
        /// They cannot be read beyond doubt.
        case unreadable = "What is to be signed is ambiguous."
        /// They are in an order in which they make no payment.
        case order = "What is to be signed is in the wrong order for a payment."
        /// Another chain.
        case chain = "What is to be signed is for a different network than the one shown."
        /// Another account.
        case account = "What is to be signed is for a different account than the one shown."
        /// Another token or coin.
        case token = "What is to be signed moves something other than what was shown."
        /// Another amount.
        case amount = "What is to be signed is for a different amount than the one shown."
        /// An allowance for a spender that no payment needs.
        case spender = "What is to be signed gives permission to an address that is not part of the payment."
        /// The recipient is missing, or is the payer.
        case recipient = "What is to be signed has no recipient."
        /// The signature could be used long after the payment, or not at all.
        case deadline = "What is to be signed would be valid for too long, or never."
        /// The fee, or the number of the transaction, which are the wallet's to choose.
        case fee = "What is to be signed sets a fee or a nonce that the wallet must choose."
        /// An asset under another name, or counted in other parts, than the wallet knows.
        case name = "The payment service uses a different symbol or number of decimals for an asset than the wallet."
        /// Something else than a payment.
        case purpose = "What is to be signed is not a payment."

        /// A sentence for the user.
        public var description: String { rawValue }
    }
}
