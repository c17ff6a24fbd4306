internal import Bridge

/// What a client asks a relay to do.
///
/// Source: WalletConnect's "Relay server RPC".
enum RelayCall: Hashable, Sendable {
    case publish(Publication)
    case subscribe(Topic)
    case subscribeAll([Topic])
    /// The same, but the answer says for each topic whether it was possible.
    case subscribeEach([Topic])
    case unsubscribe(Topic, id: String)
    case fetch([Topic])

    private var method: String {
        switch self {
        case .publish: "irn_publish"
        case .subscribe: "irn_subscribe"
        case .subscribeAll: "irn_batchSubscribe"
        case .subscribeEach: "irn_batchSubscribeBlocking"
        case .unsubscribe: "irn_unsubscribe"
        case .fetch(let topics): topics.count == 1 ? "irn_fetchMessages" : "irn_batchFetchMessages"
        }
    }

    private var params: JSON {
        switch self {
        case .publish(let publication):
            [
                "topic": .string(publication.topic.description), "message": .string(publication.message),
                "ttl": JSON(publication.lifetime), "tag": JSON(publication.tag),
                "prompt": .bool(publication.prompts),
            ]
        case .subscribe(let topic): ["topic": .string(topic.description)]
        case .subscribeAll(let topics), .subscribeEach(let topics): ["topics": Self.list(topics)]
        case .unsubscribe(let topic, let id): ["topic": .string(topic.description), "id": .string(id)]
        case .fetch(let topics):
            if topics.count == 1, let topic = topics.first {
                ["topic": .string(topic.description)]
            } else {
                ["topics": Self.list(topics)]
            }
        }
    }

    private static func list(_ topics: [Topic]) -> JSON { .array(topics.map { .string($0.description) }) }

    /// The frame of the call.
    func frame(id: UInt64) -> String {
        let id = Int64(exactly: id).map { RPCID.number($0) } ?? .large(id)
        return RPCRequest(id: id, method: method, params: params).json.text
    }
}

/// The frames with which a client answers a relay.
enum RelayAnswer {
    /// Confirms a delivery.
    static func confirmation(_ id: RPCID) -> String { RPCResponse(id: id, result: true).json.text }

    /// Refuses a request.
    static func refusal(_ id: RPCID, _ code: PeerErrorCode) -> String {
        RPCResponse(id: id, failure: ErrorResponse(code)).json.text
    }
}

/// What the answers of a relay contain.
enum RelayResults {
    /// The most bytes of the id of a subscription.
    private static let maximumIDBytes = 128

    /// The id of a subscription; `nil` if it is none.
    static func subscription(_ json: JSON) -> String? {
        json.string.flatMap { 1...maximumIDBytes ~= $0.utf8.count ? $0 : nil }
    }

    /// The ids of `count` subscriptions, in the order of the call.
    static func subscriptions(_ json: JSON, count: Int) -> [String]? {
        guard let list = json.array, list.count == count else { return nil }
        let ids = list.compactMap(subscription)
        return ids.count == count ? ids : nil
    }

    /// What came of each of `count` subscriptions.
    static func outcomes(_ json: JSON, count: Int) -> [Result<String, WalletConnectError>]? {
        guard let list = json.array, list.count == count else { return nil }
        return list.map { element in
            if let id = (element["id"] ?? element).string.flatMap({ subscription(.string($0)) }) { return .success(id) }
            guard let error = element["error"], let response = try? ErrorResponse(error) else {
                return .failure(.relay(.answer))
            }
            return .failure(.relay(.init(response)))
        }
    }

    /// A page of the mailbox; messages that cannot be read are left out.
    static func page(_ json: JSON) -> (messages: [RelayMessage], malformed: Int, hasMore: Bool)? {
        guard let list = json["messages"]?.array else { return nil }
        let messages = list.compactMap { RelayMessage($0) }
        return (messages, list.count - messages.count, json["hasMore"]?.bool ?? false)
    }
}

extension RelayMessage {
    /// Reads `{topic, message, publishedAt, tag, attestation?}`; `nil` if one of the first two is missing, or one has the
    /// wrong type.
    init?(_ json: JSON) {
        guard let topic = json["topic"]?.string.flatMap({ Topic($0) }), let message = json["message"]?.string,
            1...Envelope.maximumTextBytes ~= message.utf8.count,
            let publishedAt = Self.number(json["publishedAt"]), let tag = Self.number(json["tag"])
        else { return nil }
        let attestation = json["attestation"]?.string
        self.init(
            topic: topic, message: message, publishedAt: publishedAt, tag: tag,
            attestation: attestation.flatMap { $0.utf8.count <= Self.maximumAttestationBytes ? $0 : nil })
    }

    /// A whole number from zero on; zero if it is missing.
    private static func number(_ json: JSON?) -> Int64? {
        switch json {
        case nil, .null: 0
        case .number(let number): Int64(number.text).flatMap { $0 >= 0 ? $0 : nil }
        default: nil
        }
    }
}
