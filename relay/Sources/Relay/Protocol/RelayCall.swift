/// What a client asks the relay to do.
enum RelayCall {
    /// Publishes messages, then subscribes to a topic, if there is one.
    case publish([Publication], subscribing: Topic? = nil)

    /// Subscribes to topics.
    case subscribe([Topic], Answer)

    /// Ends subscriptions.
    case unsubscribe([Topic])

    /// Takes messages out of the mailbox.
    case fetch([Topic])

    /// Confirms that messages were received.
    case receive([Receipt])

    /// How a subscription is answered.
    struct Answer {
        /// Whether the answer is a list.
        let isBatch: Bool

        /// Whether the answer waits until messages arrive.
        let isBlocking: Bool
    }

    /// The confirmation that a message was received.
    struct Receipt {
        let topic: Topic

        /// The id of the delivery.
        let id: UInt64?
    }
}

extension RelayCall {
    /// The prefixes of method names; the last two are older names of the first.
    static let prefixes: [StaticString] = ["irn", "waku", "iridium"]

    /// Reads the method and the parameters of a request.
    ///
    /// - Returns: the call, and the prefix with which the client wants its messages delivered.
    static func read(
        method: String, params: JSONValue, limits: RelayLimits
    ) throws(RelayError) -> (call: RelayCall, prefix: StaticString) {
        guard let (known, prefix) = methods[method] else { throw .reply(.method) }
        return (try read(known, params, limits), prefix)
    }

    /// What a method is called behind its prefix.
    private enum Method: String, CaseIterable {
        case publish, batchPublish, subscribe, subscribeBlocking, batchSubscribe, batchSubscribeBlocking, unsubscribe
        case batchUnsubscribe, fetchMessages, batchFetchMessages, batchReceive
        case proposeSession, approveSession
    }

    /// The methods by their full names.
    private static let methods: [String: (Method, StaticString)] = {
        var methods: [String: (Method, StaticString)] = [:]
        for method in Method.allCases {
            switch method {
            case .proposeSession, .approveSession: methods["wc_\(method)"] = (method, prefixes[0])
            default: for prefix in prefixes { methods["\(prefix)_\(method)"] = (method, prefix) }
            }
        }
        return methods
    }()

    private static func read(
        _ method: Method, _ params: JSONValue, _ limits: RelayLimits
    ) throws(RelayError) -> RelayCall {
        switch method {
        case .proposeSession: return try proposal(params, limits)
        case .approveSession: return try approval(params, limits)
        case .publish: return .publish([try Publication(params, limits: limits)])
        case .batchPublish:
            return .publish(
                try batch(params, "messages", limits) { value throws(RelayError) in
                    try Publication(value, limits: limits)
                })
        case .subscribe, .subscribeBlocking:
            return .subscribe(
                [try Topic(parameter: params["topic"])],
                Answer(isBatch: false, isBlocking: method == .subscribeBlocking))
        case .batchSubscribe, .batchSubscribeBlocking:
            return .subscribe(
                try topics(params, limits), Answer(isBatch: true, isBlocking: method == .batchSubscribeBlocking))
        case .unsubscribe: return .unsubscribe([try Topic(parameter: params["topic"])])
        case .batchUnsubscribe:
            return .unsubscribe(
                try batch(params, "subscriptions", limits) { value throws(RelayError) in
                    try Topic(parameter: value["topic"])
                })
        case .fetchMessages: return .fetch([try Topic(parameter: params["topic"])])
        case .batchFetchMessages: return .fetch(try topics(params, limits))
        case .batchReceive:
            return .receive(
                try batch(params, "receipts", limits) { value throws(RelayError) in
                    guard let id = value["messageId"] else { throw .reply(.parameters("messageId")) }
                    return Receipt(topic: try Topic(parameter: value["topic"]), id: RequestID(id)?.number)
                })
        }
    }

    /// `wc_proposeSession`: publishes a proposal with its tag, and subscribes to the topic of the pairing.
    private static func proposal(_ params: JSONValue, _ limits: RelayLimits) throws(RelayError) -> RelayCall {
        let topic = try Topic(parameter: params["pairingTopic"])
        let proposal = try Publication(
            topic: params["pairingTopic"], message: params["sessionProposal"], name: "sessionProposal",
            lifetime: try lifetime(params), tag: 1100, attestation: params["attestation"], limits: limits)
        return .publish([proposal], subscribing: topic)
    }

    /// `wc_approveSession`: publishes the settlement and the response to the proposal, and subscribes to the topic of
    /// the session.
    private static func approval(_ params: JSONValue, _ limits: RelayLimits) throws(RelayError) -> RelayCall {
        let topic = try Topic(parameter: params["sessionTopic"])
        let lifetime = try lifetime(params)
        let response = try Publication(
            topic: params["pairingTopic"], message: params["sessionProposalResponse"],
            name: "sessionProposalResponse", lifetime: lifetime, tag: 1101, attestation: nil, limits: limits)
        let settlement = try Publication(
            topic: params["sessionTopic"], message: params["sessionSettlementRequest"],
            name: "sessionSettlementRequest", lifetime: lifetime, tag: 1102, attestation: nil, limits: limits)
        return .publish([settlement, response], subscribing: topic)
    }

    /// The optional parameter `ttl`: five minutes, the lifetime of a proposal, where it is missing.
    private static func lifetime(_ params: JSONValue) throws(RelayError) -> Int {
        guard let value = params["ttl"], value.kind != .null else { return 300 }
        guard let lifetime = value.integer else { throw .reply(.parameters("ttl")) }
        return lifetime
    }

    private static func topics(_ params: JSONValue, _ limits: RelayLimits) throws(RelayError) -> [Topic] {
        try batch(params, "topics", limits) { value throws(RelayError) in try Topic(parameter: value) }
    }

    private static func batch<Element>(
        _ params: JSONValue, _ name: StaticString, _ limits: RelayLimits,
        read: (JSONValue) throws(RelayError) -> Element
    ) throws(RelayError) -> [Element] {
        guard let list = params[name], list.kind == .array else { throw .reply(.parameters(name)) }
        guard let values = list.elements(atMost: limits.batch) else { throw .reply(.batchLimit(limits.batch)) }
        guard !values.isEmpty else { throw .reply(.batchEmpty) }
        var elements: [Element] = []
        for value in values { elements.append(try read(value)) }
        return elements
    }
}
