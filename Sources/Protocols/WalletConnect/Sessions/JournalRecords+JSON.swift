internal import Bridge

extension ReceivedRecord {
    var json: JSON {
        var members = key.members
        members += [
            ("number", JSON(number)), ("hash", .string(hash)), ("received", JSON(received)), ("expiry", JSON(expiry)),
            ("attestation", attestation.map { .string($0) }), ("size", JSON(Int64(size))),
            ("answerTopic", answerTopic.map { .string($0.description) }),
        ]
        switch state {
        case .pending(let request): members.append(("pending", request.json))
        case .begun(let request, let run): members += [("begun", request.json), ("run", JSON(run))]
        case .answered(let message, let publishing):
            members += [("answer", .string(message)), ("publishing", publishing.json)]
        }
        return JSON(members: members)
    }

    init(_ parameters: Parameters) throws(WalletConnectError) {
        let state: State
        if let pending = parameters.value("pending") {
            state = .pending(try SessionRequest(pending))
        } else if let begun = parameters.value("begun") {
            state = .begun(try SessionRequest(begun), run: try parameters.number("run"))
        } else {
            state = .answered(
                try parameters.text("answer", upTo: Envelope.maximumTextBytes),
                try SessionMethod.Publishing(parameters.object("publishing")))
        }
        self.init(
            key: try RequestKey(parameters), number: try parameters.number("number"),
            hash: try parameters.text("hash"), state: state, received: try parameters.number("received"),
            expiry: try parameters.number("expiry"),
            attestation: try parameters.optionalText("attestation", upTo: RelayMessage.maximumAttestationBytes),
            size: try parameters.size("size"),
            answerTopic: parameters.value("answerTopic") == nil ? nil : try parameters.topic("answerTopic"))
    }
}

extension SentRecord {
    var json: JSON {
        var members = key.members
        members += [
            ("method", .string(method.rawValue)), ("request", request?.json), ("hash", .string(hash)),
            ("created", JSON(created)), ("expiry", JSON(expiry)), ("size", JSON(Int64(size))),
        ]
        switch state {
        case .waiting: members.append(("state", "waiting"))
        case .answered(let outcome): members += [("state", "answered"), outcome.member]
        case .expired: members.append(("state", "expired"))
        case .answeredLate(let outcome): members += [("state", "answeredLate"), outcome.member]
        case .undelivered: members.append(("state", "undelivered"))
        case .ended(let reason): members += [("state", "ended"), ("error", reason.json)]
        }
        return JSON(members: members)
    }

    init(_ parameters: Parameters) throws(WalletConnectError) {
        let state: State
        switch try parameters.text("state") {
        case "waiting": state = .waiting
        case "answered": state = .answered(try RPCResponse.Outcome(parameters))
        case "expired": state = .expired
        case "answeredLate": state = .answeredLate(try RPCResponse.Outcome(parameters))
        case "undelivered": state = .undelivered
        case "ended": state = .ended(try ErrorResponse(parameters.member("error")))
        default: throw .parameters("state")
        }
        var request: SessionRequest?
        if let json = parameters.value("request") { request = try SessionRequest(json) }
        self.init(
            key: try RequestKey(parameters), method: try parameters.choice("method"), request: request, state: state,
            hash: try parameters.text("hash"), created: try parameters.number("created"),
            expiry: try parameters.number("expiry"), size: try parameters.size("size"))
    }
}

extension OutgoingRecord {
    var json: JSON {
        [
            "number": JSON(number), "topic": .string(topic.description), "message": .string(message),
            "publishing": publishing.json, "expiry": JSON(expiry),
        ]
    }

    init(_ parameters: Parameters) throws(WalletConnectError) {
        self.init(
            number: try parameters.number("number"), topic: try parameters.topic("topic"),
            message: try parameters.text("message", upTo: Envelope.maximumTextBytes),
            publishing: try SessionMethod.Publishing(parameters.object("publishing")),
            expiry: try parameters.number("expiry"))
    }
}

extension UnopenedMessage {
    var json: JSON {
        JSON(members: [
            ("number", JSON(number)), ("topic", .string(topic.description)), ("message", .string(message)),
            ("attestation", attestation.map { .string($0) }), ("expiry", JSON(expiry)), ("arrived", JSON(arrived)),
        ])
    }

    init(_ parameters: Parameters) throws(WalletConnectError) {
        let expiry = try parameters.number("expiry")
        self.init(
            number: try parameters.number("number"), topic: try parameters.topic("topic"),
            message: try parameters.text("message", upTo: Envelope.maximumTextBytes),
            attestation: try parameters.optionalText("attestation", upTo: RelayMessage.maximumAttestationBytes),
            // Records of earlier versions say only when they end.
            expiry: expiry,
            arrived: try parameters.optionalPlace("arrived") ?? max(expiry - SessionDurations.journal, 0))
    }
}

extension SessionMethod.Publishing {
    fileprivate var json: JSON {
        ["tag": JSON(Int64(tag)), "lifetime": JSON(lifetime), "prompts": .bool(prompts)]
    }

    fileprivate init(_ parameters: Parameters) throws(WalletConnectError) {
        let tag = try parameters.size("tag")
        let lifetime = try parameters.number("lifetime")
        guard 1...Publication.maximumLifetime ~= lifetime else { throw .parameters("publishing.lifetime") }
        self.init(tag: tag, lifetime: lifetime, prompts: try parameters.flag("prompts"))
    }
}

extension RPCResponse.Outcome {
    /// The one member of an outcome.
    fileprivate var member: (String, JSON?) {
        switch self {
        case .result(let json): ("result", json)
        case .failure(let response): ("error", response.json)
        }
    }

    fileprivate init(_ parameters: Parameters) throws(WalletConnectError) {
        if let error = parameters.value("error") {
            self = .failure(try ErrorResponse(error))
        } else {
            self = .result(try parameters.member("result"))
        }
    }
}
