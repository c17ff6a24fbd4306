import Bridge
import Ethereum
import Primitives
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
@testable import WalletTesting

@MainActor @Suite struct OtherMethodsTests {
    private static let token: JSON = [
        "type": "ERC20",
        "options": ["address": "0x5FbDB2315678afecb367f032d93F642f64180aa3", "symbol": "PRAC", "decimals": 6],
    ]

    @Test func `any site can ask who signed a message`() async throws {
        let site = try await TestSite.connected(FakeNode.quiet())
        let signature = try #require(await site.ask("personal_sign", ["hello", TestSite.account])["result"])
        let answer = await site.ask("personal_ecRecover", ["hello", signature])
        #expect(answer["result"]?.string == TestSite.account.string?.lowercased())
        #expect(await site.ask("personal_ecRecover", ["hello", "0x12"])["error"]?["code"] == -32602)
    }

    @Test func `a long text is hashed and recovered like a short one`() async throws {
        let site = try await TestSite.connected(FakeNode.quiet())
        let bytes = [UInt8](repeating: 7, count: 20_000)
        let hash = await site.ask("web3_sha3", [.string("0x" + Hex.encode(bytes))])["result"]
        #expect(hash?.string == "0x" + Hex.encode(Keccak256.hash(bytes).bytes))
        let text = JSON.string(String(repeating: "long ", count: 4_000))
        let signature = try #require(await site.ask("personal_sign", [text, TestSite.account])["result"])
        let signer = await site.ask("personal_ecRecover", [text, signature])["result"]
        #expect(signer?.string == TestSite.account.string?.lowercased())
    }

    @Test func `typed data of the first version is a danger: its effects are unknown`() async throws {
        let site = try await TestSite.connected(FakeNode.quiet())
        let data: JSON = [["type": "string", "name": "message", "value": "Hi"]]
        for method in ["eth_signTypedData", "eth_signTypedData_v1"] {
            let answer = await site.ask(method, [data, TestSite.account])
            #expect(answer["result"]?.string?.count == 132)
            #expect(site.shown.last?.level == .danger)
            #expect(site.shown.last?.fields == [Approval.Field(path: "message", type: "string", value: "Hi")])
        }
        #expect(await site.ask("eth_signTypedData_v1", [data, TestSite.other])["error"]?["code"] == 4100)
    }

