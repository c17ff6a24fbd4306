/// A frame of the legacy bridge (WalletConnect version 1): `{"topic","type","payload","silent"}`.
enum LegacyFrame {
    /// Publishes a payload.
    case publish(Publication)

    /// Subscribes to a topic.
    case subscribe(Topic)

    /// Anything else that the protocol knows; the relay does nothing.
    case other

    /// A topic of the legacy bridge has at most so many bytes; today's clients use UUIDs.
    static let longestTopic = 128

    /// Reads a frame; `nil` where the bridge does not accept it.
    init?(_ bytes: [UInt8], limits: RelayLimits) {
        guard let root = try? JSONDocument(bytes).root, let type = root["type"]?.text else { return nil }
        guard type == "pub" || type == "sub" else {
            self = .other
            return
        }
        guard let name = root["topic"]?.plain, 1...Self.longestTopic ~= name.count else { return nil }
        let topic = Topic(legacy: Array(name))
        guard type == "pub" else {
            self = .subscribe(topic)
            return
        }
        guard let payload = root["payload"], payload.isString, payload.raw.count <= limits.messageBytes else {
            return nil
        }
        var body = JSONText(capacity: payload.raw.count + 192)
        body.append("{\"topic\":\"")
        body.append(raw: name)
        body.append("\",\"type\":\"pub\",\"payload\":\"")
        body.append(raw: payload.raw)
        body.append(root["silent"]?.kind == .true ? "\",\"silent\":true}" : "\",\"silent\":false}")
        self = .publish(Publication(topic: topic, lifetime: limits.legacyLifetime, body: body.bytes))
    }
}
