import BigInt
import Bridge
import Testing

@testable import WalletConnectPay

/// The outcome of an action, by what the dispatcher answers.
@Suite @MainActor struct DispatcherSignerTests {
    private static let service = "https://pay.example"
    private nonisolated static let hash = "0x" + String(repeating: "ab", count: 32)

    /// Answers as a wallet might, and records what it was asked.
    private final class Wallet: Handler, Approver {
        var asked: [Request] = []
        let body: @MainActor (Request, Gate) async throws(RPCError) -> JSON
        lazy var gate = Gate(approver: self)
        lazy var dispatcher = RequestDispatcher(handler: self, gate: gate)

        init(_ body: @escaping @MainActor (Request, Gate) async throws(RPCError) -> JSON) { self.body = body }

        func handle(_ request: Request) async throws(RPCError) -> JSON {
            asked.append(request)
            return try await body(request, gate)
        }

        func decide(_ question: PendingApproval) async -> Decision { .rejected }
    }

    private func signer(_ wallet: Wallet) throws -> DispatcherSigner {
        DispatcherSigner(wallet.dispatcher, service: try Origin(serialized: Self.service))
    }

    private func perform(
        _ signer: DispatcherSigner, _ method: String = "eth_sendTransaction", on chain: String = "eip155:8453",
        id: String = "a"
    ) async throws -> ActionOutcome {
        let option = PaymentFixture.dollars
        let kind: PaymentAttempt.Step.Kind = method == "eth_sendTransaction" ? .payment : .signature
        let attempt = PaymentAttempt(
            id: id, payment: PaymentFixture.payment, option: option.id,
            choice: PaymentChoice(asset: PaymentFixture.token(PaymentFixture.usdc), account: option.account), amount: 1,
            decimals: 6, symbol: "USDC", merchant: "Shop", startedAt: 100, expiresAt: 400,
            steps: [.init(kind, .begun)])
        return await signer.perform(
            PaymentFixture.rpc(method, [[:]], chain: chain), for: attempt, option: option)
    }

    @Test func `the dispatcher's answer is the outcome, and the request is made in the payment's name`() async throws {
        let wallet = Wallet { _, _ in "0x5a" }
        let signer = try signer(wallet)
        #expect(try await perform(signer, "eth_signTypedData_v4") == .done("0x5a"))
        #expect(wallet.asked.map(\.method) == ["eth_signTypedData_v4"])
        #expect(wallet.asked.first?.peer.origin.description == Self.service)
        #expect(wallet.asked.first?.peer.payment?.account == PaymentFixture.account().description)
        #expect(wallet.asked.first?.peer.payment?.purpose == "a/signature")
        #expect(wallet.asked.first?.peer.payment?.merchant == nil)
        signer.terms = { $0.text == "pay_1" ? .init(merchant: "Corner Shop", invoice: "25.00 USD") : nil }
        #expect(try await perform(signer, "eth_signTypedData_v4") == .done("0x5a"))
        #expect(wallet.asked.last?.peer.payment?.merchant == "Corner Shop")
        #expect(wallet.asked.last?.peer.payment?.invoice == "25.00 USD")
    }

    @Test func `an action for a chain other than the option's is refused without a question`() async throws {
        let wallet = Wallet { _, _ in "0x5a" }
        #expect(try await perform(try signer(wallet), on: "eip155:1") == .unsupported)
        #expect(wallet.asked.isEmpty)
    }

    @Test func `an answer that is not text is a failure`() async throws {
        #expect(try await perform(try signer(Wallet { _, _ in 1 }), "eth_signTypedData_v4") == .failed)
    }

    @Test(arguments: [
        (RPCError.Kind.rejected, ActionOutcome.refused), (.gone, .refused), (.locked, .locked),
        (.unsupported, .unsupported), (.unknownMethod, .unsupported), (.unknownChain, .unsupported),
        (.notSent, .failed), (.failed, .failed), (.timedOut, .failed), (.disconnected, .failed),
    ])
    func `each error has its own meaning, and only a rejection has no reason`(
        kind: RPCError.Kind, outcome: ActionOutcome
    ) async throws {
        let signer = try signer(Wallet { _, _ throws(RPCError) in throw RPCError(kind, "Because.") })
        #expect(try await perform(signer, "eth_signTypedData_v4") == outcome)
        #expect(signer.problem == (kind == .rejected ? nil : "Because."))
    }

    @Test(arguments: [
        (SendOutcome.Fate.unknown, ActionOutcome.sentUnknown(hash: hash)), (.declined, .sentUnknown(hash: hash)),
        (.sent, .done(hash)), (.notSent, .failed),
    ])
    func `the outcome of a transaction takes precedence over a later error`(
        fate: SendOutcome.Fate, outcome: ActionOutcome
    ) async throws {
        for kind in RPCError.Kind.allCases where kind != .rejected && fate != .notSent || kind == .notSent {
            let signer = try signer(
                Wallet { request, gate throws(RPCError) in
                    gate.note(SendOutcome(hash: Self.hash, fate: .unknown), for: request)
                    gate.note(SendOutcome(hash: Self.hash, fate: fate), for: request)
                    throw RPCError(kind, "No answer.")
                })
            #expect(try await perform(signer) == outcome)
            #expect(signer.problem == (fate == .notSent ? "No answer." : nil))
        }
    }

    @Test func `a transaction of another request is not attributed to this payment`() async throws {
        var isFirst = true
        let wallet = Wallet { request, gate throws(RPCError) in
            if isFirst { gate.note(SendOutcome(hash: Self.hash, fate: .unknown), for: request) }
            isFirst = false
            throw RPCError(.notSent, "Too little.")
        }
        let signer = try signer(wallet)
        // The same service, payment and account.
        #expect(try await perform(signer) == .sentUnknown(hash: Self.hash))
        #expect(try await perform(signer, id: "b") == .failed)
        #expect(try await perform(signer) == .failed)
    }

    @Test func `without records nothing is claimed about what a restart has lost`() async throws {
        let signer = try signer(Wallet { _, _ in .null })
        let attempt = PaymentAttempt(
            id: "a", payment: PaymentFixture.payment, option: "o1",
            choice: PaymentChoice(
                asset: PaymentFixture.token(PaymentFixture.usdc), account: PaymentFixture.account()), amount: 1,
            decimals: 6, symbol: "USDC", merchant: "Shop", startedAt: 100, expiresAt: 400,
            steps: [.init(.payment, .begun)])
        #expect(await signer.broadcast(of: attempt) == .unknown)
        #expect(await signer.successor(of: "0x01", of: attempt) == "0x01")
        #expect(await !signer.sendAgain("0x01", of: attempt))
        #expect(await !signer.giveUp("0x01", of: attempt))
    }
}
