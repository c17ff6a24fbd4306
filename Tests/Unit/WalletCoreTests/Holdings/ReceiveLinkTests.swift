import BigInt
import Bitcoin
import Bridge
import Ethereum
import Testing
@testable import WalletCore

@Suite struct ReceiveLinkTests {
    private static let ether = HeldAsset(
        AssetID(coin: 60, on: ChainID(eip155: 8_453)), symbol: "ETH", decimals: 18, isVouchedFor: true)

    private static func coin(_ chain: UTXOChain) -> HeldAsset {
        let hash = chain.chain.split(separator: ":").last.map(String.init) ?? ""
        return HeldAsset(
            AssetID(coin: 0, on: ChainID(bip122: hash)), symbol: chain.unit, decimals: 8, isVouchedFor: true)
    }

    @Test func `a link of EIP-681 is read back with its chain and its amount`() throws {
        let address = "0x52908400098527886E0F7030069857D2E4169EE7"
        let text = try #require(ReceiveLink.text(to: address, Self.ether, units: 1_500_000_000_000_000_000))
        let link = try EthereumLink(text)
        #expect(link.recipient.description == address)
        #expect(link.chainID == 8_453)
        #expect(link.amount == 1_500_000_000_000_000_000)
        #expect(try EthereumLink(#require(ReceiveLink.text(to: address, Self.ether, units: nil))).amount == nil)
    }

    @Test func `a link for a token names its contract`() throws {
        let id = try #require(AssetID("eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"))
        let token = HeldAsset(id, symbol: "USDC", decimals: 6, isVouchedFor: true)
        let address = "0x52908400098527886E0F7030069857D2E4169EE7"
        let link = try EthereumLink(#require(ReceiveLink.text(to: address, token, units: 2_500_000)))
        #expect(link.token?.description == "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48")
        #expect(link.recipient.description == address)
        #expect(link.amount == 2_500_000)
    }

    @Test(arguments: [
        (UTXOChain.bitcoin, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"),
        (.bitcoinCash, "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"),
    ])
    func `a link of BIP-21 is read back with its amount and its label`(chain: UTXOChain, address: String) throws {
        let label = "Tea & \u{202E}cake? 100%"
        let text = try #require(ReceiveLink.text(to: address, Self.coin(chain), units: 123, label: label))
        let link = try BitcoinURI(text)
        #expect(link.utxoChain == chain)
        #expect(link.amount == 123)
        #expect(link.label == label)
        #expect(text.utf8.allSatisfy { 0x21...0x7E ~= $0 })
    }

    @Test(arguments: UTXOChain.testnets)
    func `a link for a test network is of that network`(chain: UTXOChain) throws {
        let destination = Destination.publicKey(hash: [UInt8](repeating: 5, count: 20))
        let address = try #require(destination.address(on: chain))
        let text = try #require(ReceiveLink.text(to: address, Self.coin(chain), units: 123))
        #expect(throws: BitcoinError.self) { try BitcoinURI(text) }
        #expect(try BitcoinURI(text, onTestNetwork: chain).amount == 123)
        // “bitcoin:” with an address in the form that both ledgers share would ask for coins on Bitcoin.
        let legacy = try #require(destination.legacyAddress(on: chain.network))
        let link = ReceiveLink.text(to: legacy, Self.coin(chain), units: 123)
        #expect((link == nil) == (chain.ledger == .bitcoinCash))
    }
}

@Suite struct HeldAssetTests {
    @Test func `decimals that a contract invents do not trap`() throws {
        let id = try #require(AssetID("eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"))
        for decimals in [-1, 256, Int.max, Int.min] {
            #expect(HeldAsset(id, symbol: "X", decimals: decimals, isVouchedFor: false).text(12) == "12 “X”")
        }
    }

    @Test func `a symbol that nobody vouches for is quoted, with invisible characters visible`() throws {
        let id = try #require(AssetID("eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"))
        let asset = HeldAsset(id, symbol: "US\u{202E}DC", decimals: 6, isVouchedFor: false)
        #expect(asset.text(1_500_000) == "1.5 “US⟨U+202E⟩DC”")
        #expect(asset.units("1.5") == 1_500_000)
        #expect(asset.units("1.5000001") == nil)
        #expect(asset.units("1e6") == nil)
    }

    @Test func `balances from the store fill in what no server has named yet`() throws {
        let id = AccountID(chain: ChainID(eip155: 1), address: "0x01")
        let coin = HeldAsset(AssetID(coin: 60, on: id.chain), symbol: "ETH", decimals: 18, isVouchedFor: true)
        let tokenID = try #require(AssetID("eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"))
        let token = HeldAsset(tokenID, symbol: "USDC", decimals: 6, isVouchedFor: true)
        let stored = AccountSummary(
            id, name: "A", chainName: "Ethereum",
            balances: [
                AssetBalance(coin, units: 5, at: 100, source: "one", state: .earlier),
                AssetBalance(token, units: 7, at: 100, source: "one", state: .earlier),
            ])
        let asking = AccountSummary(
            id, name: "A", chainName: "Ethereum", balances: [AssetBalance(coin, state: .asking)])
        let filled = asking.filled(from: stored)
        #expect(filled.balances.map(\.units) == [5, 7])
        #expect(filled.balances.map(\.state) == [.asking, .earlier])
        // An answer that leaves out a token means that the account has none any more.
        let answered = AccountSummary(
            id, name: "A", chainName: "Ethereum", balances: [AssetBalance(coin, units: 0, at: 200, state: .current)])
        #expect(answered.filled(from: stored).balances.map(\.units) == [0])
    }
}
