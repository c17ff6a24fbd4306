import BigInt
import Bridge
import Ethereum
import EthereumWallet
import Network
import Testing
import WalletCore
import WalletMethods
@testable import WalletTesting

@Suite @MainActor struct EthereumBalancesTests {
    private let chains = ChainBook()
    private let node = FakeNode()

    private func services() throws -> WalletServices {
        let services = try TestSite(chains: chains).services
        services.holdings.balances = services.holdings.balances.filter { !($0.accounts.isEmpty) }
        return services
    }

    private func answer(_ balance: JSON, block: JSON = "0x10") {
        node.set("eth_blockNumber", block)
        node.set("eth_getBalance", balance)
        node.set("eth_call", .string("0x" + String(repeating: "0", count: 64)))
    }

    @Test func `without a node, the wallet says so and sends no request`() async throws {
        let holdings = try services().holdings
        await holdings.refresh()
        let account = try #require(holdings.accounts.first { $0.chainName == "Ethereum" })
        #expect(account.balances.map(\.state) == [.noServer])
        #expect(account.balances.first?.units == nil)
        #expect(node.methods.isEmpty)
    }

    @Test(arguments: ["0x", "0x-1", "1", nil, "0x1ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"])
    func `a node that names no number leaves the balance unknown`(text: String?) async throws {
        chains.use(node, for: .ethereum)
        answer(text.map { .string($0) } ?? .null)
        let holdings = try services().holdings
        await holdings.refresh()
        let account = try #require(holdings.accounts.first { $0.chainName == "Ethereum" })
        #expect(account.balances.map(\.state) == [.incomplete])
        #expect(account.balances.first?.units == nil)
    }

    @Test func `a balance stays with its time when the node cannot be reached any more`() async throws {
        chains.use(node, for: .ethereum)
        answer("0xde0b6b3a7640000")
        let holdings = try services().holdings
        await holdings.refresh()
        var account = try #require(holdings.accounts.first { $0.chainName == "Ethereum" })
        #expect(account.balances.first?.text == "1 ETH")
        #expect(account.balances.first?.state == .current)
        let time = account.balances.first?.at
        node.set("eth_getBalance") { _ throws(NodeError) in throw .wire(.unreachable) }
        await holdings.refresh()
        account = try #require(holdings.accounts.first { $0.chainName == "Ethereum" })
        #expect(account.balances.first?.text == "1 ETH")
        #expect(account.balances.first?.state == .offline)
        #expect(account.balances.first?.at == time)
    }

    @Test func `the balance names the node that answered, not the one that is asked first`() async throws {
        let failing = FakeNode()
        failing.set("eth_chainId") { _ throws(NodeError) in throw .wire(.unreachable) }
        node.set("eth_chainId", "0x1")
        answer("0xde0b6b3a7640000")
        let chains = ChainBook(endpoints: [1: try Endpoint("https://first.example")]) { [node] endpoint in
            endpoint.origin.host == "first.example" ? failing : node
        }
        chains.setAlternatives([try Endpoint("https://second.example")], for: .ethereum)
        let holdings = try TestSite(chains: chains).services.holdings
        await holdings.refresh()
        let account = try #require(holdings.accounts.first { $0.chainName == "Ethereum" })
        #expect(account.balances.first?.text == "1 ETH")
        #expect(account.balances.map(\.source) == ["second.example"])
    }

    @Test func `tokens that the account has are listed, and others of the list are not`() async throws {
        chains.use(node, for: .ethereum)
        answer("0x1")
        let usdc = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"
        node.set("eth_call") { params throws(NodeError) in
            let isUSDC = params[0]?["to"]?.string?.lowercased() == usdc
            return .string("0x" + String(repeating: "0", count: 58) + (isUSDC ? "2625a0" : "000000"))
        }
        let holdings = try services().holdings
        await holdings.refresh()
        let account = try #require(holdings.accounts.first { $0.chainName == "Ethereum" })
        #expect(account.balances.compactMap(\.text) == ["0.000000000000000001 ETH", "2.5 USDC"])
    }
}
