import Testing

@testable import WalletConnectPay

/// A payment of two steps that is interrupted in each of its states, in each way, whatever becomes of its first
/// transaction.
@MainActor struct PaymentInterruptionTests {
    /// Where the payment is when it is interrupted.
    enum Place: CaseIterable { case askedForAllowance, waitingForBlock, askedForSignature }

    /// What interrupts it.
    enum Interruption: CaseIterable { case cancel, leave, reject, lock, expiry, price, late }

    /// What becomes of a transaction that waits.
    nonisolated static let fates: [AllowanceStanding.Change.Fate] = [.confirmed, .reverted, .lost, .pending]

    private func fixture(isLive: Bool, _ fate: AllowanceStanding.Change.Fate) -> PaymentQueueFixture {
        let option = PaymentFixture.option(
            "o2", of: PaymentFixture.token(PaymentFixture.usdt), expiresAt: PaymentFixture.now + 400)
        let fixture = PaymentQueueFixture([option], [PaymentFixture.approve, PaymentFixture.permit])
        if !isLive { fixture.gateway.isApproved = { false } }
        fixture.signer.chain.fate = fate
        return fixture
    }

    private func bring(_ fixture: PaymentQueueFixture, to place: Place) async {
        fixture.signer.isAsking = place == .askedForAllowance
        await fixture.open()
        await fixture.take(.pay)
        guard place == .askedForSignature else { return }
        fixture.signer.isAsking = true
        fixture.signer.chain.settle(.confirmed)
        await fixture.wait(seconds: 4)
    }

    private func interrupt(_ fixture: PaymentQueueFixture, by interruption: Interruption) async {
        switch interruption {
        case .cancel: await fixture.take(.cancel)
        case .leave: fixture.queue.close()
        case .reject: fixture.signer.outcome = .refused
        case .lock: fixture.signer.outcome = .locked
        case .expiry: await fixture.wait(seconds: 600, by: 10)
        case .price: await fixture.wait(seconds: 400, by: 10)
        case .late: await fixture.wait(seconds: 130, by: 10)
        }
        fixture.signer.isAsking = false
        await fixture.settle()
        fixture.signer.outcome = nil
    }

    @Test(arguments: Place.allCases, Interruption.allCases)
    func `no approval is sent without need, no signature too early, and what was sent is always told`(
        place: Place, interruption: Interruption
    ) async throws {
        for fate in Self.fates {
            for isLive in [true, false] {
                let comment: Comment = "\(interruption) while \(place), then \(fate), live gateway: \(isLive)"
                let fixture = fixture(isLive: isLive, .pending)
                await bring(fixture, to: place)
                await interrupt(fixture, by: interruption)
                check(fixture, comment)
                // The network decides, and the user comes back and pays, if there is time.
                fixture.signer.chain.settle(fate)
                await fixture.wait(seconds: 4)
                if fate != .pending { fixture.signer.chain.fate = .confirmed }
                fixture.queue.close()
                fixture.gateway.options = [PaymentFixture.tether]
                await fixture.open()
                await fixture.pay()
                await fixture.wait(seconds: 10)
                await fixture.pay()
                check(fixture, comment)
                #expect(fixture.signer.chain.needlessCount == 0, comment)
                #expect(fixture.gateway.accepted.count <= 1, comment)
                let canPay = fate != .pending || place == .askedForSignature
                guard canPay, ![.cancel, .expiry].contains(interruption) else { continue }
                #expect(fixture.gateway.status == .succeeded, "\(comment), \(String(describing: fixture.state))")
            }
        }
    }

    @Test(arguments: fates, [true, false])
    func `a wallet that is killed at any step sends no second approval without need, and knows of the first`(
        fate: AllowanceStanding.Change.Fate, isLive: Bool
    ) async throws {
        var struck = 0
        for blow in [Fate.InjectedFault.deathBefore, .deathAfter] {
            for step in 0..<40 {
                let fixture = fixture(isLive: isLive, fate)
                fixture.fate.plan = (step, blow)
                await fixture.open()
                await fixture.pay()
                guard fixture.fate.isDead else { break }
                struck += 1
                let comment: Comment = "\(blow) at step \(step), \(fate), live gateway: \(isLive)"
                try await fixture.restart()
                await fixture.open()
                check(fixture, comment)
                if fate != .pending { fixture.signer.chain.fate = .confirmed }
                await fixture.pay()
                fixture.signer.chain.settle(.confirmed)
                await fixture.wait(seconds: 70, by: 5)
                await fixture.pay()
                check(fixture, comment)
                #expect(fixture.signer.chain.needlessCount == 0, comment)
                #expect(fixture.gateway.accepted.count <= 1, comment)
                let kept = fixture.journal.attempts[PaymentFixture.payment]
                // Only a signature that died with the program cannot be submitted again.
                #expect(fixture.gateway.status == .succeeded || kept?.state == .confirming, comment)
            }
        }
        #expect(struck >= 16)
    }

    /// What must hold whenever the user can read what became of the payment.
    private func check(_ fixture: PaymentQueueFixture, _ comment: Comment) {
        #expect(fixture.signer.earlyCount == 0, "signed too early: \(comment)")
        guard let flow = fixture.queue.flow else { return }
        switch flow.state {
        case .review, .ended, .unsure, .processing:
            let told = Set(flow.allowances.compactMap(\.progress.hash))
            let sent = Set(fixture.signer.chain.changes.map(\.hash))
            #expect(sent.isSubset(of: told), "\(comment): \(flow.state) does not tell \(sent.subtracting(told))")
        default: break
        }
    }
}
