import Bridge
import WalletConnectPay
import Testing

struct ChainIDTests {
    @Test func `a chain survives a round trip`() throws {
        let chain = try #require(ChainID("eip155:8453"))
        #expect(chain.namespace == "eip155")
        #expect(chain.reference == "8453")
        #expect("\(chain)" == "eip155:8453")
    }

    @Test(arguments: [
        "", ":", "eip155", "eip155:", ":1", "eip155:1:2", "EIP155:1", "ei:1", "eip155:1 ", "eip155:\u{661}",
    ])
    func `an invalid chain is refused`(text: String) {
        #expect(ChainID(text) == nil)
    }

    @Test(arguments: [
        ("eip155:1", 1), ("eip155:8453", 8_453), ("eip155:18446744073709551615", UInt64.max), ("eip155:01", nil),
        ("eip155:18446744073709551616", nil), ("eip155:x", nil), ("solana:1", nil),
    ])
    func `only an EVM chain has an EIP-155 chain ID`(text: String, number: UInt64?) throws {
        #expect(try #require(ChainID(text)).eip155 == number)
    }
}
