internal import Bridge
internal import Primitives

/// The text of records, for stores.
extension StoredRecord {
    /// The rules for the text of a record: that of a message is inside, which may be as deep as a message may.
    private static let rules = JSONRules(depth: 2 * JSONRules.message.depth)

    /// The record as text: one JSON object.
    package var text: String { json.text }

    /// Reads the text of the record with a key.
    ///
    /// - Throws: ``WalletConnectError/json(_:)`` or ``WalletConnectError/parameters(_:)`` with the member that is wrong.
    package init(parsing text: String, as key: StoredKey) throws(WalletConnectError) {
        switch JSON.read(text, rules: Self.rules) {
        case .value(let json): self = try Self.record(try Parameters.object(json, path: key.kind), key)
        case .fault(let fault): throw .json(fault)
        }
        // What is inside counts, and must be what it is stored under.
        guard self.key == key else { throw .parameters("key") }
    }

    private var json: JSON {
        switch self {
        case .pairing(let record): record.json
        case .used(let record): ["topic": .string(record.topic.description), "expiry": JSON(record.expiry)]
        case .proposal(let record): record.json
        case .authentication(let record): record.json
        case .session(let record): record.json
        case .received(let record): record.json
        case .sent(let record): record.json
        case .outgoing(let record): record.json
        case .unopened(let message): message.json
        case .lastID(let id): ["last": JSON(id)]
        }
    }

    private static func record(
        _ parameters: Parameters, _ key: StoredKey
    ) throws(WalletConnectError) -> StoredRecord {
        switch key {
        case .pairing: .pairing(try PairingRecord(parameters))
        case .used: .used(UsedPairing(topic: try parameters.topic("topic"), expiry: try parameters.number("expiry")))
        case .proposal: .proposal(try ProposalRecord(parameters))
        case .authentication: .authentication(try AuthenticationRecord(parameters))
        case .session: .session(try SessionRecord(parameters))
        case .received: .received(try ReceivedRecord(parameters))
        case .sent: .sent(try SentRecord(parameters))
        case .outgoing: .outgoing(try OutgoingRecord(parameters))
        case .unopened: .unopened(try UnopenedMessage(parameters))
        case .lastID: .lastID(try parameters.number("last"))
        case .row: throw .parameters("key")
        }
    }
}

extension PairingRecord {
    fileprivate var json: JSON {
        JSON(members: [
            ("topic", .string(topic.description)), ("role", .string(role.rawValue)),
            ("key", .string(Hex.encode(key))), ("expiry", JSON(expiry)), ("methods", JSON(methods)),
            ("page", page.map { .string($0) }),
        ])
    }

    fileprivate init(_ parameters: Parameters) throws(WalletConnectError) {
        self.init(
            topic: try parameters.topic("topic"), role: try parameters.choice("role"),
            key: try parameters.bytes("key"), expiry: try parameters.number("expiry"),
            methods: try parameters.texts("methods"), page: try parameters.optionalPage("page"))
    }
}

extension ProposalRecord {
    fileprivate var json: JSON {
        JSON(
            members: key.members + [
                ("proposal", proposal.json), ("expiry", JSON(expiry)),
                ("agreementKey", agreementKey.map { .string(Hex.encode($0)) }),
                ("attestation", attestation.map { .string($0) }), ("hash", .string(hash)),
            ])
    }

    fileprivate init(_ parameters: Parameters) throws(WalletConnectError) {
        self.init(
            key: try RequestKey(parameters), proposal: try SessionProposal(parameters.member("proposal")),
            expiry: try parameters.number("expiry"), agreementKey: try parameters.optionalBytes("agreementKey"),
            attestation: try parameters.optionalText("attestation", upTo: RelayMessage.maximumAttestationBytes),
            hash: try parameters.text("hash"))
    }
}

extension AuthenticationRecord {
    fileprivate var json: JSON {
        JSON(
            members: key.members + [
                ("request", request.json), ("expiry", JSON(expiry)),
                ("agreementKey", agreementKey.map { .string(Hex.encode($0)) }),
                ("attestation", attestation.map { .string($0) }), ("hash", .string(hash)),
            ])
    }

    fileprivate init(_ parameters: Parameters) throws(WalletConnectError) {
        self.init(
            key: try RequestKey(parameters), request: try AuthenticationRequest(parameters.member("request")),
            expiry: try parameters.number("expiry"), agreementKey: try parameters.optionalBytes("agreementKey"),
            attestation: try parameters.optionalText("attestation", upTo: RelayMessage.maximumAttestationBytes),
            hash: try parameters.text("hash"))
    }
}

