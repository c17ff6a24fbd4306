import Bridge
import ChainServers
import Simulators
import Testing

@testable import WalletTesting

/// Transactions of the wallet on a chain.
@MainActor @Suite(.timeLimit(.minutes(5))) struct ServedEthereumTests {
    private func checkPayment<Node>(_ served: ServedEthereum<Node>, account: UInt32) async throws {
        let site = try await served.site(account: account)
        let before = try await served.node.ask("eth_getBalance", [.string(CallData.other), "latest"])
        let hash = try #require(await site.pay(10_000_000_000_000_000, to: CallData.other)["result"])
        let receipt = await site.ask("eth_getTransactionReceipt", [hash])["result"]
        #expect(receipt?["status"] == "0x1")
        #expect(receipt?["from"]?.string?.lowercased() == site.address.lowercased())
        #expect(try await served.node.ask("eth_getBalance", [.string(CallData.other), "latest"]) != before)
    }

    @Test func `ether is sent, and its receipt says so`() async throws {
        try await checkPayment(ServedEthereum(), account: 0)
    }

    /// The signature and the encoding are judged by code that shares nothing with the wallet.
    @Test(.enabled(if: EthereumServer.isInstalled, "run scripts/venv"))
    func `an EVM that the wallet does not contain accepts its payment`() async throws {
        try await checkPayment(ServedEthereum(evm: .shared), account: 200)
    }

    @Test func `tokens are sent, and their logs are found`() async throws {
        let served = try await ServedEthereum()
        let site = try await served.site()
        try await served.node.payTokens(5_000_000, to: site.address)
        let hash = try #require(await site.call(served.token, CallData.transfer(1_250_000))["result"])
        let balance = "0x70a08231" + CallData.word(site.address)
        let left = try await served.node.ask(
            "eth_call", [["to": .string(served.token), "data": .string(balance)], "latest"])
        #expect(left.string == "0x" + CallData.word(3_750_000))
        let transfer = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
        let logs = await site.ask(
            "eth_getLogs",
            [
                [
                    "fromBlock": "0x0", "address": .string(served.token),
                    "topics": [.string(transfer), .string("0x" + CallData.word(site.address))],
                ]
            ])["result"]
        #expect(logs?.array?.compactMap { $0["transactionHash"] } == [hash])
    }

    @Test func `a transaction that would fail is shown as one`() async throws {
        let served = try await ServedEthereum()
        let site = try await served.site()
        site.decision = .rejected
        #expect(await site.call(served.token, CallData.transfer(1))["error"]?["code"] == 4001)
        #expect(site.shown.last?.warnings.contains { $0.text.contains("fail") } == true)
    }

    @Test func `an image moves to its new owner`() async throws {
        let served = try await ServedEthereum()
        let site = try await served.site()
        let item = try await served.node.giveItem(to: site.address)
        #expect(
            await site.call(served.collection, CallData.transfer(item: item, from: site.address))["result"] != nil)
        let owner = try await served.node.ask(
            "eth_call",
            [["to": .string(served.collection), "data": .string("0x6352211e" + CallData.word(item))], "latest"])
        #expect(owner.string == "0x" + CallData.word(CallData.other))
    }

    @Test func `a batch is simulated call by call, sent in order, and its status is that of the chain`() async throws {
        let served = try await ServedEthereum()
        let (site, token) = (try await served.site(), served.token)
        try await served.node.payTokens(5_000_000, to: site.address)
        func batch(_ units: [UInt64], id: String) -> JSON {
            let calls = units.map { ["to": .string(token), "data": .string(CallData.transfer($0))] as JSON }
            return [
                [
                    "version": "2.0.0", "id": .string(id), "from": .string(site.address), "chainId": "0x539",
                    "atomicRequired": false, "calls": .array(calls),
                ]
            ]
        }
        // The second call would fail after the first one.
        site.earlier = [.approved, .rejected]
        #expect(await site.ask("wallet_sendCalls", batch([3_000_000, 3_000_000], id: "too much"))["error"] != nil)
        #expect(site.shown.last?.warnings.contains { $0.text.contains("transfer amount exceeds balance") } == true)
        #expect(await site.ask("wallet_sendCalls", batch([2_000_000, 3_000_000], id: "all"))["result"]?["id"] == "all")
        let status = await site.ask("wallet_getCallsStatus", ["all"])["result"]
        #expect(status?["status"] == 200)
        #expect(status?["receipts"]?.array?.compactMap { $0["logs"]?.array?.count } == [1, 1])
        #expect(
            status?["receipts"]?[0]?["logs"]?[0]?["address"]?.string?.lowercased() == token.lowercased())
    }
}
