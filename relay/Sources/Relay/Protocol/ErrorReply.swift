/// The error that a request is answered with.
///
/// Codes and names are those of the public WalletConnect relay: 3000 for credentials, 3001 for the rate, -32600 for the
/// request, -32000 for what the relay cannot do now, -32603 for a fault of the relay.
public struct ErrorReply: Hashable, Sendable {
    /// The code.
    public let code: Int

    /// The name of the kind of error, such as `InvalidTopic`; the member `data` of the reply.
    public let name: String

    /// A sentence for developers.
    public let message: String

    init(_ code: Int, _ name: String, _ message: String) {
        self.code = code
        self.name = name
        self.message = message
    }

    static let serialization = ErrorReply(-32600, "Serialization", "The frame is not a JSON-RPC object.")
    static let version = ErrorReply(-32600, "InvalidJsonRpcVersion", "The member jsonrpc is not \"2.0\".")
    static let requestID = ErrorReply(
        -32600, "InvalidRequestId", "The id is not a positive whole number of at most 19 digits, or such a string.")
    static let method = ErrorReply(-32600, "InvalidMethod", "The relay does not have this method.")
    static let topic = ErrorReply(-32600, "InvalidTopic", "A topic is 64 lowercase hexadecimal digits.")
    static let batchEmpty = ErrorReply(-32600, "BatchEmpty", "The batch is empty.")
    static let tooManyRequests = ErrorReply(3001, "TooManyRequests", "Too many requests. Try again later.")
    static let mailboxLimit = ErrorReply(
        -32000, "MailboxLimitExceeded", "The mailbox has no room for this message. Try again later.")
    static let subscriberLimit = ErrorReply(
        -32000, "SubscriberLimitExceeded", "The topic or the client has too many subscriptions.")
    static let unavailable = ErrorReply(
        -32603, "InternalError", "The mailbox cannot be reached. Try again later with the same id.")

    static func parameters(_ name: StaticString) -> ErrorReply {
        ErrorReply(-32600, "InvalidParams", "The parameter \(name) is missing or has the wrong type.")
    }

    static func payloadSize(_ limit: Int) -> ErrorReply {
        ErrorReply(-32600, "PayloadSizeExceeded", "A message has at most \(limit) bytes.")
    }

    static func batchLimit(_ limit: Int) -> ErrorReply {
        ErrorReply(-32600, "BatchLimitExceeded", "A batch has at most \(limit) elements.")
    }

    static func lifetimeTooShort(_ least: Int) -> ErrorReply {
        ErrorReply(-32000, "TtlTooShort", "The ttl is at least \(least) seconds.")
    }

    static func lifetimeTooLong(_ most: Int) -> ErrorReply {
        ErrorReply(-32000, "TtlTooLong", "The ttl is at most \(most) seconds.")
    }
}
