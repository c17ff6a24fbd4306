@testable import WalletConnectPay
import Testing

/// Every step of a payment struck in every way, and the program started again.
@MainActor struct CoinTransactionTrackerTests {
    /// The ways to pay, with what they ask for.
    private static let ways: [(name: String, options: [PaymentOption], actions: [PaymentAction])] = [
        ("a signature", [PaymentFixture.dollars], [PaymentFixture.authorize]),
        ("leave and a signature", [PaymentFixture.tether], [PaymentFixture.approve, PaymentFixture.permit]),
        ("a transaction", [PaymentFixture.ether], [PaymentFixture.pay]),
        ("a form and a signature", [PaymentFixture.option(collect: PaymentFixture.page)], [PaymentFixture.authorize]),
    ]

    @Test(arguments: 0..<4, Fate.InjectedFault.allCases)
    func `a fault at any step causes no double payment and no loss`(way: Int, blow: Fate.InjectedFault) async throws {
        let (name, options, actions) = Self.ways[way]
        var struck = 0
        for step in 0..<40 {
            let counter = Counter(options, actions)
            counter.fate.plan = (step, blow)
            await counter.open()
            await counter.pay()
            if counter.fate.isDead { try await counter.restart() }
            guard counter.fate.steps > step else { break }
            struck += 1
            // The user tries once more, as they would.
            counter.queue.close()
            await counter.open()
            await counter.pay()
            await counter.wait(seconds: 70, by: 10)
            try await check(counter, "\(name), \(blow) at step \(step)")
        }
        #expect(struck >= 8)
    }

    @Test(arguments: 0..<4)
    func `two faults in a row make no difference`(way: Int) async throws {
        let (name, options, actions) = Self.ways[way]
        for first in 2..<12 {
            for second in 1..<5 {
                for blows in [
                    (Fate.InjectedFault.lostAfter, Fate.InjectedFault.deathAfter), (.deathAfter, .lostBefore),
                    (.lostBefore, .deathBefore),
                ] {
                    let counter = Counter(options, actions)
                    counter.fate.plan = (first, blows.0)
                    await counter.open()
                    await counter.pay()
                    if counter.fate.isDead { try await counter.restart() }
                    counter.fate.plan = (counter.fate.steps + second, blows.1)
                    counter.queue.close()
                    await counter.open()
                    await counter.pay()
                    if counter.fate.isDead { try await counter.restart() }
                    counter.fate.plan = nil
                    counter.queue.close()
                    await counter.open()
                    await counter.pay()
                    await counter.wait(seconds: 70, by: 10)
                    try await check(counter, "\(name), \(blows) at steps \(first) and \(second) later")
                }
            }
        }
    }

    /// What must hold once nothing is struck any more.
    private func check(_ counter: Counter, _ comment: String) async throws {
        let gateway = counter.gateway
        #expect(gateway.accepted.count <= 1, "paid twice: \(comment)")
        #expect(counter.signer.sent.count <= 1, "sent twice: \(comment)")
        // A confirmation that the gateway may have is never made again.
        #expect(Set(gateway.handed).count <= 1, "signed anew: \(comment)")
        let kept = counter.journal.attempts[PaymentFixture.payment]
        if gateway.status == .requiresAction {
            #expect(gateway.accepted.isEmpty)
            // Only where the signatures died with the program, and then it says so.
            #expect(kept?.state == .confirming || kept == nil || kept?.isHarmless == true, "\(comment)")
            gateway.status = .expired
            await counter.wait(seconds: 130, by: 10)
            #expect(
                kept == nil || counter.journal.attempts[PaymentFixture.payment]?.state.isOpen == false, "\(comment)")
            #expect(counter.state?.end != .succeeded(transaction: nil))
        } else {
            #expect(gateway.status == .succeeded, "\(comment)")
            #expect(kept?.state == .succeeded, "\(comment)")
            let isTold = counter.state == .ended(.succeeded(transaction: "0x7a1d"))
            #expect(
                isTold || counter.state == .ended(.alreadyPaid(transaction: nil)),
                "\(comment): \(String(describing: counter.state))")
        }
        if !counter.signer.sent.isEmpty { #expect(gateway.accepted == [counter.signer.sent], "\(comment)") }
    }
}
