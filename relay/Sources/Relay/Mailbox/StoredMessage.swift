/// The place of a message in the order of publication.
///
/// The same as the id of an entry in a stream of Redis.
struct MessageID: Hashable, Comparable, Sendable {
    /// When the message was published, in milliseconds since 1970.
    let milliseconds: UInt64

    /// Tells messages of the same millisecond apart.
    let sequence: UInt64

    static let first = MessageID(milliseconds: 0, sequence: 0)

    static func < (one: MessageID, other: MessageID) -> Bool {
        (one.milliseconds, one.sequence) < (other.milliseconds, other.sequence)
    }
}

/// A message in the mailbox.
final class StoredMessage: Sendable {
    let id: MessageID
    let topic: Topic
    let publisher: ClientID

    /// When it is deleted, in milliseconds since 1970.
    let expires: UInt64

    /// See ``Publication/body``.
    let body: [UInt8]

    init(id: MessageID, topic: Topic, publisher: ClientID, expires: UInt64, body: [UInt8]) {
        self.id = id
        self.topic = topic
        self.publisher = publisher
        self.expires = expires
        self.body = body
    }

    /// Roughly what a message takes in addition to its body; so a mailbox full of small messages is bounded too.
    static let overhead = 384

    /// How many bytes the message counts.
    var size: Int { body.count + Self.overhead }
}
