extension PaymentAttempt {
    /// The state of an attempt.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// The user is signing; the gateway has nothing yet.
        case signing
        /// Signatures are with the gateway, or on their way: whether it took them may be unknown.
        case confirming
        /// The gateway took them, and the money is on its way.
        case processing
        /// Paid.
        case succeeded
        /// Given up before the gateway had anything: nothing was paid.
        case abandoned
        /// The gateway says that it failed, or that it did not take the signatures.
        case failed
        /// The gateway says that its time was over.
        case expired
        /// The gateway says that it was called off.
        case cancelled
        /// What left the wallet may have been taken, and the gateway does not count it: the user has to ask the
        /// merchant.
        case unsettled

        /// Whether it may still change by itself, and must be polled.
        public var isOpen: Bool {
            switch self {
            case .signing, .confirming, .processing: true
            case .succeeded, .abandoned, .failed, .expired, .cancelled, .unsettled: false
            }
        }

        /// Whether another attempt at the same payment may take its place.
        public var canBeReplaced: Bool {
            switch self {
            case .abandoned, .failed, .expired, .cancelled: true
            case .signing, .confirming, .processing, .succeeded, .unsettled: false
            }
        }
    }

    /// One thing that the wallet does.
    public struct Step: Hashable, Sendable {
        /// What it is.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// A transaction that lets Permit2 move the token; it moves nothing itself.
            case approval
            /// A transaction that moves the money.
            case payment
            /// A signature with which the gateway moves the money.
            case signature
        }

        /// How far it came.
        public enum Progress: Hashable, Sendable {
            /// Not started.
            case waiting
            /// The wallet was asked; a transaction may be out.
            case begun
            /// A transaction was signed, and no node has said that it took it: it was sent, or not.
            case signed(hash: String)
            /// Done, with the hash where it is a transaction.
            case done(hash: String?)
        }

        /// What it is.
        public let kind: Kind

        /// How far it came.
        public internal(set) var progress: Progress

        /// Creates a step.
        public init(_ kind: Kind, _ progress: Progress = .waiting) {
            self.kind = kind
            self.progress = progress
        }
    }
}
