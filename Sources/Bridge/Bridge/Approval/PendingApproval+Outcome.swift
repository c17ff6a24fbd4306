import Messages

extension PendingApproval {
    /// The outcome of a request as the user sees it: a sentence, and the transaction ID if one was sent.
    public struct OutcomeText: Hashable, Sendable {
        /// What happened.
        public let sentence: String

        /// The ID of the sent transaction.
        public let transaction: String?

        /// Whether the request succeeded.
        public let isSuccess: Bool
    }

    /// The outcome of the request as the user sees it; `nil` until it is known.
    public var outcomeText: OutcomeText? {
        switch outcome {
        case nil: nil
        case .failure(let error): OutcomeText(sentence: error.sentence, transaction: nil, isSuccess: false)
        case .success(let answer):
            OutcomeText(
                sentence: approval.doneSentence
                    ?? (approval.payload.isEmpty ? sentSentence : localized("Signed.")),
                transaction: approval.doneSentence == nil ? nil : Self.transaction(in: answer), isSuccess: true)
        }
    }

    private var sentSentence: String {
        peer.session == nil ? localized("Sent to the site.") : localized("Sent to the app.")
    }

    /// What is shown after the user rejected it.
    public var rejectedSentence: String {
        approval.payload.isEmpty ? localized("Rejected.") : localized("Rejected. Nothing was signed.")
    }

    /// The transaction ID in a result: an Ethereum result is the hash itself, a Link result has a `txid`.
    private static func transaction(in answer: JSON) -> String? {
        guard let id = answer.string ?? answer["txid"]?.string else { return nil }
        let digits = id.hasPrefix("0x") ? id.dropFirst(2) : id[...]
        let isHash = digits.utf8.count == 64 && digits.utf8.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 6 }
        return isHash ? id : nil
    }
}
