import Bridge
import ChainServers
import Keys
import Network
import TestServers
import Testing
import WalletCore

@testable import EthereumWallet
import WalletMethods
@testable import WalletTesting

/// Transactions that an EVM executes whose code the wallet does not use.
@MainActor @Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: EthereumServer.isInstalled, "run scripts/venv"))
struct ServedEthereumTests {
    private let server: EthereumServer
    private let contracts: JSON

    init() async throws {
        server = try await EthereumServer.shared
        contracts = try await server.ask("test_contracts")
    }

    /// A connected site, and a wallet with an account of its own that has one ether.
    private func site(account index: UInt32) async throws -> TestSite {
        let chain = Chain(id: server.chain, name: "Practice")
        let chains = ChainBook([chain], initial: chain, endpoints: [chain.id: try Endpoint(server.url)]) { endpoint in
            JSONRPCNode(endpoint, sender: WebClient())
        }
        let site = try TestSite(
            chains: chains,
            activeAccount: ActiveAccount(signer: DemoKeys(), account: Account(name: "Account", index: index)))
        try await server.ask("test_fund", [.string(site.address), "0xde0b6b3a7640000"])
        let answer = await site.ask("eth_requestAccounts")
        #expect(answer["result"]?[0]?.string?.lowercased() == site.address.lowercased())
        return site
    }

    /// The number that a call of `contract` returns.
    private func number(_ contract: String, _ data: String) async throws -> UInt64? {
        let call: JSON = [["to": contracts[contract] ?? .null, "data": .string(data)], "latest"]
        return try await server.ask("eth_call", call).string.flatMap { UInt64($0.dropFirst(2), radix: 16) }
    }

    private static let other = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"

    private static func word(_ address: String) -> String {
        String(repeating: "0", count: 24) + address.dropFirst(2).lowercased()
    }

    private static func word(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 64 - digits.count) + digits
    }

    @Test func `ether is sent, and its receipt says so`() async throws {
        let site = try await site(account: 200)
        let before = try await server.ask("eth_getBalance", [.string(Self.other)]).string
        let answer = await site.ask(
            "eth_sendTransaction",
            [["from": .string(site.address), "to": .string(Self.other), "value": "0x2386f26fc10000"]])
        let hash = try #require(answer["result"])
        let receipt = await site.ask("eth_getTransactionReceipt", [hash])["result"]
        #expect(receipt?["status"] == "0x1")
        #expect(receipt?["from"]?.string?.lowercased() == site.address.lowercased())
        #expect(try await server.ask("eth_getBalance", [.string(Self.other)]).string != before)
    }

    @Test func `tokens are sent, and their logs are found`() async throws {
        let site = try await site(account: 201)
        let token = try #require(contracts["token"])
        try await server.ask("test_token", [.string(site.address), 5_000_000])
        let data = "0xa9059cbb" + Self.word(Self.other) + Self.word(1_250_000)
        let answer = await site.ask(
            "eth_sendTransaction", [["from": .string(site.address), "to": token, "data": .string(data)]])
        let hash = try #require(answer["result"])
        #expect(try await number("token", "0x70a08231" + Self.word(site.address)) == 3_750_000)
        let transfer = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
        let logs = await site.ask(
            "eth_getLogs",
            [
                [
                    "fromBlock": "0x0", "address": token,
                    "topics": [.string(transfer), .string("0x" + Self.word(site.address))],
                ]
            ])["result"]
        #expect(logs?.array?.compactMap { $0["transactionHash"] } == [hash])
    }

    @Test func `a transaction that would fail is shown as one`() async throws {
        let site = try await site(account: 202)
        let data = "0xa9059cbb" + Self.word(Self.other) + Self.word(1)
        site.decision = .rejected
        let answer = await site.ask(
            "eth_sendTransaction",
            [["from": .string(site.address), "to": contracts["token"] ?? .null, "data": .string(data)]])
        #expect(answer["error"]?["code"] == 4001)
        #expect(site.shown.last?.warnings.contains { $0.text.contains("fail") } == true)
    }

    @Test func `a picture moves to its new owner`() async throws {
        let site = try await site(account: 203)
        let collection = try #require(contracts["collection"])
        try await server.ask("test_call", [collection, "mint(address,uint256)", .string(site.address), 203])
        let data = "0x42842e0e" + Self.word(site.address) + Self.word(Self.other) + Self.word(203)
        let answer = await site.ask(
            "eth_sendTransaction", [["from": .string(site.address), "to": collection, "data": .string(data)]])
        #expect(answer["result"] != nil)
        let owner = try await server.ask(
            "eth_call", [["to": collection, "data": .string("0x6352211e" + Self.word(203))], "latest"])
        #expect(owner.string == "0x" + Self.word(Self.other))
    }
}

extension TestSite {
    /// The address of the wallet's account.
    fileprivate var address: String { services.activeAccount.address(.ethereum) }
}
