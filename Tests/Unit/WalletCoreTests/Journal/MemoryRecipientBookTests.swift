import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

@Suite struct MemoryRecipientBookTests {
    private let book = MemoryRecipientBook()

    @Test func `an address is known only in its exact form, and only on its chain`() async {
        await book.remember(Recipient(chain: "eip155:1", address: "0xAb", lastUsed: 1))
        #expect(await book.recipient("0xAb", on: "eip155:1") != nil)
        #expect(await book.recipient("0xab", on: "eip155:1") == nil)
        #expect(await book.recipient("0xAb", on: "eip155:137") == nil)
    }

    @Test func `a name is kept when the address is used again without one`() async {
        await book.remember(Recipient(chain: "eip155:1", address: "0xAb", name: "Ada", lastUsed: 5))
        await book.remember(Recipient(chain: "eip155:1", address: "0xAb", lastUsed: 3))
        #expect(
            await book.recipient("0xAb", on: "eip155:1")
                == Recipient(chain: "eip155:1", address: "0xAb", name: "Ada", lastUsed: 5))
    }

    @Test func `the most recent come first`() async {
        for (address, time) in [("a", 2), ("b", 3), ("c", 1), ("d", 3)] as [(String, Int64)] {
            await book.remember(Recipient(chain: "eip155:1", address: address, lastUsed: time))
        }
        #expect(await book.recent(limit: 3).map(\.address) == ["d", "b", "a"])
        #expect(await book.recent(limit: -1).isEmpty)
    }
}
