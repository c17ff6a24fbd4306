import CSodium
import Testing

@testable import Relay

/// The key of a client, and the tokens it makes.
struct Identity: Sendable {
    let secret: [UInt8]
    let key: [UInt8]

    init() {
        var seed = [UInt8](repeating: 0, count: 32)
        randombytes_buf(&seed, seed.count)
        self.init(seed: seed)
    }

    init(seed: [UInt8]) {
        var (secret, key) = ([UInt8](repeating: 0, count: 64), [UInt8](repeating: 0, count: 32))
        crypto_sign_seed_keypair(&key, &secret, seed)
        (self.secret, self.key) = (secret, key)
    }

    var client: ClientID? { Bytes32(key).map { ClientID(bytes: $0) } }

    static func base64URL(_ bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: bytes.count * 2 + 4)
        sodium_bin2base64(
            &text, text.count, bytes, bytes.count, Int32(sodium_base64_VARIANT_URLSAFE_NO_PADDING))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Base58 by long division, the other way round than the relay decodes.
    static func base58(_ bytes: [UInt8]) -> String {
        let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")
        var (number, text) = (bytes, "")
        while number.contains(where: { $0 > 0 }) {
            var rest = 0
            for index in number.indices {
                rest = rest << 8 | Int(number[index])
                number[index] = UInt8(rest / 58)
                rest %= 58
            }
            text.append(alphabet[rest])
        }
        return String(repeating: "1", count: bytes.prefix { $0 == 0 }.count) + String(text.reversed())
    }

    var issuer: String { "did:key:z" + Self.base58([0xED, 1] + key) }

    /// A token with any header and claims.
    func token(header: String = "{\"alg\":\"EdDSA\",\"typ\":\"JWT\"}", claims: String) -> String {
        let text = Self.base64URL(Array(header.utf8)) + "." + Self.base64URL(Array(claims.utf8))
        var signature = [UInt8](repeating: 0, count: 64)
        crypto_sign_detached(&signature, nil, Array(text.utf8), UInt64(text.utf8.count), secret)
        return text + "." + Self.base64URL(signature)
    }

    func token(
        audience: String = "wss://relay.walletconnect.com", issued: Int = Int(WallClock.milliseconds() / 1000),
        lifetime: Int = 86400
    ) -> String {
        token(
            claims: """
                {"iss":"\(issuer)","sub":"\(String(repeating: "ab", count: 32))","aud":"\(audience)",\
                "iat":\(issued),"exp":\(issued + lifetime)}
                """)
    }
}

/// A client of version 2.
final class Client {
    let raw: RawClient
    let identity: Identity
    private var deliveries: [Delivery] = []
    private var number = 1_700_000_000_000_000_000

    /// A message that the relay delivers.
    struct Delivery: Equatable {
        let id: String
        let method: String
        let subscription: String
        let topic: String
        let message: String
        let publishedAt: Int
        let tag: Int
        let attestation: String?
    }

    private init(raw: RawClient, identity: Identity) {
        self.raw = raw
        self.identity = identity
    }

    static func connect(
        _ relay: TestRelay, _ identity: Identity = Identity(), query: String = "", buffer: Int = 1 << 20
    ) async throws -> Client {
        try await connect(port: relay.server.port, identity, query: query, buffer: buffer)
    }

    static func connect(
        port: Int, _ identity: Identity, query: String = "", buffer: Int = 1 << 20
    ) async throws -> Client {
        let raw = try await RawClient.connect(port: port, buffer: buffer)
        #expect(try await raw.upgrade("/?auth=\(identity.token())&projectId=test&ua=wc-2%2Ftest\(query)") == 101)
        return Client(raw: raw, identity: identity)
    }

    /// Sends a request with a number of 19 digits, and waits for its reply.
    ///
    /// Deliveries before it are kept.
    @discardableResult
    func call(_ method: String, _ params: String, id: String? = nil) async throws -> Reply {
        number += 1
        let id = id ?? "\(number)"
        try await raw.send("{\"id\":\(id),\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(params)}")
        return try await reply(id)
    }

