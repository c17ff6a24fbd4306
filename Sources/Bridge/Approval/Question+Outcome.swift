extension Question {
    /// What became of the request, as the user is told: a sentence, and the transaction's id where one was sent.
    public struct OutcomeText: Hashable, Sendable {
        /// What happened.
        public let sentence: String

        /// The id of the transaction that was sent.
        public let transaction: String?

        /// Whether it was done.
        public let isSuccess: Bool
    }

    /// What became of the request, as the user is told; `nil` while it is not known.
    public var outcomeText: OutcomeText? {
        switch outcome {
        case nil: nil
        case .failure(let error): OutcomeText(sentence: error.message, transaction: nil, isSuccess: false)
        case .success(let answer):
            OutcomeText(
                sentence: approval.doneSentence ?? (approval.payload.isEmpty ? "Sent to the site." : "Signed."),
                transaction: approval.doneSentence == nil ? nil : Self.transaction(in: answer), isSuccess: true)
        }
    }

    /// The id in an answer: Ethereum's is the answer itself, Link's is its `txid`.
    private static func transaction(in answer: JSON) -> String? {
        guard let id = answer.string ?? answer["txid"]?.string else { return nil }
        let digits = id.hasPrefix("0x") ? id.dropFirst(2) : id[...]
        let isHash = digits.utf8.count == 64 && digits.utf8.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 6 }
        return isHash ? id : nil
    }
}
