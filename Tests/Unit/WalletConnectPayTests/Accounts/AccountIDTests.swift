import Bridge
import Ethereum
import WalletConnectPay
import Testing

struct AccountIDTests {
    private static let checksummed = "eip155:8453:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"

    @Test func `an account is parsed and survives a round trip`() throws {
        let account = try #require(AccountID(Self.checksummed))
        #expect(account.chain == ChainID("eip155:8453"))
        #expect(account.address == "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")
        #expect("\(account)" == Self.checksummed)
        #expect(account.ethereum?.description == account.address)
    }

    @Test func `the letters of a checksum do not make another account, on an EVM chain`() throws {
        let account = try #require(AccountID(Self.checksummed))
        let small = try #require(AccountID(Self.checksummed.lowercased()))
        #expect(account != small)
        #expect(account.isSame(as: small))
        #expect(small.ethereum == account.ethereum)
        let solana = try #require(AccountID("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:AbC"))
        #expect(!solana.isSame(as: try #require(AccountID("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:abC"))))
        #expect(solana.ethereum == nil)
    }

    @Test func `an address with a wrong checksum is refused`() throws {
        let account = try #require(AccountID("eip155:1:0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed"))
        #expect(account.ethereum == nil)
    }

    @Test(arguments: [
        "", "eip155:1", "eip155:1:", "eip155:1:0x1:2", "eip155::0x1", "EIP155:1:0x1", "eip155:1:0x 1", "eip155:1:0x1\n",
        "eip155:1:\u{200B}0x1", "eip155:1:" + String(repeating: "a", count: 129),
    ])
    func `an invalid account is refused`(text: String) {
        #expect(AccountID(text) == nil)
    }
}
