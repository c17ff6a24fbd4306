import SumUp
import Testing

@Suite struct SumUpRequestTests {
    private static let key = "7ca84f17-84a5-4140-8df6-6ebeed8540fc"

    @Test func `every parameter of both platforms is written, and a plus is kept`() throws {
        let done = try SumUpReturnAddress("com.example.till://done?sale=7&x=a+b")
        let failed = try SumUpReturnAddress("https://shop.example/failed")
        let request = try SumUpRequest(
            amount: "12.5", currency: "EUR", affiliateKey: Self.key, appID: "com.example.till",
            title: "Coffee & cake + Straße", receiptEmail: "a+b@shop.example", receiptPhone: "+491701234567",
            foreignID: "sale 7+1", returns: .init(success: done, failure: failed, either: done),
            skipsSuccessScreen: true, tags: [.init("table", "7 +1"), .init("shift", "a")])
        #expect(
            request.url() == "sumupmerchant://pay/1.0?amount=12.50&total=12.50&currency=EUR&affiliate-key=\(Self.key)"
                + "&app-id=com.example.till&title=Coffee%20%26%20cake%20%2B%20Stra%C3%9Fe"
                + "&callbackfail=https%3A%2F%2Fshop.example%2Ffailed"
                + "&callbacksuccess=com.example.till%3A%2F%2Fdone%3Fsale%3D7%26x%3Da%2Bb"
                + "&callback=com.example.till%3A%2F%2Fdone%3Fsale%3D7%26x%3Da%2Bb"
                + "&receipt-email=a%2Bb%40shop.example&receipt-mobilephone=%2B491701234567&skip-screen-success=true"
                + "&foreign-tx-id=sale%207%2B1&smpprtag-shift=a&smpprtag-table=7%20%2B1")
        let iOS = request.url(for: .iOS)
        let android = request.url(for: .android)
        for name in ["total=", "app-id=", "callback="] { #expect(!iOS.contains("&\(name)")) }
        for name in ["?amount=", "&callbacksuccess=", "&callbackfail="] { #expect(!android.contains(name)) }
        #expect(iOS.contains("?amount=12.50&currency=EUR&"))
        #expect(android.contains("?total=12.50&currency=EUR&"))
    }

    @Test func `an omitted parameter is not written`() throws {
        let request = try SumUpRequest(amount: "1", currency: "HUF", affiliateKey: "k")
        #expect(request.url() == "sumupmerchant://pay/1.0?amount=1&total=1&currency=HUF&affiliate-key=k")
        #expect(request.returns.all.isEmpty)
    }

    @Test(arguments: [
        ("12.50", "EUR", "12.50"), ("12.5", "EUR", "12.50"), ("12", "EUR", "12.00"), ("0.01", "EUR", "0.01"),
        ("12.500", "EUR", "12.50"), ("999999999999.99", "EUR", "999999999999.99"), ("1500", "HUF", "1500"),
        ("100", "JPY", "100"), ("100.00", "KRW", "100"), ("1.234", "KWD", "1.234"),
        ("1.2", "TND", "1.200"), ("1.2345", "CLF", "1.2345"),
        ("1500.00", "CLP", "1500"), ("3", "XXX", "3.00"),
    ])
    func `amounts are exact`(text: String, currency: String, written: String) throws {
        let request = try SumUpRequest(amount: text, currency: currency, affiliateKey: "k")
        #expect(request.amount.text == written)
    }

    @Test(arguments: [
        ("", "EUR", SumUpError.Reason.empty), ("0", "EUR", .zero), ("0.00", "EUR", .zero), ("-1", "EUR", .number),
        ("+1", "EUR", .number), ("1,50", "EUR", .number), ("1.", "EUR", .number), (".5", "EUR", .number),
        ("1e3", "EUR", .number), ("0x10", "EUR", .number), (" 1", "EUR", .number), ("1 ", "EUR", .number),
        ("1.2.3", "EUR", .number), ("012", "EUR", .number), ("00", "EUR", .number), ("NaN", "EUR", .number),
        ("١", "EUR", .number), ("１", "EUR", .number), ("1.005", "EUR", .decimals), ("1.50", "HUF", .decimals),
        ("100.50", "JPY", .decimals), ("1.50", "ISK", .decimals), ("1.2345", "KWD", .decimals),
        ("1000000000000", "EUR", .long), ("1.0000000000000", "EUR", .long), ("1'000", "EUR", .number),
        ("0.000", "EUR", .zero), ("1\u{301}", "EUR", .number),
    ])
    func `an invalid amount is refused`(text: String, currency: String, reason: SumUpError.Reason) {
        #expect(throws: SumUpError.wrong(.amount, reason)) {
            try SumUpRequest(amount: text, currency: currency, affiliateKey: "k")
        }
    }