    @Test func `a token is watched after approval`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_call", .string("0x" + String(repeating: "0", count: 63) + "6"))
        let site = try await TestSite.connected(node)
        #expect(await site.ask("wallet_watchAsset", Self.token)["result"] == true)
        #expect(await site.ask("wallet_watchAsset", Self.token)["result"] == true)
        #expect(site.shown.count == 2)
        let address = try EthereumAddress("0x5FbDB2315678afecb367f032d93F642f64180aa3")
        #expect(site.services.knowledge.tokens.token(address, on: 1)?.symbol == "PRAC")
    }

    @Test func `a site that is not connected does not learn which tokens the user added`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_call", .string("0x" + String(repeating: "0", count: 63) + "6"))
        let site = try await TestSite.connected(node)
        #expect(await site.ask("wallet_watchAsset", Self.token)["result"] == true)
        try await site.services.sites.disconnect(site.peer.origin)
        site.decision = .rejected
        #expect(await site.ask("wallet_watchAsset", Self.token)["error"]?["code"] == 4001)
        #expect(site.shown.last?.rows.map(\.label) == ["Symbol", "Contract", "Network"])
        #expect(site.shown.count == 3)
        // Every copy of the wallet knows this one.
        let usdc: JSON = [
            "type": "ERC20",
            "options": ["address": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "symbol": "USDC", "decimals": 6],
        ]
        #expect(await site.ask("wallet_watchAsset", usdc)["result"] == true)
        #expect(site.shown.count == 3)
    }

    @Test func `a token is not added if only a site's node could provide its decimals`() async throws {
        let node = FakeNode(chainID: 1_234)
        node.set("eth_call", .string("0x" + String(repeating: "0", count: 63) + "6"))
        let chains = ChainBook { _ in node }
        let site = try TestSite(chains: chains)
        _ = await site.ask("eth_requestAccounts")
        #expect(await site.ask("wallet_watchAsset", Self.token)["error"]?["code"] == 4900)
        let chain: JSON = [
            "chainId": "0x4d2", "chainName": "Somewhere", "rpcUrls": ["https://node.example"],
            "nativeCurrency": ["name": "Coin", "symbol": "COIN", "decimals": 18],
        ]
        #expect(await site.ask("wallet_addEthereumChain", [chain])["result"] == .null)
        let shown = site.shown.count
        #expect(await site.ask("wallet_watchAsset", Self.token)["error"]?["code"] == 4900)
        #expect(site.shown.count == shown)
        #expect(site.services.chains.chain(id: 1_234).map(chains.isNodeFromSite) == true)
    }

    @Test(arguments: ["USDC", "usdc", "U5DC", "USD₵", "uSdC"])
    func `a symbol that resembles a known token's is a danger`(symbol: String) async throws {
        let node = FakeNode.quiet()
        node.set("eth_call", .string("0x" + String(repeating: "0", count: 63) + "6"))
        let site = try await TestSite.connected(node)
        let token: JSON = [
            "type": "ERC20",
            "options": [
                "address": "0x5FbDB2315678afecb367f032d93F642f64180aa3", "symbol": .string(symbol), "decimals": 6,
            ],
        ]
        #expect(await site.ask("wallet_watchAsset", token)["result"] == true)
        #expect(site.shown.last?.level == .danger)
    }

    @Test func `a symbol beyond ASCII is accepted, and quoted`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_call", .string("0x" + String(repeating: "0", count: 63) + "6"))
        let site = try await TestSite.connected(node)
        let token: JSON = [
            "type": "ERC20",
            "options": ["address": "0x5FbDB2315678afecb367f032d93F642f64180aa3", "symbol": "USD₮0", "decimals": 6],
        ]
        #expect(await site.ask("wallet_watchAsset", token)["result"] == true)
        #expect(site.shown.last?.rows.first?.value == .untrusted("USD₮0"))
    }

    @Test func `decimals that differ from the contract's are refused`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_call", .string("0x" + String(repeating: "0", count: 62) + "12"))
        let site = try await TestSite.connected(node)
        #expect(await site.ask("wallet_watchAsset", Self.token)["error"]?["code"] == -32602)
        #expect(site.shown.count == 1)
    }

    @Test func `a symbol that a site omits is read from the contract`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_call") { params in
            let isSymbol = params[0]?["data"]?.string?.hasPrefix("0x95d89b41") == true
            let text = "5a454e" + String(repeating: "0", count: 58)
            return .string("0x" + (isSymbol ? text : String(repeating: "0", count: 62) + "12"))
        }
        let site = try await TestSite.connected(node)
        let address = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
        let token: JSON = ["type": "ERC20", "options": ["address": .string(address)]]
        #expect(await site.ask("wallet_watchAsset", token)["result"] == true)
        #expect(site.shown.last?.rows.first?.value == .untrusted("ZEN"))
        #expect(site.shown.last?.rows.first?.note == "18 decimals")
        let known = site.services.knowledge.tokens.token(try EthereumAddress(address), on: 1)
        #expect(known?.symbol == "ZEN")
        #expect(known?.decimals == 18)
        // It is known now.
        #expect(await site.ask("wallet_watchAsset", token)["result"] == true)
        #expect(site.shown.count == 2)
    }

    @Test func `if a contract has no displayable symbol, the site must provide one`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_call", .string("0x" + String(repeating: "0", count: 62) + "12"))
        let site = try await TestSite.connected(node)
        let token: JSON = ["type": "ERC20", "options": ["address": "0x5FbDB2315678afecb367f032d93F642f64180aa3"]]
        let error = await site.ask("wallet_watchAsset", token)["error"]
        #expect(error?["code"] == -32602)
        #expect(error?["message"]?.string?.contains("Set “options.symbol”") == true)
        #expect(site.shown.count == 1)
    }
}
