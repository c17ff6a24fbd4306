import BigInt
import Bitcoin
import Bridge
import Synchronization
import Testing
import WalletCore
import WalletMethods

@testable import BitcoinWallet
@testable import WalletTesting

/// Every way to send a transaction, while the server does not say what became of it.
@MainActor @Suite struct UnknownOutcomeTests {
    private enum Way: CaseIterable {
        case payment, psbt, replacement, child
    }

    private let recipient: String

    init() throws {
        recipient = try #require(HoldingSite.other.address(on: .bitcoin))
    }

    @Test(arguments: Way.allCases)
    private func `an unknown outcome is told, kept and looked up, and its coins are not spent again`(
        _ way: Way
    ) async throws {
        let server = SimulatedServer(SimulatedChain(.bitcoin))
        let holding = try HoldingSite(on: server)
        let (chain, wallet) = (server.chain, holding.wallet)
        let id = try await holding.account(.bitcoin)
        chain.pay(100_000, to: try HoldingSite.script(HoldingSite.bitcoinPath + "0/0"))
        chain.mine()
        await wallet.refresh()
        let form = holding.form(id, [.init(recipient, .units(20_000))], fee: .pace(.slow))
        var first = ""
        var psbt: PSBT?
        switch way {
        case .payment: break
        case .psbt:
            let draft = try await wallet.draft(form)
            let text = try await holding.run { request async throws(RPCError) in
                try await wallet.sign(draft, for: request).base64
            }
            psbt = try PSBT(base64: text)
        case .replacement, .child:
            first = try await holding.run { request async throws(RPCError) in try await wallet.send(form, for: request)
            }
        }
        let sent = chain.state.withLock(\.broadcasts.count)
        server.behave { $0.reply = .unknown }
        let answer = await holding.site.dispatcher.send("test") { [first, psbt] request async throws(RPCError) in
            switch way {
            case .payment: .string(try await wallet.send(form, for: request))
            case .psbt:
                if let psbt { .string(try await wallet.send(psbt, for: request)) } else { .null }
            case .replacement: .string(try await wallet.replace(first, in: id, fee: .rate("9"), for: request))
            case .child: .string(try await wallet.payForParent(first, in: id, fee: .rate("9"), for: request))
            }
        }
        guard case .failure(let error) = answer.result else {
            Issue.record("\(way) is called sent")
            return
        }
        #expect(error.kind == .timedOut)
        #expect(error.sentence.contains("may be on its way"))
        #expect(answer.transaction?.fate == .unknown)
        let txid = try #require(answer.transaction?.hash)
        #expect(await holding.journal.open().first { $0.txid == txid }?.state == .unknown)
        #expect(chain.state.withLock(\.broadcasts.count) == sent + 1, "it is offered once")
        // Whatever is paid next, only one of the two can be confirmed.
        server.behave { $0.reply = nil }
        let kept = try BitcoinTransaction(chain.state.withLock { $0.broadcasts.last } ?? [], form: chain.form)
        #expect(kept.id.description == txid)
        _ = try? await holding.run { request async throws(RPCError) in try await wallet.send(form, for: request) }
        for raw in chain.state.withLock({ Array($0.broadcasts.dropFirst(sent + 1)) }) {
            let spent = Set(try BitcoinTransaction(raw, form: chain.form).inputs.map(\.outPoint))
            // The change of the first payment exists only if the replacement is not confirmed.
            let isOfFirst = way == .replacement && spent.allSatisfy { $0.transaction.description == first }
            #expect(isOfFirst || !spent.isDisjoint(with: kept.inputs.map(\.outPoint)))
        }
        // A server that shows it settles it.
        chain.add(kept)
        chain.mine()
        await wallet.refresh()
        await holding.site.services.coins.resolve()
        #expect(await holding.journal.open().allSatisfy { $0.txid != txid || $0.state != .unknown })
    }
}
