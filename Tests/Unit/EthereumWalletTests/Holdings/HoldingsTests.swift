import BigInt
import Bridge
import Ethereum
import Primitives
import Testing
import WalletCore
import WalletMethods

@testable import EthereumWallet
@testable import WalletTesting

/// Balances, movements and allowances by the user's own node.
@MainActor @Suite struct EthereumHoldingsTests {
    nonisolated static let account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
    nonisolated static let other = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
    nonisolated static let usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"

    func usdcToken() throws -> Token {
        try #require(KnownTokens.all.first { $0.address.description == Self.usdc })
    }

    func contracts(_ node: FakeNode, decimals: BigInt = 6, symbol: String = "USDC") throws -> FakeContracts {
        let contracts = FakeContracts(node)
        try contracts.add(Self.usdc, "balanceOf(address owner)", "(uint256)") { _ in [.number(5_000_000)] }
        try contracts.add(Self.usdc, "decimals()", "(uint8)") { _ in [.number(decimals)] }
        try contracts.add(Self.usdc, "symbol()", "(string)") { _ in [.string(symbol)] }
        return contracts
    }

    @Test func `balances are read and tokens that the account does not have are left out`() async throws {
        let node = FakeNode.quiet()
        _ = try contracts(node)
        let tokens = KnownTokens.all.filter { $0.chainID == 1 }
        let found = try await TokenBalanceReader(node: node).balances(of: tokens, try EthereumAddress(Self.account))
        #expect(found.map(\.token.symbol) == ["USDC"])
        #expect(found.map(\.units) == [5_000_000])
        #expect(found.map(\.isContradicted) == [false])
    }

    @Test func `a token whose contract has other decimals is not shown as the trusted one`() async throws {
        let node = FakeNode.quiet()
        _ = try contracts(node, decimals: 18, symbol: "USDC")
        let found = try await TokenBalanceReader(node: node).balances(
            of: [try usdcToken()], try EthereumAddress(Self.account))
        #expect(found.map(\.isContradicted) == [true])
        #expect(found.map(\.token.decimals) == [18])
        #expect(found.map(\.token.isVouchedFor) == [false])
        #expect(found.map(\.contradiction) == ["USDC, 18"])
    }

    @Test func `with Multicall3 one request asks about all tokens`() async throws {
        let node = FakeNode.quiet()
        let contracts = FakeContracts(node)
        try contracts.addMulticall { _, target in target == Self.usdc ? 7 : nil }
        let tokens = KnownTokens.all.filter { $0.chainID == 1 }
        let found = try await TokenBalanceReader(node: node).balances(of: tokens, try EthereumAddress(Self.account))
        #expect(found.map(\.units) == [7])
        #expect(node.methods == ["eth_call", "eth_call"])
    }

    // MARK: Logs

    nonisolated static func word(_ text: String) -> JSON {
        let digits = text.dropFirst(2).lowercased()
        return .string("0x" + String(repeating: "0", count: 64 - digits.count) + digits)
    }

    nonisolated static func log(_ contract: String, _ event: String, _ topics: [JSON], _ data: JSON, block: Int)
        -> JSON
    {
        [
            "address": .string(contract), "data": data, "blockNumber": .string("0x" + String(block, radix: 16)),
            "transactionHash": .string("0x" + String(repeating: "a", count: 56) + "\(10_000_000 + block)"),
            "logIndex": "0x0",
            "topics": .array([.string("0x" + Hex.encode(Keccak256.hash(event.utf8).bytes))] + topics),
        ]
    }

    /// A node that refuses ranges of more than `limit` blocks.
    func serve(_ node: FakeNode, _ logs: [JSON], head: UInt64 = 1_000, limit: UInt64 = .max) {
        node.set("eth_blockNumber", .string("0x" + String(head, radix: 16)))
        node.set("eth_getLogs") { params throws(NodeError) in
            guard let first = params[0]?["fromBlock"]?.quantity, let last = params[0]?["toBlock"]?.quantity else {
                throw .refused(.invalidParameters)
            }
            guard last - first < limit else { throw .refused(.limit) }
            return .array(logs.filter { ($0["blockNumber"]?.quantity).map { (first...last).contains($0) } ?? false })
        }
    }

