package import Bridge

/// The clocks and the random numbers of a ``SessionEngine``.
package struct SessionEnvironment: Sendable {
    /// The clock for timers.
    package let time: TimeSource

    /// The time of day, in milliseconds since 1970.
    package let now: @Sendable () -> Int64

    /// A random number of 64 bits; for the last digits of ids, which are not secret.
    package let random: @Sendable () -> UInt64

    /// Creates an environment.
    package init(
        time: TimeSource = .system, now: @escaping @Sendable () -> Int64,
        random: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    ) {
        self.time = time
        self.now = now
        self.random = random
    }
}

/// How much a ``SessionEngine`` keeps at most.
package struct SessionLimits: Hashable, Sendable {
    /// The pairings that have not ended.
    package var pairings = 64
    /// The proposals that the user has not decided on.
    package var proposals = 16
    /// The sessions.
    package var sessions = 500
    /// The requests of one session that the user has not decided on.
    package var pendingOfSession = 64
    /// The requests of all sessions that the user has not decided on.
    package var pending = 512
    /// The bytes of those requests.
    package var pendingBytes = 8 << 20
    /// The answers of one topic that are kept to be repeated.
    package var answersOfTopic = 4_096
    /// The bytes of the answers of one topic.
    package var answerBytesOfTopic = 4 << 20
    /// The bytes of the answers of all topics.
    package var answerBytes = 64 << 20
    /// The bytes of what a session allows and says.
    package var sessionBytes = 128 << 10
    /// The requests to peers whose answers are waited for, or have not been read.
    package var sent = 4_096
    /// The bytes of those requests and answers.
    package var sentBytes = 32 << 20
    /// The messages that wait for the relay's outbox.
    package var outgoing = 8_192
    /// The bytes of those messages.
    package var outgoingBytes = 32 << 20
    /// The messages that are kept until keys can be opened.
    package var unopened = 256
    /// The bytes of those messages.
    package var unopenedBytes = 4 << 20
    /// The news that a reader has not read; then the oldest are dropped.
    package var news = 4_096
    /// The bytes of those news.
    package var newsBytes = 8 << 20

    /// Creates the default limits.
    package init() {}
}

/// The durations of a ``SessionEngine``, in seconds.
enum SessionDurations {
    /// How long answers are kept: the longest lifetime of a message.
    static let journal: Int64 = 604_800
    /// How long a request waits for an answer if it does not say so.
    static let request: Int64 = 300
    /// How far the clock of an app may be behind without a consequence.
    static let clockSkew: Int64 = 3_600
    /// How long a wallet waits until an app acknowledges a settlement.
    static let settlement: Int64 = 3_600
    /// How long an app waits for the settlement behind an approval.
    static let approval: Int64 = 300
    /// How long an answer is waited for that is not part of a request of the app.
    static let acknowledgement: Int64 = 300
    /// A session that is used is extended if it lasts no longer than this.
    static let extending: Int64 = 172_800
    /// The pause before a message is passed to the relay's outbox again.
    static let retry: Int64 = 5
}

/// Random numbers of an environment.
struct EnvironmentGenerator: RandomNumberGenerator {
    let random: @Sendable () -> UInt64

    mutating func next() -> UInt64 { random() }
}
