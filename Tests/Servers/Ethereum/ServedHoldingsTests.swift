import BigInt
import Bridge
import Ethereum
import Keys
import Network
import Simulators
import TestServers
import Testing
import WalletCore

@testable import EthereumWallet
import WalletMethods
@testable import WalletTesting

/// Balances, movements, allowances, names and delegations on a chain.
@MainActor @Suite(.timeLimit(.minutes(5))) struct ServedHoldingsTests {
    private let served: ServedEthereum<EthereumChain>

    init() async throws { served = try await ServedEthereum() }

    private func token(symbol: String = "USDC", decimals: Int = 6, isVouchedFor: Bool = false) throws -> Token {
        try #require(
            Token(
                chainID: served.node.chainID, address: try EthereumAddress(served.token), symbol: symbol,
                decimals: decimals, isVouchedFor: isVouchedFor))
    }

    @Test func `balances come through Multicall3, and a contract that contradicts the list is noticed`() async throws {
        let site = try await served.site()
        try await served.node.payTokens(1_500_000, to: site.address)
        let (reader, account) = (TokenBalanceReader(node: try served.connection()), try EthereumAddress(site.address))
        let right = try await reader.balances(of: [try token(isVouchedFor: true)], account)
        #expect(right.map(\.units) == [1_500_000])
        #expect(right.map(\.isContradicted) == [false])
        let wrong = try await reader.balances(of: [try token(decimals: 18, isVouchedFor: true)], account)
        #expect(wrong.map(\.isContradicted) == [true])
        #expect(wrong.map(\.token.decimals) == [6])
    }

    @Test func `tokens that come and go are listed with their transactions`() async throws {
        let site = try await served.site()
        #expect(await site.services.knowledge.tokens.add(try token()))
        let movements = TokenMovements(
            activeAccount: site.services.activeAccount, chains: site.services.chains,
            knowledge: site.services.knowledge, store: MemoryMovements())
        try await served.node.payTokens(5_000_000, to: site.address)
        await movements.refresh()
        #expect(movements.items.map { $0.changes.map(\.units) } == [[5_000_000]])
        let hash = await site.call(served.token, CallData.transfer(1_250_000))["result"]
        await movements.refresh()
        #expect(Set(movements.items.flatMap { $0.changes.map(\.units) }) == [5_000_000, -1_250_000])
        #expect(movements.items.count == 2)
        #expect(movements.items.contains { $0.txid == hash?.string })
    }

    @Test func `items of collections are listed when the account has dealt with them`() async throws {
        let site = try await served.site()
        let movements = TokenMovements(
            activeAccount: site.services.activeAccount, chains: site.services.chains,
            knowledge: site.services.knowledge, store: MemoryMovements())
        let item = try await served.node.giveItem(to: site.address)
        await movements.refresh()
        // Anyone can give anything.
        #expect(movements.items.isEmpty)
        let data =
            "0x23b872dd" + CallData.word(site.address) + CallData.word(CallData.other) + CallData.word(item)
        #expect(await site.call(served.collection, data)["result"] != nil)
        await movements.refresh()
        #expect(movements.items.map { $0.changes.map(\.units) } == [[-1], [1]])
        #expect(movements.items.allSatisfy { $0.changes.first?.asset.id.token == "\(item)" })
        #expect(movements.gaps.isEmpty)
    }

    @Test func `a wallet that is restored finds by traces what its account sent and received`() async throws {
        let site = try await served.site()
        let services = site.services
        #expect(await site.pay(7, to: CallData.other)["result"] != nil)
        let movements = NativeMovements(
            activeAccount: services.activeAccount, chains: services.chains, store: MemoryHoldings())
        for _ in 0..<3 { await movements.refresh() }
        #expect(movements.items.flatMap { $0.changes.map(\.units) } == [-7, 1_000_000_000_000_000_000])
        #expect(movements.items.first?.others.map { $0.lowercased() } == [CallData.other])
        #expect(movements.gaps.isEmpty)
        #expect(movements.items.allSatisfy { $0.at != nil })
    }

    @Test func `a delegation of the account is a danger, and is revoked`() async throws {
        let site = try await served.site()
        let (node, contract) = (served.node, served.node.deployments.multicall)
        let raw = try Delegation.raw(of: EthereumAddress(site.address), to: contract, on: node.chainID, nonce: 0) {
            try DemoKeys().sign($0, at: DerivationPath("m/44'/60'/0'/0/0"))
        }
        try await node.ask("eth_sendRawTransaction", [.string(Quantity.text(bytes: raw))])
        site.decision = .rejected
        _ = await site.call(served.token, CallData.transfer(0))
        #expect(site.shown.last?.level == .danger)
        #expect(site.shown.last?.warnings.contains { $0.text.contains(contract.description) } == true)
        let source = site.allowances
        let found = try await source.allowances(of: site.accountID)
        #expect(found.map(\.limit) == [.everything])
        site.decision = .approved
        let allowance = try #require(found.first)
        let answer = await site.ask(Revoking(source: source, allowance: allowance))
        #expect(answer["result"] != nil, "\(answer)")
        #expect(try await node.ask("eth_getCode", [.string(site.address), "latest"]) == "0x")
        // The delegation and its revocation have used two nonces each: their own, and those of the authorizations in them.
        #expect(try await node.ask("eth_getTransactionCount", [.string(site.address), "latest"]) == "0x4")
        #expect(await site.pay(1, to: CallData.other)["result"] != nil)
    }

    @Test func `used accounts are found on each kind of path, and can be added`()
        async throws
    {
        let site = try await served.site()
        let paths = ["m/44'/60'/0'/0/3", "m/44'/60'/2'/0/0", "m/44'/60'/0'/4", "m/44'/60'/7'/1/2"]
        var addresses: [String] = []
        for path in paths {
            let address = EthereumAddress(try DemoKeys().publicKey(at: DerivationPath(path))).description
            _ = try await served.node.fund(address, "0.0001", asset: nil)
            addresses.append(address)
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
        let (account, other) = (
            "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC", "0x90F79bf6EB2c4f870365E785982E1f101E93b906"
        )
        // The wallet asks a node of Ethereum.
        let chain = EthereumChain(chainID: 1)
        try await chain.start()
        let endpoint = try Endpoint(chain.address)
        let resolver = NameResolver(node: JSONRPCNode(endpoint, sender: WebClient()))
        try chain.setName("müller.eth", of: EthereumAddress(account))
        #expect(try await resolver.address(of: ENSName("MÜLLER.eth"), on: 1).description == account)
        #expect(try await resolver.name(of: try EthereumAddress(account))?.text == "müller.eth")
        try chain.setReverseName(ENSName("müller.eth"), of: EthereumAddress(other))
        #expect(try await resolver.name(of: try EthereumAddress(other)) == nil)
        await #expect(throws: RPCError.self) { try await resolver.address(of: ENSName("nobody.eth"), on: 1) }
        let names = EthereumNames(
            chains: ChainBook(endpoints: [1: endpoint]) { JSONRPCNode($0, sender: WebClient()) })
        #expect(try await names.name(of: account) == "müller.eth")
        #expect(try await names.name(of: other) == nil)
        #expect(try await names.name(of: "müller.eth") == nil)
        names.isEnabled = false
        #expect(try await names.name(of: account) == nil)
    }
}
