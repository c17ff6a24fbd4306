extension PaymentFlow {
    /// The state of a payment for the user.
    public enum State: Hashable, Sendable {
        /// The gateway is asked how it can be paid.
        case loading
        /// The user chooses among ``PaymentFlow/options``.
        case options
        /// An expired price is requested again.
        case refreshing
        /// Why the gateway wants to know something of the payer is explained.
        case whyInfo
        /// The payer is asked.
        case collecting(Collection)
        /// The user sees ``PaymentFlow/option`` and decides.
        case review
        /// Why a fee of the network comes on top is explained.
        case gasExplained
        /// What is to be signed is fetched and compared with what was shown.
        case preparing
        /// The wallet asks the user.
        case signing(Signing)
        /// The results are submitted to the gateway.
        case confirming
        /// It is not known whether the gateway has it; it is asked for the status, by itself or by the user's wish.
        case unsure(isAsking: Bool)
        /// A transaction was signed for it, and the network does not know it: the user sends it, or gives it up.
        case unsent(hash: String, isBusy: Bool)
        /// The gateway has it, and the money is on its way; the window may be closed.
        case processing(isAsking: Bool)
        /// Over.
        case ended(PaymentEnd)
    }

    /// How the payer is asked.
    public enum Collection: Hashable, Sendable {
        /// By the gateway's page; the code that opens it checks the address with the rule for hosts.
        case hosted(url: String)
        /// By a form of our own; with what is wrong in the answers that were given, by the names of the fields.
        case fields([CollectField], faults: [CollectField.ID: CollectField.Fault])
    }

    /// Which of the wallet's actions is under way.
    public struct Signing: Hashable, Sendable {
        /// Its number, from 1.
        public let number: Int

        /// How many there are.
        public let count: Int

        /// What it is.
        public let kind: PaymentAttempt.Step.Kind

        /// Whether it is being given up: what comes of it is waited for.
        public let isStopping: Bool
    }
}

extension PaymentFlow.State {
    /// Whether the payment can be left at once, because nothing was submitted.
    public var isBeforeSigning: Bool {
        switch self {
        case .loading, .options, .refreshing, .whyInfo, .collecting, .review, .gasExplained, .preparing: true
        case .signing, .confirming, .unsure, .unsent, .processing, .ended: false
        }
    }

    /// How it ended; `nil` before that.
    public var end: PaymentEnd? {
        guard case .ended(let end) = self else { return nil }
        return end
    }
}
