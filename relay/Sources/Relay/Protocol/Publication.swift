/// A message that a client publishes.
struct Publication {
    let topic: Topic

    /// How long the message is kept for those who have not received it, in seconds.
    let lifetime: Int

    /// What subscribers are sent.
    ///
    /// For version 2 these are members of the object `data`, all but `publishedAt`; for the legacy bridge it is the
    /// whole frame.
    let body: [UInt8]
}

extension Publication {
    /// Reads the parameters of a publication.
    ///
    /// The members that describe what the message is about (`rpcMethods`, `chainId`, `txHashes` and so on) are ignored:
    /// a relay does not need them.
    init(_ params: JSONValue, limits: RelayLimits) throws(RelayError) {
        guard let lifetime = params["ttl"]?.integer else { throw .reply(.parameters("ttl")) }
        guard let tag = params["tag"]?.integer else { throw .reply(.parameters("tag")) }
        try self.init(
            topic: params["topic"], message: params["message"], name: "message", lifetime: lifetime, tag: tag,
            attestation: params["attestation"], limits: limits)
    }

    /// Puts a publication together, and checks each part.
    init(
        topic: JSONValue?, message: JSONValue?, name: StaticString, lifetime: Int, tag: Int, attestation: JSONValue?,
        limits: RelayLimits
    ) throws(RelayError) {
        self.topic = try Topic(parameter: topic)
        guard let message, message.isString, !message.raw.isEmpty else { throw .reply(.parameters(name)) }
        guard tag <= Int(UInt32.max) else { throw .reply(.parameters("tag")) }
        guard lifetime >= limits.shortestLifetime else { throw .reply(.lifetimeTooShort(limits.shortestLifetime)) }
        guard lifetime <= limits.longestLifetime else { throw .reply(.lifetimeTooLong(limits.longestLifetime)) }
        self.lifetime = lifetime
        var size = message.raw.count
        if let attestation, attestation.isString { size += attestation.raw.count }
        guard size <= limits.messageBytes else { throw .reply(.payloadSize(limits.messageBytes)) }
        var body = JSONText(capacity: size + 128)
        body.append("\"topic\":\"")
        body.append(self.topic.bytes)
        body.append("\",\"message\":\"")
        body.append(raw: message.raw)
        body.append("\",\"tag\":")
        body.append(tag)
        if let attestation, attestation.isString {
            body.append(",\"attestation\":\"")
            body.append(raw: attestation.raw)
            body.append("\"")
        }
        self.body = body.bytes
    }
}

extension Topic {
    /// Reads a parameter that is a topic.
    init(parameter value: JSONValue?) throws(RelayError) {
        guard let value else { throw .reply(.parameters("topic")) }
        guard let topic = value.plain.flatMap({ Topic(hex: $0) }) else { throw .reply(.topic) }
        self = topic
    }
}
