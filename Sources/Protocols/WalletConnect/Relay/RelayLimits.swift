/// How much a ``RelayClient`` keeps and accepts; nothing that it does is unlimited.
package struct RelayLimits: Hashable, Sendable {
    /// The most topics.
    package var topics = 10_000

    /// The most topics of one call; relays accept up to 500.
    package var batch = 500

    /// The most calls that wait for an answer.
    package var calls = 256

    /// The most callers that wait for a connection, and the most that wait for subscriptions.
    package var callers = 256

    /// The most publications that wait for an answer at the same time.
    package var publishing = 32

    /// The most publications in the outbox.
    package var outbox = 1_000

    /// The most bytes of messages in the outbox.
    package var outboxBytes = 16 << 20

    /// The most received messages that wait to be stored; more are left to the relay, which delivers them again.
    package var incoming = 512

    /// The most bytes of received messages that wait to be stored.
    package var incomingBytes = 8 << 20

    /// The most frames that wait to be sent.
    package var outgoing = 1_024

    /// The most bytes of frames that wait to be sent.
    package var outgoingBytes = 32 << 20

    /// The most frames in a minute that are not JSON-RPC of a relay; a connection with more is closed.
    package var malformed = 100

    /// The most frames in a minute that belong to nothing; a connection with more is closed.
    ///
    /// These are answers without a call, messages of other topics, and messages for which there is no room.
    package var unwanted = 1_000

    /// The most calls in a row without an answer; a connection with more is closed.
    package var unanswered = 5

    /// The most pages of the mailbox that are fetched by one call.
    package var pages = 100

    /// Creates the default limits.
    package init() {}
}

/// The times of a ``RelayClient``.
package struct RelayTiming: Hashable, Sendable {
    /// How long a call waits for its answer.
    package var answer = Duration.seconds(10)

    /// How long a caller waits for a connection.
    package var connection = Duration.seconds(60)

    /// How long messages of the mailbox are collected after a connection was made, to be sorted.
    package var gathering = Duration.milliseconds(250)

    /// The longest time from the first subscription to the first message that is passed on; less than the four seconds
    /// after which relays deliver again.
    package var longestGathering = Duration.milliseconds(1_500)

    /// How long a connection is kept that is no longer needed.
    package var linger = Duration.seconds(10)

    /// The pause before a call is repeated that the relay could not serve.
    package var retry = Duration.seconds(5)

    /// Creates the default times.
    package init() {}
}
