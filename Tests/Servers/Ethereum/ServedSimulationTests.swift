import Bridge
import ChainServers
import TestServers
import Testing

@testable import WalletTesting

/// What an EVM that the wallet does not contain says a transaction changes.
@MainActor @Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: EthereumServer.isInstalled, "run scripts/venv"))
struct ServedSimulationTests {
    private let served: ServedEthereum

    init() async throws { served = try await ServedEthereum() }

    private func rows(_ site: TestSite, _ label: String) -> [String] {
        site.shown.last?.rows.filter { $0.label == label }.map(\.value.text) ?? []
    }

    @Test func `a transfer shows the same changes whichever method the node has for them`() async throws {
        let site = try await served.site(account: 210)
        let token = try served.address(of: "token")
        try await served.server.ask("test_token", [.string(site.address), 5_000_000])
        for missing in [[], ["eth_simulateV1"]] {
            try await served.without(missing) {
                _ = await site.call(token, ServedEthereum.transfer(1_250_000))
                #expect(rows(site, "You send") == ["1.25 PRAC"], "without \(missing)")
                #expect(rows(site, "You receive").isEmpty)
            }
        }
        try await served.without(["eth_simulateV1", "debug_traceCall"]) {
            _ = await site.call(token, ServedEthereum.transfer(1_250_000))
            #expect(rows(site, "Balance changes") == ["not simulated: your node does not offer simulations"])
            #expect(site.shown.last?.rows.contains { $0.note?.hasSuffix("as the request says") == true } == true)
            site.decision = .rejected
            // The call alone still shows that a transaction would fail.
            _ = await site.call(token, ServedEthereum.transfer(5_000_001))
            #expect(site.shown.last?.warnings.contains { $0.text.contains("not enough tokens") } == true)
        }
    }

    @Test func `ether that is sent is a change, and so is an allowance that is given`() async throws {
        let site = try await served.site(account: 211)
        for missing in [[], ["eth_simulateV1"]] {
            try await served.without(missing) {
                _ = await site.ask(
                    "eth_sendTransaction",
                    [["from": .string(site.address), "to": .string(ServedEthereum.other), "value": "0x2386f26fc10000"]])
                #expect(rows(site, "You send") == ["0.01 ETH"], "without \(missing)")
                let approve = "0x095ea7b3" + ServedEthereum.word(ServedEthereum.other) + ServedEthereum.word(7_000_000)
                site.earlier = [.rejected]
                _ = await site.call(try served.address(of: "token"), approve)
                #expect(rows(site, "Allowance").count == 1, "without \(missing)")
                #expect(site.shown.last?.warnings.contains { $0.text.contains("In the simulation") } == false)
            }
        }
    }

    @Test func `an item of a collection that leaves the account is a change`() async throws {
        let site = try await served.site(account: 212)
        let collection = try served.address(of: "collection")
        try await served.server.ask(
            "test_call", [.string(collection), "mint(address,uint256)", .string(site.address), 212])
        site.decision = .rejected
        let data =
            "0x42842e0e" + ServedEthereum.word(site.address) + ServedEthereum.word(ServedEthereum.other)
            + ServedEthereum.word(212)
        _ = await site.call(collection, data)
        #expect(rows(site, "You send") == ["item 212 of a collection"])
    }

    @Test func `a batch is simulated call by call, sent in order, and its status is that of the chain`() async throws {
        let site = try await served.site(account: 213)
        let token = try served.address(of: "token")
        try await served.server.ask("test_token", [.string(site.address), 5_000_000])
        func batch(_ units: [UInt64], id: String) -> JSON {
            let calls = units.map { ["to": .string(token), "data": .string(ServedEthereum.transfer($0))] as JSON }
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
        #expect(site.shown.last?.warnings.contains { $0.text.contains("not enough tokens") } == true)
        #expect(await site.ask("wallet_sendCalls", batch([2_000_000, 3_000_000], id: "all"))["result"]?["id"] == "all")
        let status = await site.ask("wallet_getCallsStatus", ["all"])["result"]
        #expect(status?["status"] == 200)
        #expect(status?["receipts"]?.array?.compactMap { $0["logs"]?.array?.count } == [1, 1])
        #expect(
            status?["receipts"]?[0]?["logs"]?[0]?["address"]?.string?.lowercased() == token.lowercased())
    }
}
