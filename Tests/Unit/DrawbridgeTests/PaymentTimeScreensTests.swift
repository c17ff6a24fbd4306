import BigInt
import Bridge
import Testing
import WalletUI

@testable import WalletWindow
@testable import WalletConnectPay

/// What the user reads about times: of a signature, and of a payment.
@MainActor @Suite struct PaymentTimeScreensTests {
    private func words(_ flow: PaymentFlow) throws -> String {
        var screens = PaymentScreens(flow: flow, service: try Origin(serialized: "https://pay.example"))
        screens.known = PaymentSample.known
        let step = screens.step
        return ([step.heading] + step.paragraphs.map(\.text)).joined(separator: " ")
    }

    @Test func `a signature can be used until its own time, in every sentence`() throws {
        let flow = try PaymentSample().flow(.review)
        let signed = PaymentAttempt(
            id: "a", payment: flow.payment, option: "o1", choice: try #require(flow.choice), amount: 25_000_000,
            decimals: 6, symbol: "USDC", merchant: "Corner Shop", startedAt: 0, expiresAt: 1_000,
            steps: [.init(.signature, .done(hash: nil))], state: .failed, signatureUntil: 1_020)
        for end in [PaymentEnd.gatewayFailed, .cancelled(by: .gateway), .failed(.invalidOption)] {
            var ended = try PaymentSample().flow(.ended(end))
            ended.attempt = signed
            #expect(try words(ended).contains("could still use it until 1970-01-01 00:17 UTC"))
        }
        var again = flow
        again.earlier = [signed]
        #expect(try words(again).contains("can still be used until 1970-01-01 00:17 UTC"))
        again.now = 1_020
        #expect(try !words(again).contains("can still be used"))
    }

    @Test func `a payment that is ended before its expiry is not said to have expired`() throws {
        let early = try PaymentSample().flow(.ended(.expired(by: .wallet)), now: 995)
        #expect(try words(early).contains("Too late to pay"))
        #expect(try !words(early).contains("has expired"))
        #expect(try words(PaymentSample().flow(.ended(.expired(by: .wallet)), now: 1_000)).contains("has expired"))
    }
}
