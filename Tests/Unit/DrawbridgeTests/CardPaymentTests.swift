import Bridge
import HeadlessWallet
import TestSupport
import SumUp
import Testing
import WalletUI

@testable import WalletTerminal
@testable import WalletWindow

@Suite struct CardPaymentTests {
    @Test(arguments: [SumUpAttempt.State.unclear, .abandoned, .timedOut, .waiting])
    func `a payment that may have been paid is not under a heading that says not paid`(state: SumUpAttempt.State) throws
    {
        let attempt = SumUpAttempt(
            secret: "s",
            request: try SumUpRequest(amount: "1", currency: "EUR", affiliateKey: "k", foreignID: "order-7"),
            requester: nil, begun: 0, deadline: 0, state: state, changed: 0)
        let step = SumUpScreens.result(attempt)
        #expect(step.heading.hasPrefix("It is not known"))
        #expect(step.mark == .open)
        #expect(!SumUpText.line(ListedCardPayment(attempt)).contains("Not paid"))
    }

    @Test(arguments: [true, false])
    @MainActor
    func `a card payment that succeeds after it was given up or timed out is shown, and the page is informed`(
        isGivenUp: Bool
    ) async throws {
        let journal = MemorySumUpJournal()
        let request = try SumUpRequest(
            amount: "1", currency: "EUR", affiliateKey: "k", foreignID: "s",
            returns: .init(SumUpReturnAddress("https://shop.example/")))
        let secret = try await SumUpPayments(journal: journal, now: { 1_000 })
            .begin(request, for: Origin(serialized: "https://shop.example")).secret
        let sumUpPayments = SumUpPayments(journal: journal, now: { isGivenUp ? 1_001 : 2_000 })
        try await sumUpPayments.move(secret: secret, .handedOver)
        if isGivenUp { try await sumUpPayments.move(secret: secret, .abandoned) }
        let seen = try #require(try await sumUpPayments.attempt(secret: secret))
        #expect(seen.state == (isGivenUp ? .abandoned : .timedOut))
        #expect(seen.isOver)
        let clock = ManualClock()
        let flow = try await SumUpFlow(following: seen, in: sumUpPayments, time: clock.time)
        let next = Task { await flow.next() }
        while clock.sleeperCount == 0 { await Task.yield() }
        _ = try await sumUpPayments.take(
            "drawbridge://sumup-callback?attempt=\(secret)&smp-status=success&smp-tx-code=TSIM23B")
        let update = try #require(await next.value)
        let code = isGivenUp ? "" : "&smp-tx-code=TSIM23B"
        let paid = SumUpAttempt.State.succeededUnverified(transactionCode: "TSIM23B")
        #expect(update.state == (isGivenUp ? .mismatch(.paidAfterAbandoned) : paid))
        #expect(update.isOver)
        #expect(update.pageAddress == "https://shop.example/?smp-status=success\(code)&foreign-tx-id=s")
        let notice = SumUpText.notice(update)
        #expect(notice.hasPrefix("\(request.amount) with SumUp, “s”: SumUp's app says that it was paid, "))
        // Then it is known, and nothing is waited for.
        #expect(await flow.next() == nil)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `errors use the names of the options`() {
        #expect(SumUpPayCommand.sentence(for: .wrong(.foreignID, .long)) == "--name is too long.")
        #expect(SumUpPayCommand.sentence(for: .wrong(.amount, .decimals)).hasPrefix("<amount> has more decimals"))
        #expect(SumUpPayCommand.sentence(for: .duplicate) == "Two notes of --tag have the same name.")
    }
}
