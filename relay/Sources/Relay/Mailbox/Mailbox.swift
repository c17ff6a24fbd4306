/// Where messages wait until a subscriber has received them.
///
/// A message leaves the mailbox with the first confirmation by a client that is not its publisher, or at the end of its
/// lifetime. All functions are called on one event loop, and call back on it, at once or later.
protocol Mailbox: AnyObject {
    /// Is told of new messages.
    var observer: (any MailboxObserver)? { get set }

    /// Adds a message; a repetition of one that the same client published with the same request id is not added.
    func append(
        _ publication: Publication, from publisher: ClientID, request: RequestID?,
        completion: @escaping (Result<Void, RelayError>) -> Void)

    /// Reads the messages of `topic` behind `cursor` that have not expired, in order, at most ``MailboxPage/most``.
    func read(
        _ topic: Topic, after cursor: MessageID, completion: @escaping (Result<MailboxPage, RelayError>) -> Void)

    /// Removes messages; those that are not there are ignored.
    func remove(_ ids: [MessageID], from topic: Topic)

    /// Tells the observer of new messages of `topic`, from the call of ``MailboxObserver/watching(_:)`` on.
    func watch(_ topic: Topic)

    /// The observer need no longer be told of new messages of `topic`.
    func unwatch(_ topic: Topic)

    /// Removes what has expired; called from time to time.
    func expire()

    /// Whether messages can be stored now.
    var isAvailable: Bool { get }

    /// What is in the mailbox, for the metrics; `nil` where that is not known here.
    var contents: MailboxContents? { get }

    /// Ends all connections.
    func close()
}

/// What is in a mailbox.
struct MailboxContents: Equatable {
    var messages = 0
    var bytes = 0
    var topics = 0
}

/// Some messages of a topic.
struct MailboxPage {
    /// The most messages of a page.
    static let most = 32

    let messages: [StoredMessage]

    /// Where the next page starts.
    let cursor: MessageID

    /// Whether there may be a next page.
    let hasMore: Bool
}

/// Is told what happens in a mailbox.
protocol MailboxObserver: AnyObject {
    /// A message was added to a topic that is watched.
    func added(_ message: StoredMessage)

    /// From now on ``added(_:)`` is called for a topic; the answer to ``Mailbox/watch(_:)``, at once or later.
    func watching(_ topic: Topic)

    /// From now on messages may be added without a call of ``added(_:)``, until ``missed()``: the connection to the
    /// mailbox is lost.
    func lost()

    /// Messages may have been added without a call of ``added(_:)``: the connection to the mailbox was lost for a time.
    func missed()
}
