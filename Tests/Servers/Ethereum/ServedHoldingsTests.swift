import BigInt
import Bridge
import ChainServers
import Ethereum
import Network
import TestServers
import Testing
import WalletCore

@testable import EthereumWallet
import WalletMethods
@testable import WalletTesting

/// Balances, movements, allowances, names and delegations on a chain that the wallet does not make.
@MainActor @Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: EthereumServer.isInstalled, "run scripts/venv"))
struct ServedHoldingsTests {
    private let served: ServedEthereum

    init() async throws { served = try await ServedEthereum() }

    private func token(symbol: String = "PRAC", decimals: Int = 6, isVouchedFor: Bool = false) throws -> Token {
        try #require(
            Token(
                chainID: served.server.chain, address: try EthereumAddress(served.address(of: "token")),
                symbol: symbol, decimals: decimals, isVouchedFor: isVouchedFor))
    }

    @Test func `balances come through Multicall3, and a contract that contradicts the list is noticed`() async throws {
        let site = try await served.site(account: 220)
        try await served.server.ask("test_token", [.string(site.address), 1_500_000])
        let (reader, account) = (TokenBalanceReader(node: try served.node()), try EthereumAddress(site.address))
        let right = try await reader.balances(of: [try token(isVouchedFor: true)], account)
        #expect(right.map(\.units) == [1_500_000])
        #expect(right.map(\.isContradicted) == [false])
        let wrong = try await reader.balances(of: [try token(decimals: 18, isVouchedFor: true)], account)
        #expect(wrong.map(\.isContradicted) == [true])
        #expect(wrong.map(\.token.decimals) == [6])
    }

    @Test func `tokens that come and go are listed with their transactions`() async throws {
        let site = try await served.site(account: 221)
        #expect(await site.services.knowledge.tokens.add(try token()))
        let movements = TokenMovements(
            activeAccount: site.services.activeAccount, chains: site.services.chains,
            knowledge: site.services.knowledge, store: MemoryMovements())
        try await served.server.ask("test_token", [.string(site.address), 5_000_000])
        await movements.refresh()
        #expect(movements.items.map { $0.changes.map(\.units) } == [[5_000_000]])
        let hash = await site.call(try served.address(of: "token"), ServedEthereum.transfer(1_250_000))["result"]
        await movements.refresh()
        #expect(Set(movements.items.flatMap { $0.changes.map(\.units) }) == [5_000_000, -1_250_000])
        #expect(movements.items.count == 2)
        #expect(movements.items.contains { $0.txid == hash?.string })
    }

    @Test func `items of collections are listed when the account has dealt with them`() async throws {
        let site = try await served.site(account: 225)
        let collection = try served.address(of: "collection")
        let movements = TokenMovements(
            activeAccount: site.services.activeAccount, chains: site.services.chains,
            knowledge: site.services.knowledge, store: MemoryMovements())
        try await served.server.ask(
            "test_call", [.string(collection), "mint(address,uint256)", .string(site.address), 225])
        await movements.refresh()
        // Anyone can give anything.
        #expect(movements.items.isEmpty)
        let data =
            "0x23b872dd" + ServedEthereum.word(site.address) + ServedEthereum.word(ServedEthereum.other)
            + ServedEthereum.word(225)
        #expect(await site.call(collection, data)["result"] != nil)
        await movements.refresh()
        #expect(movements.items.map { $0.changes.map(\.units) } == [[-1], [1]])
        #expect(movements.items.allSatisfy { $0.changes.first?.asset.id.token == "225" })
        #expect(movements.gaps.isEmpty)
    }

    @Test func `a wallet that is restored finds by traces what its account sent and received`() async throws {
        let site = try await served.site(account: 226)
        let services = site.services
        #expect(
            await site.ask(
                "eth_sendTransaction",
                [["from": .string(site.address), "to": .string(ServedEthereum.other), "value": "0x7"]])["result"] != nil
        )
        let movements = CoinMovements(
            activeAccount: services.activeAccount, chains: services.chains, store: MemoryHoldings())
        for _ in 0..<3 { await movements.refresh() }
        #expect(movements.items.flatMap { $0.changes.map(\.units) } == [-7, 1_000_000_000_000_000_000])
        #expect(movements.items.first?.others.map { $0.lowercased() } == [ServedEthereum.other])
        #expect(movements.gaps.isEmpty)
        #expect(movements.items.allSatisfy { $0.at != nil })
    }

    private func allowances(_ site: TestSite) -> EthereumAllowances {
        EthereumAllowances(
            activeAccount: site.services.activeAccount, chains: site.services.chains,
            knowledge: site.services.knowledge, sending: site.services.sending, clock: WalletClock())
    }

    /// Revokes an allowance in a request of the site, which stands for the user.
    private struct Revoking: Handler {
        let source: EthereumAllowances
        let allowance: GivenAllowance

        func handle(_ request: Request) async throws(RPCError) -> JSON {
            .string(try await source.revoke(allowance, for: request))
        }
    }

    @Test func `allowances of each kind are found in the logs, and each can be revoked`() async throws {
        let site = try await served.site(account: 222)
        let (other, collection) = (ServedEthereum.word(ServedEthereum.other), try served.address(of: "collection"))
        try await served.server.ask(
            "test_call", [.string(collection), "mint(address,uint256)", .string(site.address), 222])
        let given = [
            (try served.address(of: "token"), "0x095ea7b3" + other + ServedEthereum.word(7_000_000)),
            (collection, "0x095ea7b3" + other + ServedEthereum.word(222)),
            (collection, "0xa22cb465" + other + ServedEthereum.word(1)),
            (try served.address(of: "items"), "0xa22cb465" + other + ServedEthereum.word(1)),
        ]
        for (contract, data) in given { #expect(await site.call(contract, data)["result"] != nil) }
        let source = allowances(site)
        let found = try await source.allowances(of: site.accountID)
        #expect(found.map(\.limit) == [.collection, .collection, .item("222"), .units(7_000_000)])
        #expect(Set(found.map { $0.spender.lowercased() }) == [ServedEthereum.other])
        #expect(source.gap(of: site.accountID) == nil)
        for allowance in found {
            #expect(await site.ask(Revoking(source: source, allowance: allowance))["result"] != nil)
        }
        #expect(try await source.allowances(of: site.accountID).isEmpty)
    }

    @Test func `a delegation of the account is a danger, and is revoked`() async throws {
        let site = try await served.site(account: 223)
        let contract = try served.address(of: "multicall")
        try await served.server.ask("test_delegate", [223, .string(contract)])
        site.decision = .rejected
        _ = await site.call(try served.address(of: "token"), ServedEthereum.transfer(0))
        #expect(site.shown.last?.level == .danger)
        #expect(site.shown.last?.warnings.contains { $0.text.contains(contract) } == true)
        let source = allowances(site)
        let found = try await source.allowances(of: site.accountID)
        #expect(found.map(\.limit) == [.everything])
        site.decision = .approved
        let allowance = try #require(found.first)
        let answer = await site.ask(Revoking(source: source, allowance: allowance))
        #expect(answer["result"] != nil, "\(answer)")
        #expect(try await served.server.ask("eth_getCode", [.string(site.address)]) == "0x")
        // The revocation has used two nonces: its own, and that of the authorization in it.
        #expect(try await served.server.ask("eth_getTransactionCount", [.string(site.address)]) == "0x3")
        #expect(
            await site.ask(
                "eth_sendTransaction",
                [
                    ["from": .string(site.address), "to": .string(ServedEthereum.other), "value": "0x1"]
                ])["result"] != nil)
    }

    @Test func `used accounts are found on each kind of path, and can be added`()
        async throws
    {
        let site = try await served.site(account: 224)
        let paths = ["m/44'/60'/0'/0/3", "m/44'/60'/2'/0/0", "m/44'/60'/0'/4", "m/44'/60'/7'/1/2"]
        var addresses: [String] = []
        for path in paths {
            let address = try await served.server.ask("test_fund_path", [.string(path), "0x5af3107a4000"])
            addresses.append(try #require(address.string))
        }
        var added: [String: UInt32?] = [:]
        let discovery = EthereumDiscovery(
            activeAccount: site.services.activeAccount, chains: site.services.chains,
            tokens: site.services.knowledge.tokens, added: { Set(added.keys) },
            add: { added.updateValue($1, forKey: $0) })
        var found: [DiscoveredAccount] = []
        for try await account in discovery.discover([paths[3]]) { found.append(account) }
        for (path, address) in zip(paths, addresses) {
            let account = try #require(found.first { $0.path == path }, "\(path)")
            #expect(account.summary.id.address == address)
            #expect(account.summary.balances.first?.units == 100_000_000_000_000)
            #expect(!account.isAdded)
        }
        try await discovery.add(found.filter { paths.contains($0.path) })
        #expect(added == [paths[0]: 3, paths[1]: nil, paths[2]: nil, paths[3]: nil])
        await #expect(throws: (any Error).self) {
            for try await _ in discovery.discover(["m/44'/60'/x"]) {}
        }
    }

    @Test func `a name stands for an address, and a lie about a name is not believed`() async throws {
        let resolver = NameResolver(node: try served.node())
        let account = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
        let other = "0x90F79bf6EB2c4f870365E785982E1f101E93b906"
        try await served.server.ask("test_name", ["müller.eth", .string(account)])
        #expect(try await resolver.address(of: ENSName("MÜLLER.eth"), on: 1).description == account)
        #expect(try await resolver.name(of: try EthereumAddress(account))?.text == "müller.eth")
        try await served.server.ask("test_reverse", [.string(other), "müller.eth"])
        #expect(try await resolver.name(of: try EthereumAddress(other)) == nil)
        await #expect(throws: RPCError.self) { try await resolver.address(of: ENSName("nobody.eth"), on: 1) }
        // The wallet asks a node of Ethereum.
        let mainnet = try await EthereumServer.mainnet
        try await mainnet.ask("test_name", ["müller.eth", .string(account)])
        try await mainnet.ask("test_reverse", [.string(other), "müller.eth"])
        let endpoint = try Endpoint(mainnet.url)
        let names = EthereumNames(
            chains: ChainBook(endpoints: [1: endpoint]) { JSONRPCNode($0, sender: WebClient()) })
        #expect(try await names.name(of: account) == "müller.eth")
        #expect(try await names.name(of: other) == nil)
        #expect(try await names.name(of: "müller.eth") == nil)
        names.isEnabled = false
        #expect(try await names.name(of: account) == nil)
    }
}
