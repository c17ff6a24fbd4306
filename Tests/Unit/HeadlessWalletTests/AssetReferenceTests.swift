import Bitcoin
import BitcoinWallet
import Bridge
import Testing
import WalletCore

@testable import HeadlessWallet

@Suite struct AssetReferenceTests {
    private static func account(_ chain: UInt64, _ name: String, _ tokens: [HeldAsset] = []) -> AccountSummary {
        let id = AccountID(chain: ChainID(eip155: chain), address: "0x01")
        let coin = HeldAsset(AssetID(coin: 60, on: id.chain), symbol: "ETH", decimals: 18, isVouchedFor: true)
        return AccountSummary(
            id, name: "A", chainName: name, balances: ([coin] + tokens).map { AssetBalance($0, state: .earlier) })
    }

    private static func find(_ asset: String, _ network: String, _ accounts: [AccountSummary]) throws -> String {
        let reference = AssetReference(asset, AccountReference(network: network))
        return try reference.find(in: accounts).1.asset.id.description
    }

    @Test func `an asset of several networks must be named with its network`() throws {
        let accounts = [Self.account(1, "Ethereum"), Self.account(8_453, "Base")]
        #expect(throws: WalletError.self) { try Self.find("ETH", "", accounts) }
        #expect(try Self.find("eth", "base", accounts) == "eip155:8453/slip44:60")
        #expect(try Self.find("ETH", "8453", accounts) == "eip155:8453/slip44:60")
        #expect(try Self.find("ETH", "eip155:1", accounts) == "eip155:1/slip44:60")
        #expect(throws: WalletError.self) { try Self.find("ETH", "10", accounts) }
    }

    @Test func `the coin of a network of the user's own is named by its symbol`() throws {
        let id = AccountID(chain: ChainID(eip155: 1_337), address: "0x01")
        func own(_ symbol: String) -> AccountSummary {
            let coin = HeldAsset(AssetID(coin: 60, on: id.chain), symbol: symbol, decimals: 18, isVouchedFor: false)
            return AccountSummary(
                id, name: "A", chainName: "Ours", isWellKnownChain: false,
                balances: [AssetBalance(coin, state: .earlier)])
        }
        let accounts = [Self.account(1, "Ethereum"), own("OUR")]
        #expect(try Self.find("OUR", "", accounts) == "eip155:1337/slip44:60")
        #expect(try Self.find("our", "1337", accounts) == "eip155:1337/slip44:60")
        // A well-known symbol means the well-known coin, unless the network is named.
        #expect(try Self.find("ETH", "", [Self.account(1, "Ethereum"), own("ETH")]) == "eip155:1/slip44:60")
        #expect(try Self.find("ETH", "1337", [Self.account(1, "Ethereum"), own("ETH")]) == "eip155:1337/slip44:60")
    }

    @Test func `an account that a search has found does not change what a command means`() throws {
        var found = AccountSummary(
            AccountID(chain: ChainID(eip155: 1), address: "0x02"), name: "m/44'/60'/5'", chainName: "Ethereum",
            balances: Self.account(1, "Ethereum").balances)
        found.isBesides = true
        let accounts = [found, Self.account(1, "Ethereum")]
        #expect(try AssetReference("ETH").find(in: accounts).0.id == accounts[1].id)
        #expect(try AssetReference("ETH", AccountReference(account: "0x02")).find(in: accounts).0.id == found.id)
        #expect(try AssetReference("ETH").find(in: [found]).0.id == found.id)
    }

    @Test func `a token with the symbol of a coin does not change what a command means`() throws {
        let contract = "0x18084fbA666a33d37592fA2633fD49a74DD93a88"
        let token = HeldAsset(
            try #require(AssetID("eip155:1/erc20:\(contract)")), symbol: "tBTC", decimals: 18, isVouchedFor: true)
        let chain = UTXOChain.regtest.chainID
        let coin = HeldAsset(AssetID(coin: 1, on: chain), symbol: "tBTC", decimals: 8, isVouchedFor: true)
        let test = AccountSummary(
            AccountID(chain: chain, address: "bcrt1q"), name: "A", chainName: "Bitcoin regtest (test network)",
            isTest: true, balances: [AssetBalance(coin, state: .earlier)])
        let accounts = [test, Self.account(1, "Ethereum", [token])]
        for reference in [AssetReference("tBTC"), AssetReference("tbtc", AccountReference(account: "A"))] {
            #expect(try reference.find(in: accounts).0.id == test.id)
        }
        #expect(try Self.find("tBTC", "ethereum", accounts) == token.id.description)
        #expect(try Self.find(contract, "", accounts) == token.id.description)
    }

    @Test func `the error names what to choose from`() throws {
        func sentence(_ accounts: [AccountSummary]) throws -> String {
            let error = #expect(throws: WalletError.self) { try Self.find("ETH", "", accounts) }
            return try #require(error).description
        }
        #expect(
            try sentence([Self.account(1, "Ethereum"), Self.account(8_453, "Base")])
                == "Several networks have this asset. Name one with --network: Ethereum, Base")
        let other = AccountSummary(
            AccountID(chain: ChainID(eip155: 1), address: "0x02"), name: "B", chainName: "Ethereum",
            balances: Self.account(1, "Ethereum").balances)
        #expect(
            try sentence([Self.account(1, "Ethereum"), other])
                == "Several accounts have this asset. Name the address of one with --account: “A” 0x01, “B” 0x02")
    }

    @Test func `an account on Bitcoin Cash is named with or without the prefix of its address`() throws {
        let chain = UTXOChain.bitcoinCash.chainID
        let coin = HeldAsset(AssetID(coin: 145, on: chain), symbol: "BCH", decimals: 8, isVouchedFor: true)
        let accounts = ["qaa", "qbb"].map { address in
            AccountSummary(
                AccountID(chain: chain, address: address), name: "A", chainName: "Bitcoin Cash",
                balances: [AssetBalance(coin, state: .earlier)])
        }
        for name in ["qbb", "bitcoincash:qbb", "BITCOINCASH:QBB"] {
            let found = try AssetReference("BCH", AccountReference(account: name)).find(in: accounts)
            #expect(found.0.id == accounts[1].id)
        }
        #expect(throws: WalletError.self) {
            try AssetReference("BCH", AccountReference(account: "bchtest:qbb")).find(in: accounts)
        }
    }

    @Test func `a token that nobody vouches for is found by its contract and not by its symbol`() throws {
        let contract = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
        let id = try #require(AssetID("eip155:1/erc20:\(contract)"))
        let fake = HeldAsset(id, symbol: "USDC", decimals: 6, isVouchedFor: false)
        let accounts = [Self.account(1, "Ethereum", [fake])]
        #expect(throws: WalletError.self) { try Self.find("USDC", "", accounts) }
        #expect(try Self.find(contract.lowercased(), "", accounts) == id.description)
    }
}
