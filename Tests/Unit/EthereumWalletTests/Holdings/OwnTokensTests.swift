import BigInt
import Bridge
import Ethereum
import Primitives
import Testing
import WalletCore
import WalletMethods

@testable import EthereumWallet
@testable import WalletTesting

/// Tokens that the user adds, and balances that contracts and other nodes contradict.
extension EthereumHoldingsTests {
    @Test func `what the contract of a token says about itself is in the balance, also of a token that the user added`()
        async throws
    {
        let node = FakeNode.quiet()
        _ = try contracts(node, decimals: 6, symbol: "FAKE\u{202E}")
        node.set("eth_blockNumber", "0x10")
        let site = try await TestSite.connected(node)
        let usdc = try EthereumAddress(Self.usdc)
        for (tokens, symbol) in [
            (TokenBook([try usdcToken()]), "USDC"),
            (TokenBook([try #require(Token(chainID: 1, address: usdc, symbol: "MINE", decimals: 6))]), "MINE"),
        ] {
            let balances = EthereumBalances(
                activeAccount: site.services.activeAccount, chains: site.services.chains, tokens: tokens,
                clock: WalletClock())
            await balances.refresh()
            let token = try #require(balances.accounts.first?.balances.last)
            #expect(token.asset.symbol == symbol)
            #expect(token.contradiction == "FAKE\u{202E}, 6")
        }
    }

    @Test(arguments: [
        ("0x5", "0x5", "0x5", false), ("0x5", "0x7", "0x5", false), ("0x5", "0x7", "0x7", true),
    ])
    func `a node in reserve that names another balance of the same block disagrees`(
        own: String, latest: String, atBlock: String, disagrees: Bool
    ) async throws {
        let (node, reserve) = (FakeNode.quiet(), FakeNode.quiet())
        for node in [node, reserve] { node.set("eth_blockNumber", "0x10") }
        node.set("eth_getBalance", .string(own))
        reserve.set("eth_getBalance") { params in .string(params[1] == "latest" ? latest : atBlock) }
        let (first, second) = (try Endpoint("https://node.example"), try Endpoint("https://reserve.example"))
        let chains = ChainBook(endpoints: [1: first], dial: { $0 == first ? node : reserve })
        chains.setAlternatives([second], for: .ethereum)
        let site = try TestSite(chains: chains)
        let balances = EthereumBalances(
            activeAccount: site.services.activeAccount, chains: chains, tokens: TokenBook([]), clock: WalletClock())
        await balances.refresh()
        let balance = try #require(balances.accounts.first?.balances.first)
        #expect(balance.units == 5)
        #expect(
            balance.state
                == (disagrees
                    ? .disagreement([
                        AssetBalance.Claim(source: first.description, units: 5),
                        AssetBalance.Claim(source: second.description, units: 7),
                    ]) : .current))
    }

    @Test func `a node that a site named is told no watched address, and its balances are marked`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_blockNumber", "0x10")
        let author = try Origin(serialized: "https://author.example")
        let chains = ChainBook(
            endpoints: [1: try Endpoint("https://node.example")], fromSites: [1: author], dial: { _ in node })
        let site = try TestSite(chains: chains)
        let own = EthereumBalances(
            activeAccount: site.services.activeAccount, chains: chains, tokens: TokenBook([]), clock: WalletClock())
        await own.refresh()
        #expect(own.accounts.first?.balances.map(\.nodeSite) == ["author.example"])
        let asked = node.methods.count
        let watched = EthereumBalances(
            .watched(WatchedAddress(Self.other, name: "Cold"), while: site.services.activeAccount), chains: chains,
            tokens: TokenBook([]),
            clock: WalletClock())
        await watched.refresh()
        #expect(node.methods.count == asked)
        let allowances = EthereumAllowances(
            activeAccount: site.services.activeAccount, chains: chains, knowledge: site.services.knowledge,
            sending: site.services.sending, clock: WalletClock())
        await #expect(throws: RPCError.self) { try await allowances.allowances(of: self.id) }
        #expect(node.methods.count == asked)
    }

    @Test func `a token is added by its contract as the contract describes it, and only if it is one`() async throws {
        let node = FakeNode.quiet()
        let contracts = try contracts(node)
        let other = "0x3333333333333333333333333333333333333333"
        for (address, symbol) in [(other, "usdc"), (Self.other, "PRAC")] {
            try contracts.add(address, "decimals()", "(uint8)") { _ in [.number(7)] }
            try contracts.add(address, "symbol()", "(string)") { _ in [.string(symbol)] }
        }
        let site = try await TestSite.connected(node)
        let tokens = site.services.ownTokens
        let offer = try await tokens.find(Self.other, on: .ethereum)
        #expect(offer.token.symbol == "PRAC" && offer.token.decimals == 7 && !offer.isNamesake)
        #expect(try await tokens.find(other, on: .ethereum).isNamesake)
        await tokens.add(offer)
        #expect(tokens.all.map(\.token) == [offer.token])
        // The wallet knows this one; there is no contract at the second; the third is no address.
        for address in [Self.usdc, "0x4444444444444444444444444444444444444444", "USDC", ""] {
            await #expect(throws: RPCError.self) { try await tokens.find(address, on: .ethereum) }
        }
        try await tokens.remove(Self.other, on: 1)
        #expect(tokens.all.isEmpty)
        await #expect(throws: RPCError.self) { try await tokens.remove(Self.other, on: 1) }
        await #expect(throws: RPCError.self) { try await tokens.remove(Self.usdc, on: 1) }
    }
}
