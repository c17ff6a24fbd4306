internal import Bridge
internal import Primitives

/// The form in which records are stored.
extension V1Record {
    /// The record as text: one JSON object.
    package var text: String { json.text }

    private var json: JSON {
        switch self {
        case .session(let record): ["session": record.json]
        case .used(let record):
            ["used": ["topic": .string(record.topic.description), "expiry": JSON(record.expiry)]]
        case .received(let record): ["received": record.json]
        case .sent(let record): ["sent": record.json]
        case .outgoing(let record): ["outgoing": record.json]
        case .unopened(let record):
            [
                "unopened": [
                    "number": JSON(record.number), "message": record.message.json, "expiry": JSON(record.expiry),
                ]
            ]
        case .lastID(let id): ["id": JSON(id)]
        }
    }

    /// The rules for stored text: that of a message is inside, which may be as deep as a message may.
    private static let rules = JSONRules(depth: 2 * JSONRules.message.depth)

    /// Reads a record.
    ///
    /// - Throws: ``WalletConnectError/json(_:)``, ``WalletConnectError/parameters(_:)``,
    ///   ``WalletConnectError/message(_:)`` or ``WalletConnectError/link(_:)``.
    package init(parsing text: String) throws(WalletConnectError) {
        let json: JSON
        switch JSON.read(text, rules: Self.rules) {
        case .value(let value): json = value
        case .fault(let fault): throw .json(fault)
        }
        let parameters = try Parameters.object(json, path: "record")
        if let record = try parameters.optionalObject("session") {
            self = .session(try V1SessionRecord(stored: record))
        } else if let record = try parameters.optionalObject("used") {
            self = .used(UsedPairing(topic: try record.topic("topic"), expiry: try record.number("expiry")))
        } else if let record = try parameters.optionalObject("received") {
            self = .received(try ReceivedRecord(record))
        } else if let record = try parameters.optionalObject("sent") {
            self = .sent(try SentRecord(record))
        } else if let record = try parameters.optionalObject("outgoing") {
            self = .outgoing(try V1Outgoing(record))
        } else if let record = try parameters.optionalObject("unopened") {
            self = .unopened(
                V1Unopened(
                    number: try record.number("number"), message: try V1Message(record.object("message")),
                    expiry: try record.number("expiry")))
        } else {
            self = .lastID(try parameters.number("id"))
        }
    }
}

extension V1SessionRecord {
    fileprivate var json: JSON {
        JSON(members: [
            ("topic", .string(topic.description)), ("handshake", .string(handshakeTopic)),
            ("role", .string(role.rawValue)), ("state", .string(state.rawValue)),
            ("bridge", .string(bridge.description)), ("key", .string(Hex.encode(key))), ("own", .string(ownID)),
            ("peer", peer?.json), ("proposal", proposal?.json), ("wanted", wantedChain.map { .string(String($0)) }),
            ("needsChain", .bool(needsChain)), ("chain", chain.map { .string(String($0)) }),
            ("accounts", JSON(accounts)), ("methods", JSON(methods)), ("created", JSON(created)),
            ("lastUsed", JSON(lastUsed)), ("expiry", JSON(expiry)), ("lastUpdate", lastUpdate.map { JSON($0) }),
            ("journalStart", journalStart.map { JSON($0) }), ("page", page.map { .string($0) }),
        ])
    }

    fileprivate init(stored parameters: Parameters) throws(WalletConnectError) {
        self.init(
            topic: try parameters.topic("topic"), handshakeTopic: try parameters.text("handshake"),
            role: try parameters.choice("role"),
            state: try parameters.choice("state"),
            bridge: try V1BridgeAddress(parameters.text("bridge", upTo: 4_096)), key: try parameters.bytes("key"),
            ownID: try parameters.text("own"), methods: try parameters.texts("methods"),
            created: try parameters.number("created"), lastUsed: try parameters.number("lastUsed"),
            expiry: try parameters.number("expiry"))
        if let stored = try parameters.optionalObject("peer") { peer = try V1Peer(stored) }
        proposal = RPCID(parameters.value("proposal"))
        wantedChain = try parameters.optionalText("wanted").flatMap { UInt64($0) }
        needsChain = parameters.json["needsChain"]?.bool ?? false
        chain = try parameters.optionalText("chain").flatMap { UInt64($0) }
        accounts = try parameters.texts("accounts")
        lastUpdate = try parameters.optionalPlace("lastUpdate")
        journalStart = try parameters.optionalPlace("journalStart")
        page = try parameters.optionalPage("page")
    }
}

extension V1Message {
    fileprivate var json: JSON {
        ["bridge": .string(bridge.description), "topic": .string(topic), "payload": .string(payload)]
    }

    fileprivate init(_ parameters: Parameters) throws(WalletConnectError) {
        self.init(
            bridge: try V1BridgeAddress(parameters.text("bridge", upTo: 4_096)),
            topic: try parameters.text("topic"),
            payload: try parameters.text("payload", upTo: Envelope.maximumTextBytes))
    }
}

extension V1Outgoing {
    fileprivate var json: JSON {
        [
            "number": JSON(number), "message": message.json, "silent": .bool(isSilent), "expiry": JSON(expiry),
        ]
    }

    fileprivate init(_ parameters: Parameters) throws(WalletConnectError) {
        self.init(
            number: try parameters.number("number"), message: try V1Message(parameters.object("message")),
            isSilent: parameters.json["silent"]?.bool ?? true, expiry: try parameters.number("expiry"))
    }
}
