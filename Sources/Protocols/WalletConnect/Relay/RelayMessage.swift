package import Primitives

/// A message that a relay delivered.
package struct RelayMessage: Hashable, Sendable {
    /// What identifies a message, however often it is delivered.
    package struct Key: Hashable, Sendable {
        /// The topic.
        package let topic: Topic
        /// The SHA-256 of the message as it was delivered.
        package let hash: Digest32

        /// Creates a key.
        package init(topic: Topic, hash: Digest32) {
            self.topic = topic
            self.hash = hash
        }
    }

    /// The topic.
    package let topic: Topic

    /// The envelope, as text.
    package let message: String

    /// When the relay got it, in milliseconds since 1970; zero if the relay does not say so.
    package let publishedAt: Int64

    /// What kind of message the publisher says it is; not to be relied on.
    package let tag: Int64

    /// The attestation of the publisher's origin, if there is one.
    package let attestation: String?

    /// What identifies it.
    package let key: Key

    /// The most bytes of an attestation; a longer one is dropped.
    package static let maximumAttestationBytes = 8_192

    /// Creates a message.
    package init(
        topic: Topic, message: String, publishedAt: Int64 = 0, tag: Int64 = 0, attestation: String? = nil
    ) {
        self.topic = topic
        self.message = message
        self.publishedAt = publishedAt
        self.tag = tag
        self.attestation = attestation
        key = Key(topic: topic, hash: SHA256.hash(message.utf8))
    }
}

/// A message to publish.
package struct Publication: Hashable, Sendable {
    /// The topic.
    package let topic: Topic

    /// The envelope, as text.
    package let message: String

    /// What kind of message it is.
    package let tag: Int64

    /// How long the relay keeps it, in seconds.
    package let lifetime: Int64

    /// Whether a relay may wake up a sleeping receiver.
    package let prompts: Bool

    /// The longest lifetime, in seconds: seven days.
    package static let maximumLifetime: Int64 = 604_800

    /// Creates a publication.
    ///
    /// Nothing is said to the relay about what the message is for: no method, chain or transaction.
    ///
    /// - Throws: ``WalletConnectError/relay(_:)`` with `messageSize` or `lifetime`.
    package init(
        topic: Topic, message: String, tag: Int64, lifetime: Int64, prompts: Bool = false
    ) throws(WalletConnectError) {
        guard 1...Envelope.maximumTextBytes ~= message.utf8.count else { throw .relay(.messageSize) }
        guard 1...Self.maximumLifetime ~= lifetime else { throw .relay(.lifetime) }
        self.topic = topic
        self.message = message
        self.tag = tag
        self.lifetime = lifetime
        self.prompts = prompts
    }
}

/// A publication on its way to the relay.
package struct OutboxEntry: Hashable, Sendable {
    /// The id of the call, the same for each attempt: relays recognize a repetition by it.
    package let id: UInt64

    /// What is published.
    package let publication: Publication

    /// When its lifetime ends, in milliseconds since 1970.
    package let expiry: Int64

    /// Creates an entry.
    package init(id: UInt64, publication: Publication, expiry: Int64) {
        self.id = id
        self.publication = publication
        self.expiry = expiry
    }
}

/// How a publication ended.
package enum PublicationOutcome: Hashable, Sendable {
    /// The relay has it.
    case accepted
    /// It was not accepted before its lifetime ended.
    case expired
    /// The relay will not accept it.
    case rejected(WalletConnectError.Relay)
}
