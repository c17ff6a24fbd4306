import Bridge
import Testing
import Wallet

@MainActor @Suite struct AddChainTests {
    private static let offer: JSONObject = [
        "chainId": "0x539", "chainName": "Little Chain",
        "nativeCurrency": ["name": "Little", "symbol": "LTL", "decimals": 18],
        "rpcUrls": ["https://node.example"],
    ]

    private func site(serving id: UInt64) throws -> (TestSite, FakeNode) {
        let node = FakeNode(chainID: id)
        return (try TestSite(chains: ChainBook { _ in node }), node)
    }

    @Test func `a chain is added after a yes, and the site is put on it`() async throws {
        let (site, node) = try site(serving: 1337)
        node.set("eth_blockNumber", "0x7")
        #expect(await site.ask("wallet_addEthereumChain", [.object(Self.offer)])["result"] == .null)
        #expect(await site.ask("eth_chainId")["result"] == "0x539")
        #expect(await site.ask("eth_blockNumber")["result"] == "0x7")
        let shown = try #require(site.shown.first)
        #expect(shown.rows.map(\.value.text) == ["Little Chain", "LTL", "https://node.example"])
        #expect(shown.rows.first?.value == .theirs("Little Chain"))
        // The second time there is nothing to ask.
        #expect(await site.ask("wallet_addEthereumChain", [.object(Self.offer)])["result"] == .null)
        #expect(site.shown.count == 1)
    }

    @Test func `a server of another chain is refused, and nothing is kept`() async throws {
        let (site, _) = try site(serving: 1)
        var kept = 0
        site.desk.chains.keep = { _, _, _ in kept += 1 }
        #expect(await site.ask("wallet_addEthereumChain", [.object(Self.offer)])["error"]?["code"] == -32602)
        #expect(await site.ask("wallet_switchEthereumChain", [["chainId": "0x539"]])["error"]?["code"] == 4902)
        #expect(kept == 0)
    }

    @Test func `nobody is asked on the network before the user's yes`() async throws {
        var dialled: [String] = []
        let site = try TestSite(
            chains: ChainBook { endpoint in
                dialled.append(endpoint.url)
                return FakeNode(chainID: 1337)
            })
        site.decision = .rejected
        #expect(await site.ask("wallet_addEthereumChain", [.object(Self.offer)])["error"]?["code"] == 4001)
        #expect(dialled.isEmpty)
        site.decision = .approved
        var kept: [String] = []
        site.desk.chains.keep = { chain, endpoint, _ in kept.append("\(chain.id) \(endpoint.url)") }
        _ = await site.ask("wallet_addEthereumChain", [.object(Self.offer)])
        #expect(dialled.isEmpty == false)
        #expect(kept == ["1337 https://node.example"])
    }

    @Test func `a site cannot put another server in place of the user's`() async throws {
        let node = FakeNode(chainID: 1)
        let site = try TestSite(chains: ChainBook(endpoints: [1: try Endpoint("https://mine.example")]) { _ in node })
        var offer = Self.offer
        offer["chainId"] = "0x1"
        #expect(await site.ask("wallet_addEthereumChain", [.object(offer)])["result"] == .null)
        #expect(site.desk.chains.endpoints[1]?.url == "https://mine.example")
        #expect(site.shown.isEmpty)
    }

    @Test func `a site does not choose the node of a chain that people know`() async throws {
        let (site, node) = try site(serving: 137)
        var offer = Self.offer
        offer["chainId"] = "0x89"
        #expect(await site.ask("wallet_addEthereumChain", [.object(offer)])["result"] == .null)
        #expect(site.shown.map(\.sentence) == ["Allow dapp.example to switch to Polygon."])
        #expect(await site.ask("eth_chainId")["result"] == "0x89")
        #expect(site.desk.chains.endpoints.isEmpty)
        #expect(await site.ask("eth_blockNumber")["error"]?["code"] == 4900)
        #expect(node.asked.isEmpty)
    }

    @Test(arguments: [
        "http://127.0.0.1:8545", "http://localhost:8545", "https://router.lan/rpc", "https://192.168.1.1",
        "https://10.0.0.1/x", "https://[::1]:8545", "https://[fd00::1]", "https://[::ffff:10.0.0.1]",
        "https://169.254.169.254", "https://box.local", "https://intranet",
    ])
    func `a page of the internet names no server of one's own network`(url: String) async throws {
        for (key, value): (String, JSON) in [
            ("rpcUrls", [.string(url)]), ("blockExplorerUrls", [.string(url)]),
        ] {
            let (site, node) = try site(serving: 1337)
            var offer = Self.offer
            offer[key] = value
            #expect(await site.ask("wallet_addEthereumChain", [.object(offer)])["error"]?["code"] == -32602)
            #expect(site.shown.isEmpty)
            #expect(node.asked.isEmpty)
        }
    }

    @Test func `a page of one's own network may name a server there`() async throws {
        let node = FakeNode(chainID: 1337)
        let site = try TestSite("http://127.0.0.1:8000", chains: ChainBook { _ in node })
        var offer = Self.offer
        offer["rpcUrls"] = ["http://127.0.0.1:8545"]
        #expect(await site.ask("wallet_addEthereumChain", [.object(offer)])["result"] == .null)
        #expect(site.desk.chains.endpoints[1337]?.url == "http://127.0.0.1:8545")
    }

    @Test func `a name of a well-known network is a danger`() async throws {
        let (site, _) = try site(serving: 1337)
        var offer = Self.offer
        offer["chainName"] = "Ethereum Mainnet"
        _ = await site.ask("wallet_addEthereumChain", [.object(offer)])
        #expect(site.shown.last?.level == .danger)
    }

    @Test(arguments: [
        ("chainId", "5"), ("chainId", "\"0x0539\""), ("chainId", "\"0x0\""), ("chainId", "\"1337\""),
        ("chainId", "\"0xffffffffffffffff\""), ("chainName", "\"\""), ("chainName", "\"a\\u202Eb\""),
        ("chainName", "null"), ("nativeCurrency", "null"), ("nativeCurrency", #"{"symbol":"LTL","decimals":8}"#),
        ("nativeCurrency", #"{"symbol":"a sign that is long","decimals":18}"#), ("rpcUrls", "[]"),
        ("rpcUrls", #""https://node.example""#), ("rpcUrls", #"["http://node.example"]"#), ("rpcUrls", "[5]"),
        ("rpcUrls", #"["wss://node.example"]"#), ("blockExplorerUrls", #"["javascript:alert(1)"]"#),
    ])
    func `an offer that is not right is refused before anybody is asked`(key: String, value: String) async throws {
        let (site, node) = try site(serving: 1337)
        var offer = Self.offer
        offer[key] = try JSON(parsing: value)
        #expect(await site.ask("wallet_addEthereumChain", [.object(offer)])["error"]?["code"] == -32602)
        #expect(site.shown.isEmpty)
        #expect(node.asked.isEmpty)
    }
}
