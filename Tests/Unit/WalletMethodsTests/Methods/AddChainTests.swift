import Bridge
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
import Network
@testable import WalletTesting

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

    @Test func `a chain is added after approval, and the site is switched to it`() async throws {
        let (site, node) = try site(serving: 1337)
        node.set("eth_blockNumber", "0x7")
        #expect(await site.ask("wallet_addEthereumChain", [.object(Self.offer)])["result"] == .null)
        #expect(await site.ask("eth_chainId")["result"] == "0x539")
        #expect(await site.ask("eth_blockNumber")["result"] == "0x7")
        let shown = try #require(site.shown.first)
        #expect(shown.rows.map(\.value.text) == ["Little Chain", "LTL", "https://node.example"])
        #expect(shown.rows.first?.value == .untrusted("Little Chain"))
        // The second time there is nothing to ask.
        #expect(await site.ask("wallet_addEthereumChain", [.object(Self.offer)])["result"] == .null)
        #expect(site.shown.count == 1)
    }

    @Test func `a server of another chain is refused, and nothing is stored`() async throws {
        let (site, _) = try site(serving: 1)
        var kept = 0
        site.services.chains.keep = { _, _, _ in kept += 1 }
        #expect(await site.ask("wallet_addEthereumChain", [.object(Self.offer)])["error"]?["code"] == -32602)
        #expect(await site.ask("wallet_switchEthereumChain", [["chainId": "0x539"]])["error"]?["code"] == 4902)
        #expect(kept == 0)
    }

    @Test func `a site learns nothing about the server at a node address that it suggested`() async throws {
        for failure in [
            NodeError.wire(.untrusted), .wire(.timedOut), .wire(.interrupted), .wire(.malformed), .status(404),
            .status(401), .malformed,
        ] {
            let (site, node) = try site(serving: 1337)
            _ = await site.ask("eth_requestAccounts")
            node.set("eth_chainId") { _ throws(NodeError) in throw failure }
            let refused = await site.ask("wallet_addEthereumChain", [.object(Self.offer)])["error"]
            #expect(refused?["code"] == 4900, "\(failure)")
            #expect(refused?["message"] == "The node of this chain cannot be reached.", "\(failure)")
            node.set("eth_chainId", "0x539")
            #expect(await site.ask("wallet_addEthereumChain", [.object(Self.offer)])["result"] == .null)
            node.set("eth_blockNumber") { _ throws(NodeError) in throw failure }
            let error = await site.ask("eth_blockNumber")["error"]
            #expect(error == refused, "\(failure)")
        }
    }

    @Test func `no server is contacted before the user approves`() async throws {
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
        site.services.chains.keep = { chain, endpoint, _ in kept.append("\(chain.id) \(endpoint.url)") }
        _ = await site.ask("wallet_addEthereumChain", [.object(Self.offer)])
        #expect(dialled.isEmpty == false)
        #expect(kept == ["1337 https://node.example"])
    }

    @Test func `a site cannot replace the user's server`() async throws {
        let node = FakeNode(chainID: 1)
        let site = try TestSite(chains: ChainBook(endpoints: [1: try Endpoint("https://mine.example")]) { _ in node })
        var offer = Self.offer
        offer["chainId"] = "0x1"
        #expect(await site.ask("wallet_addEthereumChain", [.object(offer)])["result"] == .null)
        #expect(site.services.chains.endpoints[1]?.url == "https://mine.example")
        #expect(site.shown.isEmpty)
    }

    /// A site on a wallet whose chain 1337 was added by another site.
    private func siteBehindAnother() throws -> TestSite {
        let node = FakeNode(chainID: 1337)
        let little = Chain(id: 1337, name: "Little Chain", symbol: "LTL")
        return try TestSite(
            chains: ChainBook(
                Chain.wellKnown + [little], endpoints: [1337: try Endpoint("https://first.example")],
                fromSites: [1337: try Origin(serialized: "https://other.example")]
            ) { _ in node })
    }

    @Test func `switching to a node that another site added says so`() async throws {
        let site = try siteBehindAnother()
        #expect(await site.ask("wallet_switchEthereumChain", [["chainId": "0x539"]])["result"] == .null)
        let shown = try #require(site.shown.first)
        #expect(shown.rows.map(\.label) == ["From", "To", "Server"])
        #expect(shown.rows.last?.value == .exact("https://first.example"))
        #expect(shown.level == .caution)
        #expect(shown.warnings.last?.text.hasPrefix("This server was added by other.example.") == true)
    }

    @Test func `a site may replace another site's server with its own`() async throws {
        let site = try siteBehindAnother()
        #expect(await site.ask("wallet_addEthereumChain", [.object(Self.offer)])["result"] == .null)
        let shown = try #require(site.shown.first)
        #expect(shown.rows.map(\.label) == ["Network", "Currency", "Server", "Replaces"])
        #expect(shown.rows.map(\.value.text).suffix(2) == ["https://node.example", "https://first.example"])
        #expect(site.services.chains.endpoints[1337]?.url == "https://node.example")
        // The node is its own now: a way back needs no caution.
        _ = await site.ask("wallet_switchEthereumChain", [["chainId": "0x1"]])
        _ = await site.ask("wallet_addEthereumChain", [.object(Self.offer)])
        #expect(site.shown.last?.rows.map(\.label) == ["From", "To"])
        #expect(site.shown.count == 3)
    }

    @Test func `a site cannot choose the node of a well-known chain`() async throws {
        let (site, node) = try site(serving: 137)
        var offer = Self.offer
        offer["chainId"] = "0x89"
        #expect(await site.ask("wallet_addEthereumChain", [.object(offer)])["result"] == .null)
        #expect(site.shown.map(\.sentence) == ["Allow dapp.example to switch to Polygon."])
        #expect(await site.ask("eth_chainId")["result"] == "0x89")
        #expect(site.services.chains.endpoints.isEmpty)
        #expect(await site.ask("eth_blockNumber")["error"]?["code"] == 4900)
        #expect(node.asked.isEmpty)
    }

    @Test(arguments: [
        "http://127.0.0.1:8545", "http://localhost:8545", "https://router.lan/rpc", "https://192.168.1.1",
        "https://10.0.0.1/x", "https://[::1]:8545", "https://[fd00::1]", "https://[::ffff:10.0.0.1]",
        "https://169.254.169.254", "https://box.local", "https://intranet",
    ])
    func `a page on the internet cannot name a server in the local network`(url: String) async throws {
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

    @Test func `the first permitted server is used`() async throws {
        let (site, _) = try site(serving: 1337)
        var offer = Self.offer
        offer["rpcUrls"] = [
            "wss://a.example", "https://router.lan", "https://RPC.Example.com:443/Key", "https://b.example",
        ]
        #expect(await site.ask("wallet_addEthereumChain", [.object(offer)])["result"] == .null)
        #expect(site.services.chains.endpoints[1337]?.url == "https://rpc.example.com/Key")
    }

    @Test func `unusable explorers are left out`() async throws {
        let (site, _) = try site(serving: 1337)
        var offer = Self.offer
        offer["blockExplorerUrls"] = [
            "", "http://scan.example", "https://1.example", "https://2.example", "https://3.example",
            "https://4.example",
            "https://5.example",
        ]
        #expect(await site.ask("wallet_addEthereumChain", [.object(offer)])["result"] == .null)
        #expect(
            site.shown.first?.rows.map(\.value.text).dropFirst(3) == [
                "https://1.example", "https://2.example", "https://3.example", "https://4.example",
            ])
    }

    @Test func `a page in the local network may name a server there`() async throws {
        let node = FakeNode(chainID: 1337)
        let site = try TestSite("http://127.0.0.1:8000", chains: ChainBook { _ in node })
        var offer = Self.offer
        offer["rpcUrls"] = ["http://127.0.0.1:8545"]
        #expect(await site.ask("wallet_addEthereumChain", [.object(offer)])["result"] == .null)
        #expect(site.services.chains.endpoints[1337]?.url == "http://127.0.0.1:8545")
    }

    @Test(arguments: [
        ("Ethereum Mainnet", "LTL"), ("\u{391}rbitrum One", "LTL"), ("Ethereurn", "LTL"), ("Arbitrum", "LTL"),
        ("BNB Chain", "LTL"), ("Base-Chain", "LTL"), ("Polyg0n", "LTL"), ("Ethereum2", "LTL"), ("L\u{456}nea", "LTL"),
        ("Little Chain", "\u{420}OL"), ("Little Chain", "pol"), ("Little Chain", "\u{415}TH"), ("Little Chain", "AVAX"),
    ])
    func `the name or symbol of a well-known network is a danger`(name: String, symbol: String) async throws {
        let (site, _) = try site(serving: 1337)
        var offer = Self.offer
        offer["chainName"] = .string(name)
        offer["nativeCurrency"] = ["name": "Coin", "symbol": .string(symbol), "decimals": 18]
        _ = await site.ask("wallet_addEthereumChain", [.object(offer)])
        #expect(site.shown.last?.level == .danger)
    }

    @Test(arguments: [("Little Chain", "ETH"), ("Basecamp", "CAMP"), ("Inkwell", "INK"), ("Opal", "OPL")])
    func `a different name is not a danger`(name: String, symbol: String) async throws {
        let (site, _) = try site(serving: 1337)
        var offer = Self.offer
        offer["chainName"] = .string(name)
        offer["nativeCurrency"] = ["name": "Coin", "symbol": .string(symbol), "decimals": 18]
        _ = await site.ask("wallet_addEthereumChain", [.object(offer)])
        #expect(site.shown.last?.level == .caution)
    }

    @Test(arguments: [
        ("chainId", "5"), ("chainId", "\"0x0539\""), ("chainId", "\"0x0\""), ("chainId", "\"1337\""),
        ("chainId", "\"0xffffffffffffffff\""), ("chainName", "\"\""), ("chainName", "\"a\\u202Eb\""),
        ("chainName", "null"), ("nativeCurrency", "null"), ("nativeCurrency", #"{"symbol":"LTL","decimals":8}"#),
        ("nativeCurrency", #"{"symbol":"a sign that is long","decimals":18}"#), ("rpcUrls", "[]"),
        ("rpcUrls", #""https://node.example""#), ("rpcUrls", #"["http://node.example"]"#), ("rpcUrls", "[5]"),
        ("rpcUrls", #"["wss://node.example"]"#), ("blockExplorerUrls", #"["javascript:alert(1)"]"#),
    ])
    func `an invalid request is refused before the user or a server is asked`(key: String, value: String) async throws {
        let (site, node) = try site(serving: 1337)
        var offer = Self.offer
        offer[key] = try JSON(parsing: value)
        #expect(await site.ask("wallet_addEthereumChain", [.object(offer)])["error"]?["code"] == -32602)
        #expect(site.shown.isEmpty)
        #expect(node.asked.isEmpty)
    }
}
