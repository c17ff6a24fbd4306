import Testing

@testable import Bridge

/// Methods by dialect and name.
@MainActor @Suite struct RouterTests {
    private let router = Router(["link": ["getInfo": Fixed("link")], "ethereum": ["eth_chainId": Fixed("0x1")]])

    @Test func `a method is found in its own dialect`() async throws {
        #expect(try await router.handle(request("getInfo", in: "link")) == "link")
        #expect(try await router.handle(request("eth_chainId", in: "ethereum")) == "0x1")
    }

    @Test(arguments: [
        ("eth_chainId", "link"), ("getInfo", "ethereum"), ("getInfo", "other"), ("", "link"), ("GETINFO", "link"),
        ("getInfo ", "link"), ("__proto__", "link"), ("getInfo\u{0}", "link"),
    ])
    func `a method that is not in the table does not exist`(method: String, dialect: String) async throws {
        let request = try request(method, in: dialect)
        await #expect(throws: RPCError.unknownMethod(method)) { try await router.handle(request) }
    }

    @Test func `routers can be chained`() async throws {
        let outer = Router(["link": ["getInfo": router]])
        #expect(try await outer.handle(request("getInfo", in: "link")) == "link")
    }

    @Test func `an error quotes a name briefly and on one line`() {
        let error = RPCError.unknownMethod("a\nb\u{2028}c\u{0}" + String(repeating: "x", count: 10_000))
        #expect(error.message.hasPrefix("The method “a b c xxx"))
        #expect(error.message.count < 100)
    }

    private func request(_ method: String, in dialect: String) throws -> Request {
        let document = try #require(DocumentID(String(repeating: "0", count: 32)))
        let peer = Peer.page(origin: try Origin(serialized: "https://shop.example"), document: document)
        return Request(id: Request.ID(number: 1), peer: peer, dialect: dialect, call: Call(method: method))
    }

    /// A method that always returns the same result.
    private final class Fixed: Handler {
        private let value: String

        init(_ value: String) {
            self.value = value
        }

        func handle(_ request: Request) async throws(RPCError) -> JSON { .string(value) }
    }
}
