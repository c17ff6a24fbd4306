extension PaymentFlow {
    /// The state of a payment for the user.
    public enum State: Hashable, Sendable {
        /// The options to pay are requested from the gateway.
        case loading
        /// The user chooses among ``PaymentFlow/options``.
        case options
        /// A new price is requested, because the old one has expired.
        case refreshing
        /// An explanation why the gateway requires data about the payer is shown.
        case whyInfo
        /// The payer is asked for data.
        case collecting(Collection)
        /// The user sees ``PaymentFlow/option`` and decides.
        case review
        /// An explanation of the additional network fee is shown.
        case gasExplained
        /// The actions to sign are fetched and compared with what was shown.
        case preparing
        /// The wallet's node is asked for the allowance that the payment needs.
        case checking
        /// The wallet asks the user for approval.
        case signing(Signing)
        /// A transaction for the allowance is not in a block yet; the payment continues when it is.
        case waiting(Waiting)
        /// The results are submitted to the gateway.
        case confirming
        /// It is not known whether the gateway has the results; the status is requested automatically or by the user.
        case unsure(isAsking: Bool)
        /// A transaction was signed for it, and the network does not know it: the user sends it or gives it up.
        case unsent(hash: String, isBusy: Bool)
        /// The gateway has the results, and the payment is pending; the window may be closed.
        case processing(isAsking: Bool)
        /// The payment has ended.
        case ended(PaymentEnd)
    }

    /// How the payer is asked.
    public enum Collection: Hashable, Sendable {
        /// With the gateway's page; the code that opens it checks the address with the rule for hosts.
        case hosted(url: String)
        /// With the wallet's own form; with the faults in the answers, by field ID.
        case fields([CollectField], faults: [CollectField.ID: CollectField.Fault])
    }

    /// The transaction that the payment waits for.
    public struct Waiting: Hashable, Sendable {
        /// Its hash.
        public let hash: String

        /// Whether a node has it; otherwise it was perhaps never sent, and the user can send it again.
        public let isSent: Bool

        /// The number of its step, from 1, and how many there are; `nil` if it was sent before this payment.
        public let place: Place?

        /// A step among others.
        public struct Place: Hashable, Sendable {
            /// The step's number, from 1.
            public let number: Int

            /// How many there are.
            public let count: Int
        }
    }

    /// The action that the wallet is performing.
    public struct Signing: Hashable, Sendable {
        /// Its number, from 1.
        public let number: Int

        /// How many there are.
        public let count: Int

        /// What it is.
        public let kind: PaymentAttempt.Step.Kind

        /// Whether it is being given up; its outcome is still awaited.
        public let isStopping: Bool
    }
}

extension PaymentFlow.State {
    /// Whether the user can leave the payment immediately, because nothing was submitted.
    public var isBeforeSigning: Bool {
        switch self {
        case .loading, .options, .refreshing, .whyInfo, .collecting, .review, .gasExplained, .preparing, .checking: true
        case .signing, .waiting, .confirming, .unsure, .unsent, .processing, .ended: false
        }
    }

    /// How it ended; `nil` before that.
    public var end: PaymentEnd? {
        guard case .ended(let end) = self else { return nil }
        return end
    }
}
