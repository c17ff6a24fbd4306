import BigInt
import Bridge
import Ethereum
import Testing
import Wallet

@testable import Payments
@testable import drawbridge

/// What the wallet's word for an action is, after the hall has answered and the journal was looked at.
@Suite @MainActor struct HallSignerTests {
    private static let base = "eip155:8453"
    private static let payer = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
    private static let service = "https://pay.example"
    private nonisolated static let hash = "0x" + String(repeating: "ab", count: 32)

    /// Answers as a wallet might, and counts how often it was asked.
    private final class Answerer: Handler, Approver {
        var asked: [Request] = []
        let body: @MainActor () async throws(RPCError) -> JSON

        init(_ body: @escaping @MainActor () async throws(RPCError) -> JSON) { self.body = body }

        func handle(_ request: Request) async throws(RPCError) -> JSON {
            asked.append(request)
            return try await body()
        }

        func decide(_ question: Question) async -> Decision { .rejected }
    }

    private struct BrokenJournal: Journal {
        func record(_ outgoing: Outgoing) async throws(JournalError) { throw .unavailable("a full disk") }
        func claim(_ outgoing: Outgoing) async throws(JournalError) { throw .unavailable("a full disk") }
        func setState(_ state: Outgoing.State, of txid: String, on chain: String) async throws(JournalError) {}
        func open() async throws(JournalError) -> [Outgoing] { throw .unavailable("a full disk") }
        func recent(limit: Int) async throws(JournalError) -> [Outgoing] { throw .unavailable("a full disk") }
    }

    private func signer(_ answerer: Answerer, _ journal: any Journal = MemoryJournal()) throws -> HallSigner {
        let hall = Hall(handler: answerer, gate: Gate(approver: answerer))
        return HallSigner(hall, journal: journal, service: try Origin(serialized: Self.service))
    }

    private func outgoing(
        _ state: Outgoing.State, hash: String = hash, chain: String = base, origin: String? = service, at: Int64 = 100
    ) -> Outgoing {
        Outgoing(
            chain: chain, txid: hash, raw: [1], from: Self.payer, nonce: 1, what: "a payment", origin: origin, at: at,
            state: state)
    }

