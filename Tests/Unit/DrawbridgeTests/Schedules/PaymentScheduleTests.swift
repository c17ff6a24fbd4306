import WalletConnectPay
import Simulators
import Testing

/// Payments while the gateway, the node and the program are killed, lie, or answer 404, 401, 500, HTML or nothing,
/// while the clock is set back, and while the user replaces a transaction.
@Suite(.serialized, .timeLimit(.minutes(15))) @MainActor struct PaymentScheduleTests {
    /// The ways to pay: a signature, a transaction, and a transaction before a signature.
    private nonisolated static let ways: [PaymentPreset] = [.usdc, .eth, .usdtFirst]

    @Test func `without faults every kind of payment succeeds`() async throws {
        for way in Self.ways {
            let world = try PaymentScheduleFixture(way, seed: 1)
            try await world.start(rate: 0)
            await world.pay(patience: 40)
            #expect(await world.verdict() == [])
            #expect(world.mostPaid == 1, "\(way)")
            guard case .ended(.succeeded)? = world.last else {
                Issue.record("\(way) ended as \(String(describing: world.last))")
                continue
            }
        }
    }

    @Test(arguments: 0..<10)
    func `in 1,000 random schedules nothing is paid twice, and nothing that was sent is called unpaid`(part: Int)
        async throws
    {
        // Wallets that are independent of each other take turns: one alone would mostly wait for its thread.
        let runs = (0..<10).map { first in
            Task { for number in stride(from: first, to: 100, by: 10) { try await run(part * 100 + number) } }
        }
        for run in runs { try await run.value }
    }

    private func run(_ number: Int) async throws {
        let (seed, way) = (UInt64(number), Self.ways[number % 3])
        let world = try PaymentScheduleFixture(way, seed: 0xD3A8_B1D6 &+ seed &* 0x1_0001)
        for _ in 0..<3 {
            try await world.start(rate: 10 + Int(seed % 4) * 15)
            await world.pay(patience: 12)
            if !world.isDead { await world.close() }
        }
        // Everyone is honest from now on, and the user comes back.
        try await world.start(rate: 0)
        await world.pay(patience: 30)
        let faults = await world.verdict()
        #expect(faults == [], "schedule \(seed), \(way)")
    }
}
