@testable import WalletConnectPay
import Testing

/// Faults at every step of a payment, and restarts of the program after them.
@MainActor struct PaymentRestartTests {
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
            let fixture = PaymentQueueFixture(options, actions)
            fixture.fate.plan = (step, blow)
            await fixture.open()
            await fixture.pay()
            if fixture.fate.isDead { try await fixture.restart() }
            guard fixture.fate.steps > step else { break }
            struck += 1
            // The user tries once more, as they would.
            fixture.queue.close()
            await fixture.open()
            await fixture.pay()
            await fixture.wait(seconds: 70, by: 10)
            try await check(fixture, "\(name), \(blow) at step \(step)")
        }
        #expect(struck >= 8)
    }

    @Test(arguments: 0..<4)
    func `two faults in a row make no difference`(way: Int) async throws {
        // Wallets that are independent of each other take turns: one alone would mostly wait for its thread.
        let runs = (2..<12).map { first in Task { try await run(Self.ways[way], faultAt: first) } }
        for run in runs { try await run.value }
    }

    private func run(
        _ way: (name: String, options: [PaymentOption], actions: [PaymentAction]), faultAt first: Int
    ) async throws {
        for second in 1..<5 {
            for blows in [
                (Fate.InjectedFault.lostAfter, Fate.InjectedFault.deathAfter), (.deathAfter, .lostBefore),
                (.lostBefore, .deathBefore),
            ] {
                let fixture = PaymentQueueFixture(way.options, way.actions)
                fixture.fate.plan = (first, blows.0)
                await fixture.open()
                await fixture.pay()
                if fixture.fate.isDead { try await fixture.restart() }
                fixture.fate.plan = (fixture.fate.steps + second, blows.1)
                fixture.queue.close()
                await fixture.open()
                await fixture.pay()
                if fixture.fate.isDead { try await fixture.restart() }
                fixture.fate.plan = nil
                fixture.queue.close()
                await fixture.open()
                await fixture.pay()
                await fixture.wait(seconds: 70, by: 10)
                try await check(fixture, "\(way.name), \(blows) at steps \(first) and \(second) later")
            }
        }
    }

    /// What must hold once nothing is struck any more.
    private func check(_ fixture: PaymentQueueFixture, _ comment: String) async throws {
        let gateway = fixture.gateway
        #expect(gateway.accepted.count <= 1, "paid twice: \(comment)")
        #expect(fixture.signer.sent.count <= 1, "sent twice: \(comment)")
        // A confirmation that the gateway may have is never made again.
        #expect(Set(gateway.handed).count <= 1, "signed again: \(comment)")
        let kept = fixture.journal.attempts[PaymentFixture.payment]
        if gateway.status == .requiresAction {
            #expect(gateway.accepted.isEmpty)
            // Only where the signatures died with the program, and then it says so.
            #expect(kept?.state == .confirming || kept == nil || kept?.isHarmless == true, "\(comment)")
            gateway.status = .expired
            await fixture.wait(seconds: 130, by: 10)
            #expect(
                kept == nil || fixture.journal.attempts[PaymentFixture.payment]?.state.isOpen == false, "\(comment)")
            #expect(fixture.state?.end != .succeeded(transaction: nil))
        } else {
            #expect(gateway.status == .succeeded, "\(comment)")
            #expect(kept?.state == .succeeded, "\(comment)")
            let isTold = fixture.state == .ended(.succeeded(transaction: "0x7a1d"))
            #expect(
                isTold || fixture.state == .ended(.alreadyPaid(transaction: nil)),
                "\(comment): \(String(describing: fixture.state))")
        }
        if !fixture.signer.sent.isEmpty { #expect(gateway.accepted == [fixture.signer.sent], "\(comment)") }
    }
}