    private func perform(
        _ signer: HallSigner, _ method: String = "eth_sendTransaction", on chain: String = base
    ) async throws -> ActionOutcome {
        let flow = try PaymentSample().flow(.review)
        let option = try #require(flow.option)
        let action = PaymentAction.rpc(chain: try #require(ChainID(chain)), method: method, params: [[:]])
        return await signer.perform(action, for: flow.payment, option: option)
    }

    @Test func `what the hall answers is what came of it, and it was asked in the payment's name`() async throws {
        let answerer = Answerer { "0x5a" }
        let signer = try signer(answerer)
        #expect(try await perform(signer, "eth_signTypedData_v4") == .done("0x5a"))
        #expect(answerer.asked.map(\.method) == ["eth_signTypedData_v4"])
        #expect(answerer.asked.first?.peer.origin.description == Self.service)
        #expect(answerer.asked.first?.peer.payment?.account == PaymentSample.account)
        #expect(answerer.asked.first?.peer.payment?.merchant == nil)
        signer.terms = { $0.text == "pay_1" ? ("Corner Shop", "25.00 USD") : nil }
        #expect(try await perform(signer, "eth_signTypedData_v4") == .done("0x5a"))
        #expect(answerer.asked.last?.peer.payment?.merchant == "Corner Shop")
        #expect(answerer.asked.last?.peer.payment?.invoice == "25.00 USD")
    }

    @Test func `an action for another chain than the option's is not even asked`() async throws {
        let answerer = Answerer { "0x5a" }
        #expect(try await perform(try signer(answerer), on: "eip155:1") == .unsupported)
        #expect(answerer.asked.isEmpty)
    }

    @Test(arguments: [
        (RPCError.Kind.rejected, ActionOutcome.refused), (.gone, .refused), (.locked, .locked),
        (.unsupported, .unsupported), (.unknownMethod, .unsupported), (.unknownChain, .unsupported),
        (.notSent, .failed), (.failed, .failed), (.timedOut, .failed), (.disconnected, .failed),
    ])
    func `an error means what it says, and only a no needs no reason`(
        kind: RPCError.Kind, outcome: ActionOutcome
    ) async throws {
        let signer = try signer(Answerer { () throws(RPCError) in throw RPCError(kind, "Because.") })
        #expect(try await perform(signer, "eth_signTypedData_v4") == outcome)
        #expect(signer.trouble == (kind == .rejected ? nil : "Because."))
    }

    @Test(arguments: [
        (Outgoing.State.unknown, ActionOutcome.sentUnknown(hash: hash)), (.signed, .sentUnknown(hash: hash)),
        (.abandoned, .sentUnknown(hash: hash)), (.declined, .sentUnknown(hash: hash)), (.sent, .done(hash)),
        (.mined(succeeded: true), .done(hash)),
        (.replaced(by: "0x1"), .done(hash)), (.refused, .failed),
    ])
    func `an error after a transaction was written down is not believed over what was written`(
        state: Outgoing.State, outcome: ActionOutcome
    ) async throws {
        let journal = MemoryJournal()
        let written = outgoing(state)
        let answerer = Answerer { () throws(RPCError) in
            try? await journal.record(written)
            throw RPCError(.notSent, "No answer.")
        }
        #expect(try await perform(try signer(answerer, journal)) == outcome)
    }

    @Test func `what was there before, or belongs to others, says nothing of this one`() async throws {
        let journal = MemoryJournal()
        try await journal.record(outgoing(.unknown, hash: "0x01"))
        let strangers = [
            outgoing(.unknown, hash: "0x02", chain: "eip155:1"),
            outgoing(.unknown, hash: "0x03", origin: "https://dapp.example"),
            outgoing(.unknown, hash: "0x04", origin: nil),
        ]
        let answerer = Answerer { () throws(RPCError) in
            for stranger in strangers { try? await journal.record(stranger) }
            throw RPCError(.notSent, "Too little.")
        }
        #expect(try await perform(try signer(answerer, journal)) == .failed)
    }

    @Test func `where the journal cannot be read nothing is asked that could be sent`() async throws {
        let answerer = Answerer { "0x5a" }
        let signer = try signer(answerer, BrokenJournal())
        #expect(try await perform(signer) == .failed)
        #expect(answerer.asked.isEmpty)
        #expect(try await perform(signer, "eth_signTypedData_v4") == .done("0x5a"))
    }

    // MARK: After a restart

    private func found(_ written: [Outgoing], startedAt: Int64 = 100) async throws -> PastBroadcast {
        let journal = MemoryJournal()
        for outgoing in written { try await journal.record(outgoing) }
        let flow = try PaymentSample().flow(.review)
        let attempt = PaymentAttempt(
            id: "a", payment: flow.payment, option: "o1", choice: try #require(flow.choice), amount: 1, decimals: 6,
            symbol: "USDC", merchant: "Shop", startedAt: startedAt, expiresAt: startedAt + 300,
            steps: [.init(.approval, .done(hash: "0xAA")), .init(.payment, .begun)])
        return await (try signer(Answerer { .null }, journal)).broadcast(of: attempt)
    }

    @Test func `a transaction of the attempt is found, but not the one that is known, nor those before it`()
        async throws
    {
        #expect(try await found([]) == .none)
        #expect(try await found([outgoing(.sent, hash: "0xaa")]) == .none)
        #expect(try await found([outgoing(.sent, at: 99)]) == .none)
        #expect(try await found([outgoing(.refused)]) == .none)
        #expect(try await found([outgoing(.sent, hash: "0xaa"), outgoing(.sent)]) == .sent(hash: Self.hash))
        #expect(try await found([outgoing(.replaced(by: "0x1"))]) == .sent(hash: Self.hash))
        // What no node has said that it took is not called sent.
        #expect(try await found([outgoing(.unknown)]) == .signed(hash: Self.hash))
        #expect(try await found([outgoing(.signed)]) == .signed(hash: Self.hash))
        #expect(try await found([outgoing(.mined(succeeded: true))]) == .sent(hash: Self.hash))
    }

    @Test func `what was given up may still be sent by somebody`() async throws {
        #expect(try await found([outgoing(.abandoned)]) == .unknown)
        #expect(try await found([outgoing(.declined)]) == .unknown)
    }

    @Test func `without the journal nobody knows`() async throws {
        let flow = try PaymentSample().flow(.review)
        let attempt = PaymentAttempt(
            id: "a", payment: flow.payment, option: "o1", choice: try #require(flow.choice), amount: 1, decimals: 6,
            symbol: "USDC", merchant: "Shop", startedAt: 1, expiresAt: 300, steps: [.init(.payment, .begun)])
        #expect(await (try signer(Answerer { .null }, BrokenJournal())).broadcast(of: attempt) == .unknown)
    }
}