    func reply(_ id: String) async throws -> Reply {
        while true {
            let text = try await textFrame()
            let value = try JSONDocument(Array(text.utf8)).root
            guard value["method"] == nil else {
                deliveries.append(try Self.delivery(value))
                continue
            }
            let own = String(decoding: value["id"]?.raw ?? [], as: UTF8.self)
            #expect(own == id.filter { $0 != "\"" })
            return Reply(text: text, value: value)
        }
    }

    private func textFrame() async throws -> String {
        let frame = try await raw.frame()
        guard frame.opcode == 1 else { throw RawClient.Ended() }
        // Peers exist that look at these two characters, and at nothing else.
        #expect(frame.text.hasPrefix("{\""))
        #expect(!frame.text.contains("\n"))
        return frame.text
    }

    /// The next delivery; confirmed, unless said otherwise.
    func delivery(confirming: Bool = true) async throws -> Delivery {
        let next: Delivery
        if deliveries.isEmpty {
            next = try Self.delivery(try JSONDocument(Array(try await textFrame().utf8)).root)
        } else {
            next = deliveries.removeFirst()
        }
        if confirming { try await confirm(next) }
        return next
    }

    func confirm(_ delivery: Delivery) async throws {
        try await raw.send("{\"id\":\(delivery.id),\"jsonrpc\":\"2.0\",\"result\":true}")
    }

    /// Shows that nothing was delivered so far: what was sent comes in front of the reply.
    func expectNothing(_ location: SourceLocation = #_sourceLocation) async throws {
        try await call("irn_unsubscribe", "{\"topic\":\"\(String(repeating: "f", count: 64))\",\"id\":\"\"}")
        #expect(deliveries == [], sourceLocation: location)
    }

    private static func delivery(_ value: JSONValue) throws -> Delivery {
        let params = try #require(value["params"])
        let data = try #require(params["data"])
        return Delivery(
            id: String(decoding: try #require(value["id"]).raw, as: UTF8.self), method: value["method"]?.text ?? "",
            subscription: params["id"]?.text ?? "", topic: data["topic"]?.text ?? "",
            message: String(decoding: data["message"]?.raw ?? [], as: UTF8.self),
            publishedAt: data["publishedAt"]?.integer ?? 0, tag: data["tag"]?.integer ?? -1,
            attestation: data["attestation"]?.text)
    }

    struct Reply {
        let text: String
        let value: JSONValue

        var isTrue: Bool { value["result"]?.kind == .true }
        var result: String? { value["result"]?.text }
        var results: [JSONValue] { value["result"]?.elements(atMost: .max) ?? [] }
        var code: String? { value["error"]?["code"].map { String(decoding: $0.raw, as: UTF8.self) } }
        var error: String? { value["error"]?["data"]?.text }

        /// The messages of a fetch.
        var messages: [String] {
            (value["result"]?["messages"]?.elements(atMost: .max) ?? []).compactMap { $0["message"]?.text }
        }

        var hasMore: Bool { value["result"]?["hasMore"]?.kind == .true }
    }
}

extension Client {
    @discardableResult
    func publish(
        _ message: String, to topic: String, lifetime: Int = 300, tag: Int = 1108, id: String? = nil
    ) async throws -> Reply {
        try await call(
            "irn_publish", "{\"topic\":\"\(topic)\",\"message\":\"\(message)\",\"ttl\":\(lifetime),\"tag\":\(tag)}",
            id: id)
    }

    @discardableResult
    func subscribe(_ topic: String) async throws -> Reply {
        try await call("irn_subscribe", "{\"topic\":\"\(topic)\"}")
    }
}

/// A topic that no other test uses.
func someTopic() -> String { String(decoding: Bytes32.random().hex, as: UTF8.self) }
