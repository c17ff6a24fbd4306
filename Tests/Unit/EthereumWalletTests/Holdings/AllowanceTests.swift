import BigInt
import Bridge
import Ethereum
import Primitives
import Testing
import WalletCore
import WalletMethods

@testable import EthereumWallet
@testable import WalletTesting

/// What is missing in the list of allowances, and why.
extension EthereumHoldingsTests {
    @Test func `the permission for an item that was sold is not the user's any more`() async throws {
        let node = FakeNode.quiet()
        let contracts = try contracts(node)
        let collection = "0x2222222222222222222222222222222222222222"
        let spender = try EthereumAddress(Self.other)
        for (owner, count) in [(Self.account, 1), (collection, 0)] {
            let owner = try EthereumAddress(owner)
            try contracts.add(collection, "getApproved(uint256 tokenId)", "(address)") { _ in [.address(spender)] }
            try contracts.add(collection, "ownerOf(uint256 tokenId)", "(address)") { _ in [.address(owner)] }
            serve(
                node,
                [
                    Self.log(
                        collection, "Approval(address,address,uint256)",
                        [Self.word(Self.account), Self.word(Self.other), Self.word("0x7")], "0x", block: 5)
                ])
            let site = try await TestSite.connected(node)
            let found = try await allowances(site).allowances(of: id)
            #expect(found.count == count)
            // A contract without a name is called by its address.
            #expect(found.allSatisfy { $0.asset.shownSymbol == "“0x2222…2222”" })
        }
    }

    @Test func `permissions beyond those that are verified are reported, and so is a search that ended early`()
        async throws
    {
        let node = FakeNode.quiet()
        let spenders = (1...2_001).map { "0x" + String($0, radix: 16) }
        serve(
            node,
            spenders.map {
                Self.log(
                    Self.usdc, "Approval(address,address,uint256)", [Self.word(Self.account), Self.word($0)],
                    Self.word("0x9"), block: 5)
            })
        let site = try await TestSite.connected(node)
        let source = allowances(site)
        _ = try await source.allowances(of: id)
        #expect(source.gap(of: id)?.contains("more than 2000 allowances") == true)
        #expect(EthereumAllowances.Gap.logs(.requests, before: 7).sentence.contains("few blocks at a time"))
        #expect(EthereumAllowances.Gap.logs(.refused, before: 7).sentence.contains("no logs before block 7"))
    }

    @Test func `a scan ends at the block before which the node has no logs`() async throws {
        let node = FakeNode()
        node.set("eth_getLogs") { params throws(NodeError) in
            guard let first = params[0]?["fromBlock"]?.quantity, first >= 600 else { throw .refused(.limit) }
            return []
        }
        let found = try await LogScanner(node: node).scan([:], in: 0...1_000)
        #expect(found.end == .refused)
        #expect(found.lowest == 600)
    }

    @Test func `an answer with too many logs is asked for again in parts, and a block with too many is reported`()
        async throws
    {
        func logs(_ count: Int, block: Int) -> [JSON] {
            [JSON](repeating: Self.log(Self.usdc, "X()", [], "0x", block: block), count: count)
        }
        let node = FakeNode()
        serve(node, logs(15_000, block: 3) + logs(15_000, block: 9))
        let found = try await LogScanner(node: node).scan([:], in: 0...10)
        #expect(found.logs.count == 30_000)
        #expect(!found.isCut)
        #expect(found.end == nil)
        #expect(found.lowest == 0)
        serve(node, logs(20_001, block: 9))
        #expect(try await LogScanner(node: node).scan([:], in: 9...10).isCut)
    }
}
