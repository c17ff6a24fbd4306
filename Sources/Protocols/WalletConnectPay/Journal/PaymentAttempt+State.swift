extension PaymentAttempt {
    /// The state of an attempt.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// The user is signing; nothing was submitted to the gateway yet.
        case signing
        /// The results were submitted or are being submitted; it may be unknown whether the gateway accepted them.
        case confirming
        /// The gateway accepted them, and the payment is pending.
        case processing
        /// It is paid.
        case succeeded
        /// It was given up before anything was submitted to the gateway; nothing was paid.
        case abandoned
        /// The gateway reports that it failed, or that it did not accept the signatures.
        case failed
        /// The gateway reports that it expired.
        case expired
        /// The gateway reports that it was cancelled.
        case cancelled
        /// The signatures or transactions may have been used, but the gateway does not count them as payment: the user
        /// has to ask the merchant.
        case unsettled

        /// Whether it may still change on its own, and must be polled.
        public var isOpen: Bool {
            switch self {
            case .signing, .confirming, .processing: true
            case .succeeded, .abandoned, .failed, .expired, .cancelled, .unsettled: false
            }
        }

        /// Whether another attempt at the same payment may replace it.
        public var canBeReplaced: Bool {
            switch self {
            case .abandoned, .failed, .expired, .cancelled: true
            case .signing, .confirming, .processing, .succeeded, .unsettled: false
            }
        }
    }

    /// One step of the wallet.
    public struct Step: Hashable, Sendable {
        /// The kind of step.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// A transaction that sets what Permit2 may move of the token to zero: some tokens require that before
            /// another allowance.
            case reset
            /// A transaction that lets Permit2 move the token; it moves nothing itself.
            case approval
            /// A transaction that moves the money.
            case payment
            /// A signature with which the gateway moves the money.
            case signature

            /// Whether it changes an allowance, so that the next step needs it to be in a block.
            public var isAllowance: Bool { self == .reset || self == .approval }
        }

        /// The progress of the step.
        public enum Progress: Hashable, Sendable {
            /// Not started.
            case waiting
            /// The wallet was asked; a transaction may have been sent.
            case begun
            /// A transaction was signed, and no node has confirmed that it accepted it; it may have been sent or not.
            case signed(hash: String)
            /// The step is done; with the hash if it is a transaction, which was sent.
            case done(hash: String?)
            /// The transaction is in a block, and did what it was sent for.
            case confirmed(hash: String)
            /// The transaction failed in its block: it changed nothing, and its fee was paid.
            case reverted(hash: String)
            /// The transaction is not in a block and is not awaited any more: another one used its nonce, no node
            /// accepted it, or it was given up.
            case lost(hash: String)
            /// The step is not needed, because the allowance is in force; with the transaction that set it, if the wallet
            /// knows one.
            case unneeded(hash: String?)

            /// The transaction's hash, as far as it is known.
            public var hash: String? {
                switch self {
                case .waiting, .begun: nil
                case .done(let hash), .unneeded(let hash): hash
                case .signed(let hash), .confirmed(let hash), .reverted(let hash), .lost(let hash): hash
                }
            }
        }

        /// The kind of step.
        public let kind: Kind

        /// The progress of the step.
        public internal(set) var progress: Progress

        /// Whether the gateway gets no result for it: the wallet added it, or an earlier attempt at the same payment
        /// performed it.
        public let isOwn: Bool

        /// Creates a step.
        public init(_ kind: Kind, _ progress: Progress = .waiting, isOwn: Bool = false) {
            self.kind = kind
            self.progress = progress
            self.isOwn = isOwn
        }

        /// Whether it is a transaction for an allowance that was sent, or may have been.
        var hasChangedAllowance: Bool {
            guard kind.isAllowance else { return false }
            switch progress {
            case .waiting, .unneeded: return false
            case .begun, .signed, .done, .confirmed, .reverted, .lost: return true
            }
        }
    }
}
