import SumUp
import Simulators
import Testing

@Suite struct SumUpRoundTripTests {
    private static let texts = ["Coffee", "a + b", "100 % & = ? # ü ß 漢字 🍰", "%2B", "a=b&c=d", "'\"<>\\"]

    @Test(arguments: texts, SumUpPlatform.allCases)
    func `the simulated app parses the request correctly`(text: String, platform: SumUpPlatform) throws {
        let request = try SumUpRequest(
            amount: "12.5", currency: "EUR", affiliateKey: "k", appID: "com.example.till", title: text,
            receiptEmail: "a+b@shop.example", receiptPhone: "+491701234567", foreignID: "sale + 7",
            skipsSuccessScreen: true, tags: [.init("note", text)])
        for form in [SumUpRequest.Platform.any, platform == .iOS ? .iOS : .android] {
            let sale = try #require(SumUpSale(request.url(for: form), as: platform))
            #expect("\(sale.amount)" == "12.5")
            #expect(sale.title == text)
            #expect(sale.foreignID == "sale + 7")
            #expect(sale.skipsSuccessScreen)
            #expect(sale.parameters["receipt-mobilephone"] == "+491701234567")
            #expect(sale.parameters["receipt-email"] == "a+b@shop.example")
            #expect(sale.parameters["smpprtag-note"] == text)
        }
    }

    @Test(arguments: SumUpReply.allCases, SumUpPlatform.allCases)
    func `the reply of the simulated app is parsed correctly`(reply: SumUpReply, platform: SumUpPlatform)
        async throws
    {
        let sumUpPayments = SumUpPayments(journal: MemorySumUpJournal(), now: { 100 })
        let request = try SumUpRequest(
            amount: "3", currency: "EUR", affiliateKey: "k", appID: "com.example.till", foreignID: "sale + 7")
        let attempt = try await sumUpPayments.begin(request)
        try await sumUpPayments.move(secret: attempt.secret, .handedOver)
        let sale = try #require(SumUpSale(attempt.request.url(), as: platform))
        let link = try #require(sale.callback(reply, code: "TAAA23B", as: platform, message: "Ein Satz + mehr"))
        let wanted: SumUpAttempt.State =
            switch (reply, platform) {
            case (.success, _): .succeededUnverified(transactionCode: "TAAA23B")
            case (.failed, .iOS): .failed(.reported(.unsaid))
            case (.failed, .android): .failed(.reported(.transaction))
            case (.invalidState, .iOS): .failed(.notReady)
            case (.invalidState, .android): .failed(.reported(.login))
            }
        #expect(try await sumUpPayments.take(link).attempt.state == wanted)
    }
}
