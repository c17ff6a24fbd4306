import BigInt
import Bridge
import Ethereum
import EthereumWallet
import Network
import Synchronization
import Testing
import WalletCore
import WalletMethods

@testable import WalletTesting

/// What a spender may take of a token, and what the account's own transactions do about it.
@Suite @MainActor struct TokenAllowanceTests {
    private nonisolated static let token = "0xdAC17F958D2ee523a2206206994597C13D831ec7"
    private nonisolated static let permit2 = "0x000000000022D473030F116dDEE9F6B43aC78BA3"

    private nonisolated static func word(_ number: BigUInt) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 64 - digits.count) + digits
    }

    private nonisolated static func approval(_ amount: BigUInt) -> JSONObject {
        [
            "to": .string(token), "value": "0x0",
            "data": .string("0x095ea7b3" + String(repeating: "0", count: 24) + permit2.dropFirst(2) + word(amount)),
        ]
    }

    private func site(_ node: FakeNode, allowance: BigUInt) async throws -> TestSite {
        node.set("eth_call") { params throws(NodeError) in
            let data = params[0]?["data"]?.string ?? ""
            if data.hasPrefix("0xdd62ed3e") { return .string("0x" + Self.word(allowance)) }
            // The token of Tether on Ethereum: no second allowance before the first one is zero.
            if data.hasPrefix("0x095ea7b3"), allowance > 0 { throw .refused(.reverted([])) }
            return "0x"
        }
        return try await TestSite.connected(node)
    }

    private func allowance(_ site: TestSite, for amount: BigUInt = 25) async throws -> TokenAllowance {
        try await site.services.sending.allowance(
            of: try EthereumAddress(Self.token),
            from: try EthereumAddress(site.services.activeAccount.address(.ethereum)),
            to: try EthereumAddress(Self.permit2), for: amount, on: .ethereum)
    }

    @Test func `the allowance is read from the node, and a token that requires zero first is recognized`() async throws
    {
        for (current, needsReset) in [(BigUInt(0), false), (24, true), (25, false), (BigUInt(2).power(256) - 1, false)]
        {
            let found = try await allowance(try await site(FakeNode.quiet(), allowance: current))
            #expect(found.current == current && found.changes.isEmpty && found.needsReset == needsReset)
        }
    }

    @Test func `the account's own transactions are found by what they do, with what became of them`() async throws {
        let node = FakeNode.quiet()
        let site = try await site(node, allowance: 0)
        _ = await site.send(Self.approval(25))
        _ = await site.send()
        let hash = try #require(try await site.services.journal.recent(limit: 2).last?.txid)
        #expect(try await allowance(site).changes.map(\.record.txid) == [hash])
        #expect(try await allowance(site).changes.map(\.amount) == [25])
        #expect(try await allowance(site).changes.first?.record.state.isOpen == true)
        node.set("eth_getTransactionReceipt") { params throws(NodeError) in
            ["transactionHash": params[0] ?? .null, "blockNumber": "0x1", "status": "0x0"]
        }
        #expect(try await allowance(site).changes.map(\.record.state) == [.mined(succeeded: false)])
    }

    @Test func `without a node the reason is given, unless a transaction waits`() async throws {
        let site = try TestSite("https://shop.example")
        await #expect(throws: RPCError.self) { try await allowance(site) }
    }
}
