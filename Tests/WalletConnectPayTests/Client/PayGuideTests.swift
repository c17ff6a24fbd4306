import Bridge
import WalletConnectPay
import Testing
import Network

struct PayGuideTests {
    private static let succeeded = ScriptedSender.Reply.ok([
        "status": "succeeded", "isFinal": true, "info": ["txId": "0xabc"],
    ])

    private static func processing(_ milliseconds: Int?) -> ScriptedSender.Reply {
        .ok([
            "status": "processing", "isFinal": false, "pollInMs": milliseconds.map { .number(JSONNumber($0)) } ?? .null,
        ])
    }

    @Test func `a payment goes from its link to its end`() async throws {
        let bench = try ClientBench([
            "options": [.ok(GatewayText.options())], "confirm": [Self.processing(500)],
            "status": [Self.processing(nil), Self.processing(1), Self.succeeded],
        ])
        let link = "wc:abc@2?pay=https%3A%2F%2Fpay.walletconnect.com%2F%3Fpid%3Dpay_1"
        #expect(PayClient.isPaymentLink(link))
        let options = try await bench.client.getPaymentOptions(paymentLink: link, accounts: [bench.account])
        let option = try #require(options.options.first)
        let actions = try await bench.client.getRequiredPaymentActions(
            paymentId: options.paymentID, optionId: option.id)
        #expect(actions.count == 1)
        let result = try await bench.client.confirmPayment(
            paymentId: options.paymentID, optionId: option.id, signatures: ["0xaa"])
        #expect(result.result?.txID == "0xabc")
        #expect(bench.sender.asked == ["options", "confirm", "status", "status", "status"])
        #expect(bench.clock.waits == [500, 1_000, 100].map(Duration.milliseconds))
    }

    @Test func `a link without a payment causes no request`() async throws {
        let bench = try ClientBench([:])
        for link in ["https://pay.walletconnect.com.evil.com/?pid=pay_1", "https://pay.wct.me/123", "", "pay_"] {
            await #expect(throws: PayError.invalidLink) {
                try await bench.client.getPaymentOptions(paymentLink: link, accounts: [bench.account])
            }
        }
        #expect(bench.sender.requests.isEmpty)
    }

    @Test func `isFinal ends the polling, not the name of the status`() async throws {
        let bench = try ClientBench(["confirm": [.ok(["status": "processing", "isFinal": true])]])
        let result = try await bench.client.confirmPayment(paymentId: bench.payment, optionId: "o", signatures: ["0x"])
        #expect(result.status == .processing)
        #expect(bench.sender.asked == ["confirm"])
    }

    @Test func `after the given time the outcome is unknown`() async throws {
        let bench = try ClientBench(["confirm": [Self.processing(nil)], "status": [Self.processing(nil)]])
        await #expect(throws: PayError.pollingTimedOut) {
            try await bench.client.confirmPayment(
                paymentId: bench.payment, optionId: "o", signatures: ["0x"], maxPollMs: 3_500)
        }
        #expect(bench.clock.waits == [1_000, 1_000, 1_000, 500].map(Duration.milliseconds))
        #expect(bench.sender.requests.map { $0.url.suffix(4) } == ["3500", "3500", "2500", "1500", "=500"])
    }

    @Test func `a status that cannot be queried leaves the outcome unknown`() async throws {
        let bench = try ClientBench(["confirm": [Self.processing(nil)], "status": [.failure(.unreachable)]])
        await #expect(throws: PayError.pollingTimedOut) {
            try await bench.client.confirmPayment(paymentId: bench.payment, optionId: "o", signatures: ["0x"])
        }
    }

    @Test func `without a time limit polling ends with the task`() async throws {
        let bench = try ClientBench(["confirm": [Self.processing(nil)], "status": [Self.processing(nil)]])
        let task = Task {
            try await bench.client.confirmPayment(paymentId: bench.payment, optionId: "o", signatures: ["0x"])
        }
        while bench.sender.requests.count < 500 { await Task.yield() }
        task.cancel()
        await #expect(throws: PayError.cancelled) { try await task.value }
    }

    @Test func `the status and the end of a payment are requested at their paths`() async throws {
        let bench = try ClientBench([
            "status": [.ok(["status": "failed", "isFinal": true, "failureCode": "declined_user"])],
            "cancel": [.ok(["paymentId": "pay_1", "status": "cancelled"])],
        ])
        #expect(try await bench.client.getPaymentStatus(paymentId: bench.payment).failureCode == "declined_user")
        #expect(try await bench.client.cancelPayment(paymentId: bench.payment) == .cancelled)
    }
}
