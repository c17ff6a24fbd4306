import BigInt
import Bridge
import Ethereum
import Testing

@testable import WalletCore
@testable import EthereumWallet
@testable import BitcoinWallet
@testable import WalletMethods
@testable import WalletTesting

@MainActor @Suite struct EthereumAssetsTests {
    private static let contract = "0x5FbDB2315678afecb367f032d93F642f64180aa3"

    private struct Sending: Handler {
        let services: WalletServices
        let to: String
        let value: String
        let token: String?

        func handle(_ request: Request) async throws(RPCError) -> JSON {
            .string(
                try await services.sending.sendAssets(to: to, value: value, token: token, for: request))
        }
    }

    private func send(_ value: String, token: String? = nil, to: String? = nil, _ node: FakeNode) async throws -> JSON {
        let site = try await TestSite.connected(node)
        let to = to ?? TestSite.other.string ?? ""
        return await site.ask(Sending(services: site.services, to: to, value: value, token: token))
    }

    @Test func `an amount in decimals is exact`() async throws {
        let node = FakeNode.quiet()
        _ = try await send("0.000000000000000123", node)
        #expect(node.sent.first?.transaction.value == 123)
        #expect(node.sent.first?.transaction.data.isEmpty == true)
    }

    @Test func `a token's decimals come from its contract`() async throws {
        let node = FakeNode.quiet()
        node.set("eth_call") { params in
            guard params[0]?["data"] == "0x313ce567" else { return "0x" }
            return .string("0x" + String(repeating: "0", count: 63) + "6")
        }
        _ = try await send("12.5", token: Self.contract, node)
        let sent = try #require(node.sent.first?.transaction)
        #expect(sent.to?.description == Self.contract)
        #expect(sent.value == 0)
        let arguments = try ABIFunction("transfer(address to, uint256 amount)").arguments(of: sent.data)
        #expect(arguments.last == .number(12_500_000))
    }

    @Test(arguments: ["0", "-1", "1e3", "0x1", "1,5", "", ".5", "0.0000000000000000001", "١"])
    func `an invalid amount is malformed, and no question is asked`(value: String) async throws {
        let node = FakeNode.quiet()
        #expect(try await send(value, node)["error"]?["code"] == -32600)
        #expect(node.asked.isEmpty)
    }

    @Test func `an invalid address, or one without a token, is malformed`() async throws {
        let node = FakeNode.quiet()
        let mistyped = "0x70997970C51812dc3A010C7d01b50e0d17dc79C9"
        #expect(try await send("1", to: mistyped, node)["error"]?["code"] == -32600)
        #expect(try await send("1", token: Self.contract, node)["error"]?["code"] == -32600)
        #expect(node.sent.isEmpty)
    }
}
