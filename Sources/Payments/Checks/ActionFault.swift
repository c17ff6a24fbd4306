/// In what the actions of an option are not what was shown.
public enum ActionFault: String, Error, Hashable, Sendable, CustomStringConvertible {
    /// The wallet does not do this.
    case unsupported = "The payment service asks for something that this wallet does not do."
    /// There is none, or more than any payment needs.
    case count = "The payment service asks for nothing, or for more than a payment needs."
    /// They cannot be read beyond doubt.
    case unreadable = "What is to be signed cannot be read beyond doubt."
    /// They are in an order in which they make no payment.
    case order = "What is to be signed is in an order in which it makes no payment."
    /// Another chain.
    case chain = "What is to be signed is for another network than the one shown."
    /// Another account.
    case account = "What is to be signed is for another account than the one shown."
    /// Another token or coin.
    case token = "What is to be signed moves something else than what was shown."
    /// Another amount.
    case amount = "What is to be signed is for another amount than the one shown."
    /// Leave for somebody whom no payment needs.
    case spender = "What is to be signed gives leave to somebody who does not belong to a payment."
    /// Nobody, or the payer, would get it.
    case recipient = "What is to be signed pays nobody."
    /// The signature could be used long after the payment, or not at all.
    case deadline = "What is to be signed would be good for too long, or not at all."
    /// The fee, or the number of the transaction, which are the wallet's to choose.
    case fee = "What is to be signed sets a fee or a number that is for the wallet to choose."
    /// An asset under another name, or counted in other parts, than the wallet knows.
    case name = "The payment service calls an asset by another name than the wallet knows, or counts it differently."
    /// Something else than a payment.
    case purpose = "What is to be signed is no payment."

    /// A sentence for the user.
    public var description: String { rawValue }
}