    @Test(arguments: [UInt64.max, 1_000, 300, 7])
    func `logs are found whatever range the node allows`(limit: UInt64) async throws {
        let node = FakeNode()
        let logs = [3, 500, 999].map {
            Self.log(
                Self.usdc, "Transfer(address,address,uint256)", [Self.word(Self.other), Self.word(Self.account)],
                Self.word("0x5"), block: $0)
        }
        serve(node, logs, limit: limit)
        let found = try await LogScanner(node: node).scan([:], in: 0...1_000, most: 400)
        #expect(Set(found.logs.compactMap(\.block)) == [3, 500, 999])
        #expect(found.lowest == 0)
    }

    @Test func `a scan ends when its requests are used up, and says how far it came`() async throws {
        let node = FakeNode()
        serve(node, [], head: 1_000_000, limit: 10)
        let found = try await LogScanner(node: node).scan([:], in: 0...1_000_000, most: 30)
        #expect(found.lowest > 0)
        #expect(found.end == .requests)
        #expect(node.methods.count == 30)
        let refusing = FakeNode()
        await #expect(throws: NodeError.self) { try await LogScanner(node: refusing).scan([:], in: 0...10) }
        #expect(refusing.methods.count == 1)
    }

    @Test func `logs of blocks that were not asked for and malformed ones are dropped`() async throws {
        let node = FakeNode()
        node.set(
            "eth_getLogs",
            [
                Self.log(Self.usdc, "X()", [], "0x", block: 2_000), [:], "x", ["address": "0x1"],
                ["address": .string(Self.usdc), "topics": ["0x1"], "blockNumber": "0x1"],
            ])
        #expect(try await LogScanner(node: node).scan([:], in: 0...10).logs.isEmpty)
    }

    @Test func `movements of known tokens are listed with their blocks, others are not`() async throws {
        let node = FakeNode.quiet()
        serve(
            node,
            [
                Self.log(
                    Self.usdc, "Transfer(address,address,uint256)", [Self.word(Self.other), Self.word(Self.account)],
                    Self.word("0x4c4b40"), block: 990),
                Self.log(
                    "0x1111111111111111111111111111111111111111", "Transfer(address,address,uint256)",
                    [Self.word(Self.other), Self.word(Self.account)], Self.word("0x1"), block: 991),
            ])
        node.set("eth_getBlockByNumber", ["number": "0x3de", "timestamp": "0x64"])
        let site = try await TestSite.connected(node)
        let movements = TokenMovements(
            activeAccount: site.services.activeAccount, chains: site.services.chains,
            knowledge: site.services.knowledge,
            store: MemoryMovements())
        await movements.refresh()
        #expect(movements.items.count == 1)
        let item = try #require(movements.items.first)
        #expect(item.changes.map(\.text) == ["+5 USDC"])
        #expect(item.others == [Self.other])
        #expect(item.state == .confirmed(11))
        #expect(item.at == 100)
        await movements.refresh()
        #expect(movements.items.count == 1)
    }

    func allowances(_ site: TestSite) -> EthereumAllowances {
        EthereumAllowances(
            activeAccount: site.services.activeAccount, chains: site.services.chains,
            knowledge: site.services.knowledge, sending: site.services.sending, clock: WalletClock())
    }

    var id: AccountID { AccountID(chain: ChainID(eip155: 1), address: Self.account) }

    @Test func `only allowances that the contracts confirm are listed`() async throws {
        let node = FakeNode.quiet()
        let contracts = try contracts(node)
        try contracts.add(Self.usdc, "allowance(address owner, address spender)", "(uint256)") { arguments in
            [.number(arguments[1].address?.description == Self.other ? 5_000_000 : 0)]
        }
        let collection = "0x2222222222222222222222222222222222222222"
        try contracts.add(collection, "isApprovedForAll(address owner, address operator)", "(bool)") { _ in
            [.bool(true)]
        }
        let approval = "Approval(address,address,uint256)"
        serve(
            node,
            [
                Self.log(
                    Self.usdc, approval, [Self.word(Self.account), Self.word(Self.other)], Self.word("0x9"), block: 5),
                Self.log(
                    Self.usdc, approval, [Self.word(Self.account), Self.word(collection)], Self.word("0x9"), block: 6),
                Self.log(
                    collection, "ApprovalForAll(address,address,bool)",
                    [Self.word(Self.account), Self.word(Self.other)], Self.word("0x1"), block: 7),
            ])
        let site = try await TestSite.connected(node)
        let found = try await allowances(site).allowances(of: id)
        #expect(found.map(\.limit) == [.collection, .units(5_000_000)])
        #expect(found.map(\.spender) == [Self.other, Self.other])
        #expect(found.last?.asset.text(5_000_000) == "5 USDC")
    }

