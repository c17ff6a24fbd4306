import Bridge
import ChainServers
import TestServers
import Testing

@testable import WalletTesting

/// Transactions that an EVM executes whose code the wallet does not use.
@MainActor @Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: EthereumServer.isInstalled, "run scripts/venv"))
struct ServedEthereumTests {
    private let served: ServedEthereum

    init() async throws { served = try await ServedEthereum() }

    private var server: EthereumServer { served.server }
    private var contracts: JSON { served.contracts }

    private func site(account index: UInt32) async throws -> TestSite { try await served.site(account: index) }

    /// The number that a call of `contract` returns.
    private func number(_ contract: String, _ data: String) async throws -> UInt64? {
        let call: JSON = [["to": contracts[contract] ?? .null, "data": .string(data)], "latest"]
        return try await server.ask("eth_call", call).string.flatMap { UInt64($0.dropFirst(2), radix: 16) }
    }

    @Test func `ether is sent, and its receipt says so`() async throws {
        let site = try await site(account: 200)
        let before = try await server.ask("eth_getBalance", [.string(ServedEthereum.other)]).string
        let answer = await site.ask(
            "eth_sendTransaction",
            [["from": .string(site.address), "to": .string(ServedEthereum.other), "value": "0x2386f26fc10000"]])
        let hash = try #require(answer["result"])
        let receipt = await site.ask("eth_getTransactionReceipt", [hash])["result"]
        #expect(receipt?["status"] == "0x1")
        #expect(receipt?["from"]?.string?.lowercased() == site.address.lowercased())
        #expect(try await server.ask("eth_getBalance", [.string(ServedEthereum.other)]).string != before)
    }

    @Test func `tokens are sent, and their logs are found`() async throws {
        let site = try await site(account: 201)
        let token = try #require(contracts["token"])
        try await server.ask("test_token", [.string(site.address), 5_000_000])
        let data = ServedEthereum.transfer(1_250_000)
        let answer = await site.ask(
            "eth_sendTransaction", [["from": .string(site.address), "to": token, "data": .string(data)]])
        let hash = try #require(answer["result"])
        #expect(try await number("token", "0x70a08231" + ServedEthereum.word(site.address)) == 3_750_000)
        let transfer = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
        let logs = await site.ask(
            "eth_getLogs",
            [
                [
                    "fromBlock": "0x0", "address": token,
                    "topics": [.string(transfer), .string("0x" + ServedEthereum.word(site.address))],
                ]
            ])["result"]
        #expect(logs?.array?.compactMap { $0["transactionHash"] } == [hash])
    }

    @Test func `a transaction that would fail is shown as one`() async throws {
        let site = try await site(account: 202)
        let data = ServedEthereum.transfer(1)
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
        let data =
            "0x42842e0e" + ServedEthereum.word(site.address) + ServedEthereum.word(ServedEthereum.other)
            + ServedEthereum.word(203)
        let answer = await site.ask(
            "eth_sendTransaction", [["from": .string(site.address), "to": collection, "data": .string(data)]])
        #expect(answer["result"] != nil)
        let owner = try await server.ask(
            "eth_call", [["to": collection, "data": .string("0x6352211e" + ServedEthereum.word(203))], "latest"])
        #expect(owner.string == "0x" + ServedEthereum.word(ServedEthereum.other))
    }
}
