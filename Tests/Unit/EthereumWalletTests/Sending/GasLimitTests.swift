import Bridge
import Ethereum
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
@testable import WalletTesting

@MainActor @Suite struct GasLimitTests {
    @Test(
        arguments: [
            ("0x5208", 21_000), ("0x186a0", 125_000), ("0xcdfe60", 16_777_216), ("0xffffff", 16_777_216),
            ("0x1000000", 16_777_216), ("0x1312d00", 20_000_000),
        ] as [(JSON, UInt64)])
    func `the gas limit is above the estimate, and at most the maximum of one transaction`(
        estimate: JSON, limit: UInt64
    ) async throws {
        let node = FakeNode.quiet()
        node.set("eth_estimateGas", estimate)
        let site = try await TestSite.connected(node)
        _ = await site.send(["data": "0x01"])
        #expect(node.sent.last?.transaction.gasLimit == limit)
    }

    @Test func `a gas limit too low for the data is a danger, and the wallet's own is sufficient`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_estimateGas", .null)
        let site = try await TestSite.connected(node)
        let data = JSON.string("0x" + String(repeating: "ff", count: 30_000))
        _ = await site.send(["data": data])
        #expect(try #require(node.sent.last?.transaction).gasLimit >= 21_000 + 30_000 * 40)
        _ = await site.send(["data": data, "gas": "0x7a120"])
        let warning = try #require(site.shown.last).warnings.first { $0.text.contains("at least 1221000") }
        #expect(warning?.level == .danger)
    }
}