    @Test func `a delegation is an allowance of everything`() async throws {
        let node = FakeNode.quiet()
        serve(node, [])
        node.set("eth_getCode", .string("0xef0100" + Self.other.dropFirst(2)))
        let site = try await TestSite.connected(node)
        let found = try await allowances(site).allowances(of: id)
        #expect(found.map(\.limit) == [.everything])
        #expect(found.first?.asset.id.isCoin == true)
        node.set("eth_getCode") { _ throws(NodeError) in throw .refused(.limit) }
        let source = allowances(site)
        #expect(try await source.allowances(of: id).isEmpty)
        #expect(source.gap(of: id)?.contains("delegated itself") == true)
    }

    @Test(arguments: [
        (GivenAllowance.Limit.unlimited, false, "0x095ea7b3", usdc),
        (.units(5), true, "0x87517c45", "0x000000000022D473030F116dDEE9F6B43aC78BA3"),
        (.collection, false, "0xa22cb465", usdc), (.item("7"), false, "0x095ea7b3", usdc),
    ])
    func `a revocation goes through the ordinary approval`(
        limit: GivenAllowance.Limit, isPermit2: Bool, selector: String, target: String
    ) async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        let asset = HeldAsset(
            try #require(AssetID("eip155:1/erc20:\(Self.usdc)")), symbol: "USDC", decimals: 6, isVouchedFor: true)
        let given = GivenAllowance(id, asset, spender: Self.other, limit, isPermit2: isPermit2)
        let answer = await site.ask(Revoking(source: allowances(site), allowance: given))
        #expect(answer["result"]?.string?.count == 66)
        let sent = try #require(node.sent.first?.transaction)
        #expect("0x" + Hex.encode(sent.data.prefix(4)) == selector)
        #expect(sent.to?.description == target)
        #expect(site.shown.count == 2)
    }

    private struct Revoking: Handler {
        let source: EthereumAllowances
        let allowance: GivenAllowance

        func handle(_ request: Request) async throws(RPCError) -> JSON {
            .string(try await source.revoke(allowance, for: request))
        }
    }
}

extension EthereumHoldingsTests {
    @Test func `a watched address has its balances as long as the wallet is open, and is not added twice`()
        async throws
    {
        let node = FakeNode.quiet()
        node.set("eth_getBalance", "0x2a")
        node.set("eth_blockNumber", "0x10")
        let chains = ChainBook(endpoints: [1: try Endpoint("https://node.example")]) { _ in node }
        let services = try TestSite(chains: chains).services
        let watched = services.holdings.watchedEthereum
        for text in ["", "0x12", "alice.eth", Self.account.lowercased() + "00"] {
            await #expect(throws: RPCError.self) { try await watched.watch(text, named: "Cold") }
        }
        _ = try await watched.watch(Self.other.lowercased(), named: "Cold")
        await #expect(throws: RPCError.self) { try await watched.watch(Self.other, named: "Again") }
        await #expect(throws: RPCError.self) {
            try await watched.watch(services.activeAccount.address(.ethereum), named: "Own")
        }
        await watched.refresh()
        let account = try #require(watched.accounts.first)
        #expect(account.isWatchOnly)
        #expect(account.name == "Cold")
        #expect(account.id.address == Self.other)
        #expect(account.balances.first?.units == 42)
        #expect(try watched.addresses(of: account.id).map(\.text) == [Self.other])
        services.activeAccount.close()
        #expect(watched.accounts.isEmpty)
        #expect(throws: RPCError.locked) { try watched.addresses(of: account.id) }
    }
}
