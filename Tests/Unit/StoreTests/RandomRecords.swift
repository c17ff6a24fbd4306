import Bridge
import Primitives

@testable import WalletConnect

/// Records of sessions with random contents, and the state that follows from the operations.
struct RandomRecords {
    private(set) var state: [StoredKey: StoredRecord] = [:]

    private var random: SeededGenerator
    private let topics = (0..<6).map { Topic(SHA256.hash("topic \($0)".utf8)) }
    private let ids: [RPCID] = [
        .number(1), .number(-1), .number(.max), .large(.max), .text("a/b"), .text("é\u{0}'\"\\"),
        .text(String(repeating: "x", count: RPCID.maximumBytes)),
    ]
    private let values: [JSON]
    private let namespaces = SessionNamespaces([
        SessionNamespaces.Entry(
            "eip155", chains: ["eip155:1"], accounts: ["eip155:1:0xab"], methods: ["personal_sign"], events: ["e"])
    ])

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
        values = try [
            "null", "true", "-0.5e-10", "12345678901234567890123", #""é\u0000\u2028""#, #"{"a":[{"b":null}],"":1}"#,
            deep,
        ].map { try JSON(parsing: $0) }
    }

    /// The operations of one commit.
    mutating func commit() -> [SessionOperation] {
        var operations: [SessionOperation] = []
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let record = record()
            operations.append(Int.random(in: 0..<4, using: &random) == 0 ? .remove(record.key) : .put(record))
        }
        for operation in operations {
            switch operation {
            case .put(let record): state[record.key] = record
            case .remove(let key): state[key] = nil
            }
        }
        return operations
    }

    private mutating func record() -> StoredRecord {
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            .pairing(
                PairingRecord(
                    topic: topic(), role: role(), key: bytes(), expiry: time(), methods: ["wc_sessionPropose"],
                    page: maybe("https://app.example")))
        case 1: .proposal(proposal())
        case 2: .session(session())
        case 3:
            .received(
                ReceivedRecord(
                    key: key(), number: time(), hash: "00", state: received(), received: time(), expiry: time(),
                    attestation: maybe("a.b.c"), size: Int.random(in: 0..<1_000, using: &random),
                    answerTopic: maybe(topic())))
        case 4:
            .sent(
                SentRecord(
                    key: key(), method: maybe(.ping) ?? .request, request: maybe(request()), state: sent(), hash: "00",
                    created: time(), expiry: time(), size: Int.random(in: 0..<1_000, using: &random)))
        case 5:
            .outgoing(
                OutgoingRecord(
                    number: number(), topic: topic(), message: "AA==", publishing: SessionMethod.settle.request,
                    expiry: time()))
        case 6:
            .unopened(
                UnopenedMessage(
                    number: number(), topic: topic(), message: "AA==", attestation: maybe("a.b.c"), expiry: time(),
                    arrived: time()))
        case 7: .authentication(authentication())
        case 8: .used(UsedPairing(topic: topic(), expiry: time()))
        default: .lastID(time())
        }
    }

    private mutating func proposal() -> ProposalRecord {
        let required = ProposalNamespaces([ProposalNamespaces.Entry("eip155:1", methods: ["personal_sign"])])
        var proposal = SessionProposal(
            proposer: participant(), required: required, optional: ProposalNamespaces(), expiry: maybe(1_900_000_000))
        proposal.sessionProperties = maybe(properties())
        proposal.pairingTopic = maybe(topic())
        return ProposalRecord(
            key: key(), proposal: proposal, expiry: time(), agreementKey: maybe(bytes()), attestation: maybe("a.b.c"),
            hash: maybe("00") ?? "")
    }

    private mutating func authentication() -> AuthenticationRecord {
        var signIn = SignInRequest(
            chains: [ChainID(eip155: 1)], domain: "app.example", audience: "https://app.example", nonce: "12345678",
            issuedAt: "2027-01-15T08:00:00Z")
        signIn.resources = maybe(["urn:x", "é"])
        let request = AuthenticationRequest(requester: participant(), signIn: signIn, expiry: maybe(1_900_000_000))
        return AuthenticationRecord(
            key: key(), request: request, expiry: time(), agreementKey: maybe(bytes()), attestation: maybe("a.b.c"),
            hash: maybe("00") ?? "")
    }

    private mutating func session() -> SessionRecord {
        SessionRecord(
            topic: topic(), proposal: key(), role: role(), state: maybe(.settled) ?? .settling, key: bytes(),
            own: participant(), peer: participant(), namespaces: namespaces, required: ProposalNamespaces(),
            sessionProperties: maybe(properties()), scopedProperties: maybe(properties()), expiry: time(),
            settlementEnd: time(), created: time(), lastUsed: time(), lastUpdate: maybe(time()),
            lastEvents: ["e": time(), "é\u{0}": 1], journalStart: maybe(time()),
            page: maybe("https://app.example"))
    }

    private mutating func received() -> ReceivedRecord.State {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: .pending(request())
        case 1: .begun(request(), run: time())
        default: .answered("AA==", SessionMethod.request.response)
        }
    }

    private mutating func sent() -> SentRecord.State {
        switch Int.random(in: 0..<7, using: &random) {
        case 0: .waiting
        case 1: .answered(.result(value()))
        case 2: .answered(.failure(ErrorResponse(code: 4_001, message: "é", data: "x")))
        case 3: .answeredLate(.result(value()))
        case 4: .expired
        case 5: .undelivered
        default: .ended(ErrorResponse(.userDisconnected))
        }
    }

    private mutating func request() -> SessionRequest {
        SessionRequest(
            chain: ChainID(eip155: 1), method: "personal_sign", params: value(), expiry: maybe(1_900_000_000))
    }

    private mutating func participant() -> Participant {
        let point = Array(bytes().prefix(32))
        let redirect = AppMetadata.Redirect(native: "app://", universal: nil, linkMode: true)
        return Participant(
            publicKey: AgreementPublicKey(checked: point),
            metadata: AppMetadata(
                name: "Näme\u{0}", description: "d", url: "https://a.example", icons: ["i"],
                redirect: maybe(redirect)))
    }

    private mutating func properties() -> JSONObject {
        var object = JSONObject()
        object["p"] = value()
        return object
    }

    private mutating func topic() -> Topic { topics.randomElement(using: &random) ?? topics[0] }
    private mutating func key() -> RequestKey {
        RequestKey(topic: topic(), id: ids.randomElement(using: &random) ?? ids[0])
    }
    private mutating func value() -> JSON { values.randomElement(using: &random) ?? .null }
    private mutating func number() -> Int64 { Int64.random(in: 0..<8, using: &random) }
    private mutating func time() -> Int64 { Int64.random(in: 0...(1 << 62), using: &random) }
    private mutating func role() -> SessionRole { maybe(.wallet) ?? .app }
    private mutating func bytes() -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<48 { bytes.append(.random(in: 0...255, using: &random)) }
        return bytes
    }

    private mutating func maybe<Value>(_ value: Value) -> Value? {
        Bool.random(using: &random) ? value : nil
    }
}
