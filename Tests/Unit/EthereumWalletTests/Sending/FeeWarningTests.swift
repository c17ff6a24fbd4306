import BigInt
import Bridge
import Ethereum
import Primitives
import TestSupport
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
import Network
@testable import WalletTesting

/// Warnings about fees that are too high.
@MainActor @Suite struct FeeWarningTests {
    @Test func `a priority fee is compared with the tips of recent blocks, not with the base fee`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_getBalance", "0x56bc75e2d63100000")
        node.set(
            "eth_feeHistory",
            ["baseFeePerGas": ["0x4a817c800", "0x4a817c800"], "reward": [["0x77359400", "0x77359400", "0x77359400"]]])
        let site = try await TestSite.connected(node)
        _ = await site.send([
            "value": "0x0", "gas": "0x7a1200", "maxFeePerGas": "0x2e90edd000", "maxPriorityFeePerGas": "0x2c3ce1ec00",
        ])
        #expect(site.shown.last?.level == .danger)
        #expect(
            site.shown.last?.warnings.contains {
                $0.text.contains("priority fee is more than 10 times what the network charges")
            } == true)
    }

    @Test func `a balance claimed by a site's node does not justify a high fee`() async throws {
        let node = FakeNode.quiet(chainID: 1337)
        node.set("eth_getBalance", "0x33b2e3c9fd0803ce8000000")
        node.set("eth_gasPrice", "0x3b9aca00")
        let chain = Chain(id: 1337, name: "Little Chain", symbol: "LTL")
        let origin = try Origin(serialized: "https://other.example")
        let chains = ChainBook(
            Chain.wellKnown + [chain], endpoints: [1337: try Endpoint("https://first.example")],
            fromSites: [1337: origin]
        ) { _ in node }
        let site = try TestSite(chains: chains)
        _ = await site.ask("eth_requestAccounts")
        _ = await site.ask("wallet_switchEthereumChain", [["chainId": "0x539"]])
        for (price, isDanger) in [("0x746a528800", true), ("0x746a5288", false)] {
            _ = await site.send([
                "value": "0xde0b6b3a7640000", "gas": "0x186a0", "gasPrice": .string(price), "chainId": "0x539",
            ])
            #expect(site.shown.last?.warnings.contains { $0.text.contains("cannot check it") } == isDanger)
        }
    }

    @Test func `a fee that is worth more than the tokens that are sent is a danger`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_getBalance", "0x56bc75e2d63100000")
        let site = try await TestSite.connected(node)
        let usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
        for (amount, isDanger) in [(5_000_000, true), (500_000_000, false)] as [(BigInt, Bool)] {
            let data = try ABIFunction("transfer(address to, uint256 amount)").call([
                .address(EthereumAddress("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")), .number(amount),
            ])
            _ = await site.send([
                "to": .string(usdc), "value": "0x0", "gas": "0x30d400", "maxFeePerGas": "0x165a0bc00",
                "data": .string("0x" + Hex.encode(data)),
            ])
            #expect(
                site.shown.last?.warnings.contains { $0.text.contains("more than the amount that you send") }
                    == isDanger)
            let total = site.shown.last?.rows.first { $0.role == .total }?.value
            #expect(total == .trusted("\(amount / 1_000_000) USDC and at most 0.0192 ETH"))
        }
    }
}
