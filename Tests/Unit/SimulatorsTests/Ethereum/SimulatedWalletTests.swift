import Bridge
import EthereumWallet
import Network
import Testing
import WalletCore
import WalletMethods

@testable import Simulators
@testable import WalletTesting

/// The wallet on the simulated chain: through its own client, approvals and journal.
@MainActor @Suite(.timeLimit(.minutes(5))) struct SimulatedWalletTests {
    private let chain = EthereumChain(chainID: 1)

    private func site() async throws -> TestSite {
        try await chain.start()
        let chains = ChainBook(
            [.ethereum], initial: .ethereum, endpoints: [1: try Endpoint(chain.address)]
        ) { JSONRPCNode($0, sender: WebClient()) }
        let site = try TestSite(chains: chains)
        let address = site.services.activeAccount.address(.ethereum)
        _ = try await chain.fund(address, "1", asset: nil)
        #expect(await site.ask("eth_requestAccounts")["result"]?[0]?.string?.lowercased() == address.lowercased())
        return site
    }

    private func send(_ site: TestSite, value: String = "0x64") async -> JSON {
        await site.ask(
            "eth_sendTransaction",
            [
                [
                    "from": .string(site.services.activeAccount.address(.ethereum)),
                    "to": "0x70997970c51812dc3a010c7d01b50e0d17dc79c8", "value": .string(value),
                ]
            ])
    }

    @Test func `a page sends a transaction, which survives a reorganisation`() async throws {
        let site = try await site()
        let hash = try #require(await send(site)["result"])
        #expect(await site.ask("eth_getTransactionReceipt", [hash])["result"]?["status"] == "0x1")
        try await chain.reorganise(1, dropping: [])
        #expect(await site.ask("eth_getTransactionReceipt", [hash])["result"] == .null)
        try await chain.mine(1)
        #expect(await site.ask("eth_getTransactionReceipt", [hash])["result"]?["status"] == "0x1")
        await chain.stop()
    }

    @Test func `a node that loses a transaction, or refuses it, is not taken for one that has it`() async throws {
        let site = try await site()
        chain.faults.add(
            .refuse(code: -32_000, message: "insufficient funds for gas * price + value"),
            for: "eth_sendRawTransaction",
            isOnce: true)
        #expect(await send(site)["error"] != nil)
        #expect(await send(site)["result"]?.string != nil)
        await chain.stop()
    }
}
