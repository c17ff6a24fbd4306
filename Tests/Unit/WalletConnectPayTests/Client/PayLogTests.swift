import Bridge
import Network
import TestSupport
import Testing
import WalletConnectPay

struct PayLogTests {
    @Test func `no line identifies a payer, a merchant or a key`() async throws {
        let secret = "Zm9vYmFy"
        let log = LogRecorder()
        let refusal = ScriptedSender.Reply.error(400, "x\(secret)", "no \(secret)")
        let amount = GatewayText.amount().with("display", ["assetSymbol": .string(secret), "decimals": 6])
        let bench = try ClientBench([
            "options": [
                .ok(GatewayText.options([GatewayText.option("o\(secret)", more: ["amount": amount])])), refusal,
            ],
            "fetch": [refusal], "confirm": [.failure(.timedOut)],
            "status": [.ok(["status": "requires_action", "failureCode": .string(secret)])], "cancel": [refusal],
        ]) { configuration in
            configuration.log = log.logger("test")
            configuration.appID = "app\(secret)"
            configuration.clientID = "client\(secret)"
            configuration.baseURL = "https://gateway.example/\(secret)"
        }
        let payment = try #require(PaymentID("pay_95a2\(secret)ecc101KEYG"))
        for _ in 0..<2 {
            _ = try? await bench.client.options(for: payment, accounts: [bench.account], includeInfo: true)
        }
        _ = try? await bench.client.actions(of: payment, option: "o\(secret)")
        _ = try? await bench.client.confirm(
            payment, option: "o\(secret)", signatures: ["0x\(secret)"],
            collectedData: [CollectedField(id: "n\(secret)", value: secret)])
        _ = try? await bench.client.status(of: payment)
        _ = try? await bench.client.cancel(payment)
        let all = log.text
        #expect(all.count == bench.sender.requests.count)
        #expect(all.contains { $0.contains("KEYG") && $0.contains("options") })
        for word in [secret, "5aaeb6", "pay_95a2", "gateway.example", "USDC"] {
            #expect(!all.contains { $0.lowercased().contains(word.lowercased()) }, "\(word)")
        }
    }
}
