import Bitcoin
import BitcoinWallet
import Bridge
import Ethereum
import EthereumWallet
import Keys
import Network
import Simulators
import Testing
import WalletCore
import WalletMethods

@testable import WalletTerminal
@testable import WalletWindow

/// A wallet for practice reaches its own networks, and nothing else on this machine or elsewhere.
@MainActor @Suite(.timeLimit(.minutes(15))) struct PracticeWalletTests {
    private final class NoApprover: Approver {
        func decide(_ question: PendingApproval) async -> Decision { .rejected }
    }

    private static let chain = Chain(id: 1_337, name: "Practice", symbol: "tETH", isWellKnown: true, isTest: true)
    private static let closed = LineAddress(host: "127.0.0.1", port: 1, isSecure: false)

    private func wallet(node: String, coins: [UTXOChain: LineAddress] = [.regtest: Self.closed]) throws -> PageWallet {
        let network = PracticeNetwork(
            coins: coins, chain: Self.chain, node: try Endpoint(node), tokens: [], contacts: [], folder: "/nonexistent"
        ) { _, _, _, _ in }
        let account = try WalletSigner(signer: PracticeKeys(), account: Account(name: "Practice", index: 0))
        return PageWallet(
            account, approver: NoApprover(), practising: network, proxy: ProxySetting(.thisMachineOnly))
    }

    @Test func `it uses its own node, and no other one on this machine`() async throws {
        let (own, other) = (EthereumChain(chainID: 1_337), EthereumChain(chainID: 1_337))
        try await own.start()
        try await other.start()
        let wallet = try wallet(node: own.address)
        let chains = wallet.services.chains
        _ = try await chains.node(for: Self.chain).ask("eth_blockNumber", [])
        for address in [other.address, "http://localhost:1", "https://node.example"] {
            await #expect(throws: RPCError.self) { try await chains.set([Endpoint(address)], for: Self.chain) }
            // Not even if it were set.
            chains.load([try Endpoint(address)], for: Self.chain)
            await #expect(throws: NodeError.wire(.unreachable)) {
                try await chains.node(for: Self.chain).ask("eth_blockNumber", [])
            }
        }
        #expect(own.faults.takeAsked().contains("eth_blockNumber") && other.faults.takeAsked() == [])
        #expect(chains.chains == [Self.chain])
        await own.stop()
        await other.stop()
    }

    @Test func `it shows no account on a network with value, and takes no server of one`() async throws {
        let wallet = try wallet(
            node: "http://127.0.0.1:1", coins: [.regtest: Self.closed, .bitcoin: Self.closed, .testnet4: Self.closed])
        let coins = wallet.services.coins
        #expect(coins.addresses.keys.map(\.self) == [.regtest])
        for utxoChain in UTXOChain.allCases {
            await #expect(throws: RPCError.self) { try await coins.set([Self.closed], for: utxoChain) }
        }
        #expect(coins.addresses.keys.map(\.self) == [.regtest])
        await wallet.services.holdings.refresh()
        let accounts = wallet.services.holdings.accounts
        #expect(Set(accounts.map(\.id.chain.description)) == [UTXOChain.regtest.chain, Self.chain.caip])
        #expect(accounts.filter { !$0.isTest }.isEmpty)
        await wallet.services.holdings.close()
    }

    @Test func `each window for practice has keys of its own, which only lock and unlock`() throws {
        let addresses = try (0..<3).map { _ in
            try wallet(node: "http://127.0.0.1:1").services.activeAccount.address(.ethereum)
        }
        #expect(Set(addresses).count == 3)
    }

    @Test func `the practice program is looked for beside the wallet, and a sentence says where it is missing`() {
        let path = PractiseCommand.path(beside: "/opt/wallet/bin/drawbridge")
        #expect(path == "/opt/wallet/bin/drawbridge-practice")
        #expect(PractiseCommand.missing(path).contains("it must be at /opt/wallet/bin/drawbridge-practice"))
    }
}
