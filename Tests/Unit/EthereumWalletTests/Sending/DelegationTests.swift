import BigInt
import Bridge
import Ethereum
import Primitives
import Testing
import WalletCore
import WalletMethods

@testable import EthereumWallet
@testable import WalletTesting

/// Delegations of the user's own account (EIP-7702).
@MainActor @Suite struct DelegationTests {
    private nonisolated static let contract = "0x231b0Ee14048e9dCcD1d247744d114a4EB5E8E63"

    /// The transaction of eth-account 0.13.7 with the same key and numbers.
    private nonisolated static let vector =
        "0x04f8c90105847735940085010c388d0082b3b094f39fd6e51aad88f6f4ce6ab8827279cfffb922668080c0f85cf85a0194000000"
        + "00000000000000000000000000000000000680a0a23cfb0ff863a4e756e9075314bdeeb2885019c8f7fd81c283ec619e5e7542f6a0"
        + "75f7d413dcecc5893020e5fa1c0749edde04ca10e995eaa503ffa2a7eba1148101a0da9ea20781194a27904a62242c9c5e10cbd811"
        + "716eeac88a9825ef48d6ab0dc4a02e78463e75c69e570db76d76c318a8c8dd42be1bc7eabe8c735ada35f6349a9e"

    private func delegated() -> FakeNode {
        let node = FakeNode.quiet()
        node.set("eth_getCode", .string("0xef0100" + Self.contract.dropFirst(2).lowercased()))
        return node
    }

    /// Revokes the delegation in a request of the site, which stands for the user.
    private func revoke(_ site: TestSite) async -> JSON {
        await site.ask(Revoking(sending: site.services.sending))
    }

    private struct Revoking: Handler {
        let sending: EthereumSending

        func handle(_ request: Request) async throws(RPCError) -> JSON {
            guard let account = try? EthereumAddress(TestSite.account.string ?? "") else { throw .locked }
            return .string(try await sending.revokeDelegation(of: account, on: .ethereum, for: request))
        }
    }

    @Test func `every transaction of a delegated account warns of the delegation`() async throws {
        let site = try await TestSite.connected(delegated())
        site.decision = .rejected
        _ = await site.send()
        let warning = try #require(site.shown.last?.warnings.first)
        #expect(warning.level == .danger)
        #expect(warning.text.contains(Self.contract))
    }

    @Test func `a node that does not tell is not taken for one that says there is none`() async throws {
        let node = FakeNode.quiet()
        let site = try await TestSite.connected(node)
        site.decision = .rejected
        for failure in [NodeError.refused(.limit), .refused(.unsupported), .malformed] {
            node.set("eth_getCode") { _ throws(NodeError) in throw failure }
            _ = await site.send()
            let warnings = try #require(site.shown.last).warnings
            #expect(warnings.contains { $0.level == .caution && $0.text.contains("has delegated itself") })
            #expect(await revoke(site)["error"]?["message"]?.string?.contains("no delegation") == false)
        }
    }

    @Test(arguments: ["0x", "0x6001", "0xef0100", "0xef0101" + String(repeating: "11", count: 20), "junk"])
    func `other code of the account is not a delegation`(_ code: String) async throws {
        let node = FakeNode.quiet()
        node.set("eth_getCode", .string(code))
        let site = try await TestSite.connected(node)
        site.decision = .rejected
        _ = await site.send()
        #expect(site.shown.last?.level == .caution)
        #expect(await revoke(site)["error"]?["code"] == -32603)
    }

    @Test func `a revocation is the transaction that an independent library makes`() async throws {
        let node = delegated()
        let site = try await TestSite.connected(node)
        let hash = await revoke(site)["result"]?.string
        let raw = try #require(node.asked.last { $0.method == "eth_sendRawTransaction" }?.params[0]?.string)
        #expect(raw.lowercased() == Self.vector.lowercased())
        #expect(hash == "0x4138cd5390dde4d2342178e828da83eff1079bc88dd2f13e75d4dd7ddd636172")
        let shown = try #require(site.shown.last)
        #expect(shown.rows.contains { $0.value == .exact(Self.contract) })
        #expect(try await site.services.journal.recent(limit: 9).map(\.state) == [.sent])
    }

    @Test func `a payment after a revocation does not take the nonce of its authorization`() async throws {
        let node = delegated()
        let site = try await TestSite.connected(node)
        #expect(await revoke(site)["result"] != nil)
        _ = await site.send()
        #expect(node.sent.last?.transaction.nonce == 7)
        // The journal tells it after a restart, too.
        let records = try await site.services.journal.recent(limit: 9)
        #expect(records.map(\.takenNonces).contains([5, 6]))
    }

    @Test func `a network that takes more gas gets it, and the question names what it can cost`() async throws {
        let node = delegated()
        node.set("eth_estimateGas", "0x186a0")
        let site = try await TestSite.connected(node)
        site.decision = .rejected
        _ = await revoke(site)
        let gas = try #require(site.shown.last?.fields.first { $0.path == "gas" }?.value)
        // 46,000, and two and a half times what the estimate of 100,000 has above 21,000.
        #expect(gas == "243500")
    }

    @Test func `two nonces are lent only if both are free`() throws {
        let nonces = Nonces()
        let scope = Nonces.Scope(account: try EthereumAddress(Self.contract), chainID: 1)
        #expect(nonces.lendTwo(from: 5, of: scope, besides: [6]) == 7)
        #expect(nonces.lend(from: 5, of: scope, besides: [6]) == 5)
        #expect(nonces.lend(from: 5, of: scope, besides: [6]) == 9)
    }

    @Test func `a rejected revocation signs and sends nothing, and its nonce is free`() async throws {
        let node = delegated()
        let site = try await TestSite.connected(node)
        site.decision = .rejected
        #expect(await revoke(site)["error"]?["code"] == 4001)
        #expect(!node.methods.contains("eth_sendRawTransaction"))
        site.decision = .approved
        _ = await site.send()
        #expect(node.sent.map(\.transaction.nonce) == [5])
    }
}
