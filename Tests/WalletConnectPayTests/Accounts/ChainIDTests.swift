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
}
