import BigInt
import Bridge
import ChainServers
import Testing
import WalletCore

@testable import EthereumWallet
import WalletMethods
@testable import WalletTesting

/// Allowances of each kind of token on a node with an EVM, because the simulated chain has no contract of ERC-1155.
@MainActor @Suite(.timeLimit(.minutes(5)), .enabled(if: EthereumServer.isInstalled, "run scripts/venv"))
struct ServedAllowanceTests {
    @Test func `allowances of each kind are found in the logs, and each can be revoked`() async throws {
        let served = try await ServedEthereum(evm: .shared)
        let site = try await served.site(account: 222)
        let (other, collection) = (CallData.word(CallData.other), served.collection)
        let items = try #require(try await served.node.ask("test_contracts")["items"]?.string)
        let item = try await served.node.giveItem(to: site.address)
        let given = [
            (served.token, "0x095ea7b3" + other + CallData.word(7_000_000)),
            (collection, "0x095ea7b3" + other + CallData.word(item)),
            (collection, "0xa22cb465" + other + CallData.word(1)),
            (items, "0xa22cb465" + other + CallData.word(1)),
        ]
        for (contract, data) in given { #expect(await site.call(contract, data)["result"] != nil) }
        let source = site.allowances
        let found = try await source.allowances(of: site.accountID)
        #expect(found.map(\.limit) == [.collection, .collection, .item("\(item)"), .units(7_000_000)])
        #expect(Set(found.map { $0.spender.lowercased() }) == [CallData.other])
        #expect(source.gap(of: site.accountID) == nil)
        for allowance in found {
            #expect(await site.ask(Revoking(source: source, allowance: allowance))["result"] != nil)
        }
        #expect(try await source.allowances(of: site.accountID).isEmpty)
    }
}

/// Revokes an allowance in a request of the site, which stands for the user.
struct Revoking: Handler {
    let source: EthereumAllowances
    let allowance: GivenAllowance

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        .string(try await source.revoke(allowance, for: request))
    }
}

extension TestSite {
    /// What the account allows others.
    var allowances: EthereumAllowances {
        EthereumAllowances(
            activeAccount: services.activeAccount, chains: services.chains, knowledge: services.knowledge,
            sending: services.sending, clock: WalletClock())
    }
}
