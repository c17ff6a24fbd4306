import BigInt
import Bridge
import Testing
import WalletUI

@testable import WalletConnectPay
@testable import WalletWindow

/// The form for what the payment service must know of this wallet.
@Suite struct PaymentSetUpScreensTests {
    private let sample = PaymentSample()

    @Test func `the window asks for the app ID that the service wants, and names no command`() throws {
        for end in [PaymentEnd.notConfigured, .failed(.unauthorized)] {
            var screen = PaymentScreens(
                flow: try sample.flow(.ended(end)), service: try Origin(serialized: "https://pay.example"))
            #expect(screen.step.fields.map(\.id.rawValue) == ["appId"])
            #expect(screen.step.actions(of: PaymentScreens.Action.self) == [.close, .setUp])
            #expect(screen.step.problems.isEmpty)
            screen.setUpProblem = "Wrong."
            #expect(screen.step.problems == [.appID: "Wrong."])
            #expect(!screen.step.paragraphs.contains { $0.text.contains("drawbridge ") })
        }
        let other = PaymentScreens(
            flow: try sample.flow(.ended(.failed(.http(404)))), service: try Origin(serialized: "https://pay.example"))
        #expect(other.step.fields.isEmpty)
    }
}
