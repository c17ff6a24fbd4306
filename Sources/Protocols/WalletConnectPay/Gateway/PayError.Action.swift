import Messages

extension PayError {
    /// How the actions of an option differ from what was shown.
    public enum Action: Hashable, Sendable, CustomStringConvertible {
        /// The wallet does not support this action.
        case unsupported
        /// There are no actions, or more than any payment needs.
        case count
        /// They cannot be decoded unambiguously.
        case unreadable
        /// They are in an order that does not make a payment.
        case order
        /// Another chain.
        case chain
        /// Another account.
        case account
        /// Another token or coin.
        case token
        /// Another amount.
        case amount
        /// An allowance for a spender that no payment needs.
        case spender
        /// The recipient is missing, or is the payer.
        case recipient
        /// The signature could be used long after the payment, or not at all.
        case deadline
        /// An asset with another name or another number of decimals than the wallet knows.
        case name
        /// An action other than a payment.
        case purpose

        /// A sentence for the user.
        public var description: String {
            switch self {
            case .unsupported: localized("The payment service asks for something that this wallet does not support.")
            case .count: localized("The payment service asks for nothing, or for more than a payment needs.")
            case .unreadable: localized("What is to be signed is ambiguous.")
            case .order: localized("What is to be signed is in the wrong order for a payment.")
            case .chain: localized("What is to be signed is for a different network than the one shown.")
            case .account: localized("What is to be signed is for a different account than the one shown.")
            case .token: localized("What is to be signed moves something other than what was shown.")
            case .amount: localized("What is to be signed is for a different amount than the one shown.")
            case .spender:
                localized("What is to be signed gives permission to an address that is not part of the payment.")
            case .recipient: localized("What is to be signed has no recipient.")
            case .deadline: localized("What is to be signed would be valid for too long, or never.")
            case .name:
                localized(
                    "The payment service uses a different symbol or number of decimals for an asset than the wallet.")
            case .purpose: localized("What is to be signed is not a payment.")
            }
        }
    }
}
