package import Messages

extension TransactionRecord {
    /// What a transaction does: a kind of action with its amounts and names as data.
    ///
    /// It becomes a sentence in the user's language when it is shown.
    public struct Summary: Hashable, Sendable, ExpressibleByStringLiteral {
        /// The sentence with its values.
        package let message: Message

        /// Creates a summary of a sentence with its values.
        package init(_ message: Message) {
            self.message = message
        }

        /// Creates a summary that is the same in every language.
        public init(stringLiteral value: String) {
            message = Message(verbatim: value)
        }

        /// Whether nothing is known of what it does.
        public var isEmpty: Bool { message.key.isEmpty }

        /// One sentence in the user's language.
        public var text: String { message.localized }
    }
}

/// A summary is stored as its message.
extension TransactionRecord.Summary: Codable {
    /// Reads a summary.
    public init(from decoder: any Decoder) throws {
        message = try Message(from: decoder)
    }

    /// Writes the summary.
    public func encode(to encoder: any Encoder) throws {
        try message.encode(to: encoder)
    }
}