extension SessionRecord {
    fileprivate var json: JSON {
        var events = JSONObject()
        for (name, time) in lastEvents.sorted(by: { $0.key < $1.key }) { events[name] = JSON(time) }
        return JSON(members: [
            ("topic", .string(topic.description)), ("proposal", JSON(members: proposal.members)),
            ("role", .string(role.rawValue)), ("state", .string(state.rawValue)), ("key", .string(Hex.encode(key))),
            ("own", own.json), ("peer", peer.json), ("namespaces", namespaces.json), ("required", required.json),
            ("sessionProperties", sessionProperties.map { .object($0) }),
            ("scopedProperties", scopedProperties.map { .object($0) }), ("expiry", JSON(expiry)),
            ("settlementEnd", JSON(settlementEnd)), ("created", JSON(created)), ("lastUsed", JSON(lastUsed)),
            ("lastUpdate", lastUpdate.map { JSON($0) }), ("lastEvents", .object(events)),
            ("journalStart", journalStart.map { JSON($0) }), ("page", page.map { .string($0) }),
        ])
    }

    fileprivate init(_ parameters: Parameters) throws(WalletConnectError) {
        var events: [String: Int64] = [:]
        for member in try parameters.object("lastEvents").json.object?.members ?? [] {
            events[member.key] = try parameters.object("lastEvents").number(member.key)
        }
        self.init(
            topic: try parameters.topic("topic"), proposal: try RequestKey(parameters.object("proposal")),
            role: try parameters.choice("role"), state: try parameters.choice("state"),
            key: try parameters.bytes("key"), own: try Participant(parameters.object("own")),
            peer: try Participant(parameters.object("peer")),
            namespaces: try SessionNamespaces(parameters.value("namespaces"), path: "namespaces"),
            required: try ProposalNamespaces(parameters.value("required"), path: "required"),
            sessionProperties: try parameters.optionalObject("sessionProperties")?.json.object,
            scopedProperties: try parameters.optionalObject("scopedProperties")?.json.object,
            expiry: try parameters.number("expiry"), settlementEnd: try parameters.number("settlementEnd"),
            created: try parameters.number("created"), lastUsed: try parameters.number("lastUsed"),
            lastUpdate: try parameters.optionalPlace("lastUpdate"), lastEvents: events,
            journalStart: try parameters.optionalPlace("journalStart"), page: try parameters.optionalPage("page"))
    }
}

// MARK: Members

extension RequestKey {
    /// The two members of a key.
    var members: [(String, JSON?)] { [("topic", .string(topic.description)), ("id", id.json)] }

    /// Reads the two members.
    init(_ parameters: Parameters) throws(WalletConnectError) {
        guard let id = RPCID(parameters.json["id"]) else { throw .parameters("id") }
        self.init(topic: try parameters.topic("topic"), id: id)
    }
}

extension Parameters {
    /// The member `key`, which may be `null`.
    func member(_ key: String) throws(WalletConnectError) -> JSON {
        guard let value = json[key] else { throw .parameters(path(key)) }
        return value
    }

    /// The time or the place `key`: not negative, and so small that sums and differences do not overflow.
    func number(_ key: String) throws(WalletConnectError) -> Int64 {
        guard let number = try optionalPlace(key) else { throw .parameters(path(key)) }
        return number
    }

    /// The time or the place `key`, if it is there.
    func optionalPlace(_ key: String) throws(WalletConnectError) -> Int64? {
        guard let number = try optionalNumber(key) else { return nil }
        guard 0...Self.largestPlace ~= number else { throw .parameters(path(key)) }
        return number
    }

    private static let largestPlace: Int64 = 1 << 62

    /// The number of bytes `key`.
    func size(_ key: String) throws(WalletConnectError) -> Int {
        let number = try number(key)
        // A sum of all records must not overflow.
        guard let size = Int(exactly: number), 0...(1 << 30) ~= size else { throw .parameters(path(key)) }
        return size
    }

    /// The topic `key`.
    func topic(_ key: String) throws(WalletConnectError) -> Topic {
        guard let topic = Topic(try text(key)) else { throw .parameters(path(key)) }
        return topic
    }

    /// The bytes `key`, in hexadecimal digits.
    func bytes(_ key: String) throws(WalletConnectError) -> [UInt8] {
        let digits = try text(key)
        guard !digits.hasPrefix("0x"), let bytes = Hex.decode(digits) else { throw .parameters(path(key)) }
        return bytes
    }

    /// The bytes `key`, if they are there.
    func optionalBytes(_ key: String) throws(WalletConnectError) -> [UInt8]? {
        value(key) == nil ? nil : try bytes(key)
    }

    /// The origin `key` of a page, if it is there.
    func optionalPage(_ key: String) throws(WalletConnectError) -> String? {
        try optionalText(key, upTo: Self.maximumAddressBytes)
    }

    /// The case `key` of a list of words.
    func choice<Choice: RawRepresentable<String>>(_ key: String) throws(WalletConnectError) -> Choice {
        guard let choice = Choice(rawValue: try text(key)) else { throw .parameters(path(key)) }
        return choice
    }

    /// The value `key`, which is yes or no.
    func flag(_ key: String) throws(WalletConnectError) -> Bool {
        guard let flag = json[key]?.bool else { throw .parameters(path(key)) }
        return flag
    }
}
