import Bridge
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
@testable import WalletTesting

@MainActor @Suite struct ReadingTests {
    @Test func `a fully explained call need not be read field by field, an unknown one must`() async throws {
        let site = try await TestSite.connected(FakeNode.quiet())
        _ = await site.send()
        #expect(site.shown.last?.mustBeRead == false)
        _ = await site.send(["data": "0x01020304"])
        #expect(site.shown.last?.mustBeRead == true)
    }
}
