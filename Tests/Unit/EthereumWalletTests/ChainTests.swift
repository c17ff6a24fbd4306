import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

@Suite struct ChainTests {
    @Test func `a chain id is a quantity without leading zeros`() {
        #expect(Chain(id: 137, name: "Polygon").hexID == "0x89")
    }
}