    @Test(arguments: ["", "EU", "EURO", "eur", "Eur", "€UR", "E R", "ЕUR", "978"])
    func `a currency is three capital letters`(code: String) {
        #expect(throws: SumUpError.wrong(.currency, .form)) {
            try SumUpRequest(amount: "1", currency: code, affiliateKey: "k")
        }
    }

    @Test func `a currency that SumUp does not list is recognized as such`() {
        #expect(SumUpCurrency("EUR")?.isListed == true)
        #expect(SumUpCurrency("HRK")?.isListed == false)
    }

    @Test(arguments: [
        (SumUpField.affiliateKey, "", SumUpError.Reason.empty), (.affiliateKey, "a b", .characters),
        (.affiliateKey, "schlüssel", .characters), (.affiliateKey, String(repeating: "k", count: 257), .long),
        (.appID, "till", .form), (.appID, "com..till", .form), (.appID, "com.exa mple", .form), (.appID, "", .empty),
        (.title, "", .empty), (.title, "a\nb", .characters), (.title, "a\u{0}", .characters),
        (.title, "\u{2028}", .characters), (.title, String(repeating: "t", count: 513), .long),
        (.receiptEmail, "shop.example", .form), (.receiptEmail, "a@b@c.example", .form), (.receiptEmail, "@b.c", .form),
        (.receiptEmail, "a@b", .form), (.receiptEmail, "a b@c.example", .form), (.receiptEmail, "a@b..c", .form),
        (.receiptEmail, "a@b.example\r\nBcc: x@y.example", .form),
        (.receiptPhone, " 491701234567", .form), (.receiptPhone, "+49 170", .form), (.receiptPhone, "+", .form),
        (.receiptPhone, "123", .form), (.receiptPhone, "+1234567890123456", .long), (.receiptPhone, "0049-170", .form),
        (.foreignID, "", .empty), (.foreignID, "straße", .characters), (.foreignID, "a\tb", .characters),
        (.foreignID, String(repeating: "f", count: 129), .long),
    ])
    func `every value is checked`(field: SumUpField, value: String, reason: SumUpError.Reason) {
        #expect(throws: SumUpError.wrong(field, reason)) {
            try SumUpRequest(
                amount: "1", currency: "EUR", affiliateKey: field == .affiliateKey ? value : "k",
                appID: field == .appID ? value : nil, title: field == .title ? value : nil,
                receiptEmail: field == .receiptEmail ? value : nil, receiptPhone: field == .receiptPhone ? value : nil,
                foreignID: field == .foreignID ? value : nil)
        }
    }

    @Test func `a name of 128 characters is long enough, and not too long`() throws {
        let name = String(repeating: "~", count: 128)
        #expect(try SumUpRequest(amount: "1", currency: "EUR", affiliateKey: "k", foreignID: name).foreignID == name)
    }

    @Test(arguments: [
        ([SumUpRequest.Tag("a b", "1")], SumUpError.wrong(.tag, .characters)),
        ([.init("", "1")], .wrong(.tag, .characters)), ([.init("a", "")], .wrong(.tag, .empty)),
        ([.init("a", "\u{7}")], .wrong(.tag, .characters)), ([.init("a", "1"), .init("A", "2")], .duplicate),
        ([.init(String(repeating: "n", count: 65), "1")], .wrong(.tag, .long)),
        ([.init("a", String(repeating: "v", count: 257))], .wrong(.tag, .long)),
        ((0..<17).map { .init("t\($0)", "1") }, .wrong(.tag, .many)),
    ])
    func `notes are checked`(tags: [SumUpRequest.Tag], fault: SumUpError) {
        #expect(throws: fault) {
            try SumUpRequest(amount: "1", currency: "EUR", affiliateKey: "k", tags: tags)
        }
    }

    @Test func `no link is longer than what may be opened`() throws {
        let long = try SumUpReturnAddress("https://shop.example/" + String(repeating: "/", count: 2_000))
        #expect(throws: SumUpError.tooLong) {
            try SumUpRequest(
                amount: "1", currency: "EUR", affiliateKey: "k", returns: .init(success: long, failure: long))
        }
    }
}
