import BigInt
import Bridge
import Ethereum
import Keys
import Testing
import WalletCore
import WalletMethods

@testable import EthereumWallet
@testable import WalletTesting

/// The accounts of a wallet that are not in use.
extension EthereumHoldingsTests {
    /// A wallet whose second account is ``other``.
    private func site(_ chains: ChainBook) throws -> TestSite {
        let site = try TestSite(chains: chains)
        site.services.activeAccount.add(others: [Account(name: "Second", index: 1)])
        return site
    }

    private func balances(_ site: TestSite, _ tokens: [Token] = []) -> EthereumBalances {
        EthereumBalances(
            activeAccount: site.services.activeAccount, chains: site.services.chains, tokens: TokenBook(tokens),
            clock: WalletClock())
    }

    @Test func `the account in use is asked about first, and the balances of each account are its own`() async throws {
        let node = FakeNode.quiet()
        let contracts = try contracts(node)
        try contracts.add(Self.usdc, "balanceOf(address owner)", "(uint256)") { arguments in
            [.number(arguments[0].address?.description == Self.other ? 7_000_000 : 0)]
        }
        node.set("eth_blockNumber", "0x10")
        node.set("eth_getBalance") { $0[0]?.string == Self.other ? "0x2" : "0x1" }
        let site = try site(ChainBook(endpoints: [1: try Endpoint("https://node.example")]) { _ in node })
        let balances = balances(site, [try usdcToken()])
        await balances.refresh()
        #expect(balances.accounts.map(\.id.address) == [Self.account, Self.other])
        #expect(balances.accounts.map(\.isOfOtherAccount) == [false, true])
        #expect(balances.accounts.map(\.name) == ["Demo account", "Second"])
        #expect(balances.accounts.map { $0.balances.map(\.units) } == [[1], [2, 7_000_000]])
        let asked = node.asked.filter { $0.method == "eth_getBalance" }.map { $0.params[0]?.string }
        #expect(asked == [Self.account, Self.other])
    }

    @Test func `with Multicall3, 50 accounts cost the requests of one`() async throws {
        let node = FakeNode.quiet()
        let contracts = FakeContracts(node)
        // Every account has as much as its place: this shows whether answers are assigned correctly.
        try contracts.addMulticall { place, _ in UInt8(clamping: place) }
        node.set("eth_blockNumber", "0x10")
        node.set("eth_getBalance", "0x1")
        let site = try TestSite(
            chains: ChainBook(endpoints: [1: try Endpoint("https://node.example")]) { _ in node })
        site.services.activeAccount.add(others: (1...50).map { Account(name: "\($0)", index: $0) })
        let balances = balances(site)
        await balances.refresh()
        #expect(balances.accounts.count == 51)
        #expect(balances.accounts.map { $0.balances[0].units } == [1] + (0..<50).map { BigUInt($0) })
        #expect(node.methods == ["eth_blockNumber", "eth_getBalance", "eth_call"])
    }

    @Test func `a node that a site named is not told which other accounts belong to the wallet`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_blockNumber", "0x10")
        let author = try Origin(serialized: "https://author.example")
        let site = try site(
            ChainBook(endpoints: [1: try Endpoint("https://node.example")], fromSites: [1: author], dial: { _ in node })
        )
        let balances = balances(site)
        await balances.refresh()
        #expect(balances.accounts.map { $0.balances[0].units != nil } == [true, false])
        #expect(!node.asked.contains { "\($0.params)".contains(Self.other) })
    }

    @Test func `what a node in reserve contradicts about another account is said of that account`() async throws {
        let (node, reserve) = (FakeNode.quiet(), FakeNode.quiet())
        for node in [node, reserve] { node.set("eth_blockNumber", "0x10") }
        reserve.set("eth_getBalance") { $0[0]?.string == Self.other ? "0x7" : "0xde0b6b3a7640000" }
        let (first, second) = (try Endpoint("https://node.example"), try Endpoint("https://reserve.example"))
        let chains = ChainBook(endpoints: [1: first], dial: { $0 == first ? node : reserve })
        chains.setAlternatives([second], for: .ethereum)
        let balances = balances(try site(chains))
        await balances.refresh()
        #expect(
            balances.accounts.map { $0.balances[0].state } == [
                .current,
                .disagreement([
                    AssetBalance.Claim(source: first.description, units: 1_000_000_000_000_000_000),
                    AssetBalance.Claim(source: second.description, units: 7),
                ]),
            ])
    }

    @Test func `another account of the wallet pays with its own key and nonce, and names its own address`() async throws
    {
        let node = FakeNode.quiet()
        node.set("eth_blockNumber", "0x10")
        node.set("eth_getTransactionCount") { $0[0]?.string == Self.other ? "0x9" : "0x5" }
        let site = try site(ChainBook(endpoints: [1: try Endpoint("https://node.example")]) { _ in node })
        let holdings = site.services.holdings
        await holdings.refresh()
        let other = AccountID(chain: ChainID(eip155: 1), address: Self.other)
        let payments = try #require(holdings.payments["eip155"])
        let asset = try #require(payments.assets(of: other).first)
        // As from the wallet's own window: a site would have no permission for this account.
        func pay(from account: AccountID) async -> Result<JSON, RPCError> {
            let form = SendForm(from: account, asset, to: [.init(Self.account, .units(1_000))], fee: .pace(.normal))
            return await site.dispatcher.run("send") { request throws(RPCError) in
                .string(try await payments.send(form, for: request))
            }
        }
        #expect(try await pay(from: other).get().string?.count == 66)
        let sent = try #require(node.sent.first)
        #expect(sent.sender.description == Self.other)
        #expect(sent.transaction.nonce == 9)
        #expect(try holdings.addresses["eip155"]?.addresses(of: other).map(\.text) == [Self.other])
        // Of an account that the wallet does not have, nothing is sent.
        let strange = AccountID(chain: ChainID(eip155: 1), address: Self.usdc)
        let refused = await pay(from: strange)
        #expect(throws: RPCError.self) { try refused.get() }
        #expect(node.sent.count == 1)
    }
}
