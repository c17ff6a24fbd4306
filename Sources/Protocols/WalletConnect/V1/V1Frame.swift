internal import Bridge

/// What a client and a bridge server of version 1 send each other: one JSON object in each text frame.
package struct V1Frame: Hashable, Sendable {
    /// What a frame does.
    package enum Kind: String, Sendable {
        /// Publishes a payload on a topic.
        case publish = "pub"
        /// Subscribes to a topic.
        case subscribe = "sub"
        /// Acknowledges a payload.
        case acknowledge = "ack"
    }

    /// The topic: usually a UUID.
    package var topic: String
    /// What the frame does.
    package var kind: Kind
    /// The text of a ``V1Payload``, empty in other frames.
    package var payload: String
    /// Whether the wallet is not to be notified.
    package var isSilent: Bool

    /// The most bytes of a frame: the payload is JSON in a string, whose quotation marks take two bytes.
    package static let maximumBytes = 2 * Envelope.maximumTextBytes

    /// Creates a frame.
    ///
    /// - Throws: ``WalletConnectError/link(_:)`` if the topic is not one.
    package init(
        topic: String, kind: Kind, payload: String = "", isSilent: Bool = true
    ) throws(WalletConnectError) {
        guard V1URI.isTopic(topic) else { throw .link(.topic) }
        self.topic = topic
        self.kind = kind
        self.payload = payload
        self.isSilent = isSilent
    }

    /// Reads a frame.
    ///
    /// - Throws: ``WalletConnectError/json(_:)``, ``WalletConnectError/envelope(_:)`` or
    ///   ``WalletConnectError/parameters(_:)``.
    package init(parsing text: String) throws(WalletConnectError) {
        guard text.utf8.count <= Self.maximumBytes else { throw .envelope(.tooLong) }
        let json: JSON
        switch JSON.read(text, rules: .message) {
        case .value(let value): json = value
        case .fault(let fault): throw .json(fault)
        }
        guard let topic = json["topic"]?.string, V1URI.isTopic(topic) else { throw .parameters("topic") }
        guard let kind = json["type"]?.string.flatMap({ Kind(rawValue: $0) }) else { throw .parameters("type") }
        self.topic = topic
        self.kind = kind
        payload = json["payload"]?.string ?? ""
        guard kind != .publish || !payload.isEmpty else { throw .parameters("payload") }
        isSilent = json["silent"]?.bool ?? false
    }

    /// The frame as text.
    package var text: String {
        let json: JSON = [
            "topic": .string(topic), "type": .string(kind.rawValue), "payload": .string(payload),
            "silent": .bool(isSilent),
        ]
        return json.text
    }
}
