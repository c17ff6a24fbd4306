import Bridge
import ChainServers
import TestServers
import Testing

@testable import WalletTesting

/// What a transaction changes by the simulations and traces of an EVM that the wallet does not contain: the simulated chain
/// runs its own contracts only, and its traces are our own.
@MainActor @Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: EthereumServer.isInstalled, "run scripts/venv"))
struct ServedSimulationTests {
    private let served: ServedEthereum<EthereumServer>

    init() async throws { served = try await ServedEthereum(evm: .shared) }

    private func rows(_ site: TestSite, _ label: String) -> [String] {
        site.shown.last?.rows.filter { $0.label == label }.map(\.value.text) ?? []
    }

    @Test func `a transfer shows the same changes whichever method the node has for them`() async throws {
        let site = try await served.site(account: 210)
        let token = served.token
        try await served.node.payTokens(5_000_000, to: site.address)
        for missing in [[], ["eth_simulateV1"]] {
            try await served.without(missing) {
                _ = await site.call(token, CallData.transfer(1_250_000))
                #expect(rows(site, "You send") == ["1.25 PRAC"], "without \(missing)")
                #expect(rows(site, "You receive").isEmpty)
            }
        }
        try await served.without(["eth_simulateV1", "debug_traceCall"]) {
            _ = await site.call(token, CallData.transfer(1_250_000))
            #expect(rows(site, "Balance changes") == ["not simulated: your node does not offer simulations"])
            #expect(site.shown.last?.rows.contains { $0.note?.hasSuffix("as the request says") == true } == true)
            site.decision = .rejected
            // The call alone still shows that a transaction would fail.
            _ = await site.call(token, CallData.transfer(5_000_001))
            #expect(site.shown.last?.warnings.contains { $0.text.contains("not enough tokens") } == true)
        }
    }

    @Test func `ether that is sent is a change, and so is an allowance that is given`() async throws {
        let site = try await served.site(account: 211)
        for missing in [[], ["eth_simulateV1"]] {
            try await served.without(missing) {
                _ = await site.pay(10_000_000_000_000_000, to: CallData.other)
                #expect(rows(site, "You send") == ["0.01 ETH"], "without \(missing)")
                let approve = "0x095ea7b3" + CallData.word(CallData.other) + CallData.word(7_000_000)
                site.earlier = [.rejected]
                _ = await site.call(served.token, approve)
                #expect(rows(site, "Allowance").count == 1, "without \(missing)")
                #expect(site.shown.last?.warnings.contains { $0.text.contains("In the simulation") } == false)
            }
        }
    }

    @Test func `an item of a collection that leaves the account is a change`() async throws {
        let site = try await served.site(account: 212)
        let item = try await served.node.giveItem(to: site.address)
        site.decision = .rejected
        _ = await site.call(served.collection, CallData.transfer(item: item, from: site.address))
        #expect(rows(site, "You send") == ["item \(item) of a collection"])
    }
}
