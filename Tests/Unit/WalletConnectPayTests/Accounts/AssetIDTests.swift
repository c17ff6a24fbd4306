import Bridge
import Ethereum
import WalletConnectPay
import Testing

struct AssetIDTests {
    @Test func `a token, a coin and a single item survive a round trip`() throws {
        let token = try #require(AssetID("eip155:8453/erc20:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"))
        #expect(token.contract?.description == "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913")
        #expect(!token.isCoin)
        let coin = try #require(AssetID("eip155:1/slip44:60"))
        #expect(coin.isCoin)
        #expect(coin.contract == nil)
        let piece = try #require(AssetID("eip155:1/erc721:0x06012c8cf97BEaD5deAe237070F9587f8E7A266d/771769"))
        #expect(piece.token == "771769")
        for asset in [token, coin, piece] { #expect(AssetID("\(asset)") == asset) }
    }

    @Test func `the letters of a checksum do not make another token`() throws {
        let small = try #require(AssetID("eip155:8453/erc20:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"))
        let mixed = try #require(AssetID("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"))
        #expect(small.isSame(as: mixed))
        #expect(!small.isSame(as: try #require(AssetID("eip155:1/erc20:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"))))
    }

    @Test(arguments: [
        "", "/", "eip155:1", "eip155:1/", "eip155:1/slip44", "eip155:1/slip44:", "eip155:1/ab:1", "eip155:1/slip44:60/",
        "eip155:1/slip44:60/1/2", "eip155/slip44:60", "eip155:1/SLIP44:60", "eip155:1/slip44:6 0",
        "eip155:1//slip44:60",
    ])
    func `an invalid asset is refused`(text: String) {
        #expect(AssetID(text) == nil)
    }
}
