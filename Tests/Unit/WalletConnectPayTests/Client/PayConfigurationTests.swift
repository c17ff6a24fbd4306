import Bridge
import WalletConnectPay
import Testing
import Network

struct PayConfigurationTests {
    private func headers(_ configure: (inout PayClient.Configuration) -> Void) async throws -> [String: String] {
        let bench = try ClientBench(["status": [.ok(["status": "failed"])]], configure: configure)
        _ = try await bench.client.status(of: bench.payment)
        let request = try #require(bench.sender.requests.first)
        return Dictionary(uniqueKeysWithValues: request.headers.map { ($0.name, $0.value) })
    }

    @Test func `with both an app id and a key only the app id is sent`() async throws {
        let both = try await headers { $0.apiKey = "secret" }
        #expect(both["App-Id"] == "app-1")
        #expect(both["Client-Id"] != nil)
        #expect(both["Api-Key"] == nil)
    }

    @Test func `a key alone is sent alone`() async throws {
        for appID in [nil, ""] {
            let headers = try await headers { ($0.appID, $0.apiKey) = (appID, "secret") }
            #expect(headers["Api-Key"] == "secret")
            #expect(headers["App-Id"] == nil)
            #expect(headers["Client-Id"] == nil)
        }
    }

    @Test func `without either there is no client`() {
        for configuration in [PayClient.Configuration(), .init(appID: "", apiKey: "")] {
            #expect(throws: PayError.missingAuth) { try PayClient(configuration, sender: ScriptedSender([:])) }
        }
    }

    @Test func `each client has its own random UUID`() async throws {
        var seen: Set<String> = []
        for _ in 0..<50 {
            let id = try #require(try await headers { _ in }["Client-Id"])
            #expect(id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
            seen.insert(id)
        }
        #expect(seen.count == 50)
        #expect(try await headers { $0.clientID = "mine" }["Client-Id"] == "mine")
        #expect(try await headers { $0.clientID = "" }["Client-Id"]?.count == 36)
    }

    @Test(arguments: [
        ("https://gateway.example", "https://gateway.example"), ("https://gateway.example/", "https://gateway.example"),
        ("https://gateway.example/pay//", "https://gateway.example/pay"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://localhost:80/", "http://localhost"), ("https://gateway.example:8443", "https://gateway.example:8443"),
    ])
    func `the address of the gateway is https, or http to this machine`(text: String, base: String) async throws {
        let bench = try ClientBench(["status": [.ok(["status": "failed"])]]) { $0.baseURL = text }
        _ = try await bench.client.status(of: bench.payment)
        #expect(bench.sender.requests.first?.url == "\(base)/v1/gateway/payment/pay_1/status")
    }

    @Test(arguments: [
        "", "gateway.example", "http://gateway.example", "ftp://gateway.example", "https://",
        "https://user@gateway.example",
        "https://gateway.example/?x=1", "https://gateway.example/#x", "https://gate way.example", "http://10.0.0.1",
        "https://gateway.example\r\nX: 1",
    ])
    func `any other address is refused`(text: String) {
        #expect(throws: PayError.configuration) { try ClientBench([:]) { $0.baseURL = text } }
    }

    @Test func `a value that would break out of a header is refused`() {
        for text in ["a\r\nApi-Key: b", "a b", "\u{e9}", "a\u{0}", String(repeating: "a", count: 513)] {
            #expect(throws: PayError.configuration) { try ClientBench([:]) { $0.appID = text } }
            #expect(throws: PayError.configuration) { try ClientBench([:]) { ($0.appID, $0.apiKey) = (nil, text) } }
            #expect(throws: PayError.configuration) { try ClientBench([:]) { $0.clientID = text } }
            #expect(throws: PayError.configuration) { try ClientBench([:]) { $0.version = text } }
            #expect(throws: PayError.configuration) { try ClientBench([:]) { $0.walletVersion = text } }
        }
    }
}
