import Testing

@testable import EthereumWallet

@MainActor @Suite struct EthereumDiscoveryTests {
    @Test func `the paths of EVM chains are searched, and not those of Bitcoin and Bitcoin Cash`() {
        let expected = [
            "m/44'/60'/3'/0/0": "m/44'/60'/3'/0/0", "m/44h/60h/0h/0/7": "m/44'/60'/0'/0/7",
            // Ethereum Classic, and the test networks.
            "m/44'/61'/0'/0/0": "m/44'/61'/0'/0/0", "m/44'/1'/0'/0/0": "m/44'/1'/0'/0/0",
        ]
        for (text, path) in expected { #expect(EthereumDiscovery.ethereumPath(text) == path) }
        for text in [
            "m/44'/0'/0'", "m/44'/145'/0'", "m/44'/245'/0'", "m/84'/0'/0'", "m/44/60/0", "m/44'/60'", "m", "", "60",
            "m/44'/60'/x",
        ] {
            #expect(EthereumDiscovery.ethereumPath(text) == nil, "\(text)")
        }
    }
}
