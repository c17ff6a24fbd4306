import Foundation
import SumUp
import Testing

@Suite struct SumUpRequestReadingTests {
    private static let base = "sumupmerchant://pay/1.0?amount=1.50&currency=EUR&affiliate-key=k"

    @Test func `a request survives a round trip`() throws {
        let request = try SumUpRequest(
            amount: "12.5", currency: "EUR", affiliateKey: "k%k", appID: "com.example.till",
            title: "100 % + a=b & c?#", receiptEmail: "a+b@shop.example", receiptPhone: "+491701234567",
            foreignID: "sale 7 + % & =",
            returns: .init(
                success: SumUpReturnAddress("till://a?b=c&d=e%20f#g"),
                failure: SumUpReturnAddress("https://a.example/x"),
                either: SumUpReturnAddress("till:z")), skipsSuccessScreen: true,
            tags: [.init("b", "2 +"), .init("a", "1")])
        #expect(try SumUpRequest(parsing: request.url()) == request)
    }

    @Test(arguments: [
        base, base.replacing("sumupmerchant", with: "SumUpMerchant"), base.replacing("//pay", with: "//PAY"),
        "\(base)&total=1.50", "\(base)&total=1.5", base.replacing("amount=", with: "total="), "\(base)&", "\(base)&x=y",
        "\(base)&paymentType=card_reader&skipSuccessScreen=true", "\(base)&title=", "\(base)&&title=a",
    ])
    func `other requests that the app accepts are read, too`(text: String) throws {
        let request = try SumUpRequest(parsing: text)
        #expect(request.amount.text == "1.50")
        #expect(request.skipsSuccessScreen == false)
    }

    @Test func `a plus is a space, as in the app, so the shown amount is the charged amount`() throws {
        #expect(try SumUpRequest(parsing: "\(Self.base)&title=Coffee+and+%2B").title == "Coffee and +")
        #expect(try SumUpRequest(parsing: "\(Self.base)&foreign-tx-id=sale+7").foreignID == "sale 7")
        #expect(try SumUpRequest(parsing: "\(Self.base)&smpprtag-a=x+y").tags == [.init("a", "x y")])
    }

    @Test func `a plus where a space is impossible is a plus, as Foundation's URL components write it`() throws {
        var parts = URLComponents()
        (parts.scheme, parts.host, parts.path) = ("sumupmerchant", "pay", "/1.0")
        let items = [
            ("amount", "1.50"), ("currency", "EUR"), ("affiliate-key", "k+k"), ("receipt-mobilephone", "+49123456789"),
            ("receipt-email", "a+b@shop.example"), ("callbacksuccess", "till://paid?a+b"), ("title", "Tea & cake"),
        ]
        parts.queryItems = items.map { URLQueryItem(name: $0.0, value: $0.1) }
        let link = try #require(parts.string)
        // The case is real only while Foundation leaves the sign as it is.
        #expect(link.contains("receipt-mobilephone=+49123456789"))
        let request = try SumUpRequest(parsing: link)
        #expect(request.receiptPhone == "+49123456789")
        #expect(request.receiptEmail == "a+b@shop.example")
        #expect(request.affiliateKey == "k+k")
        #expect(request.returns.success?.text == "till://paid?a+b")
        #expect(request.title == "Tea & cake")
        // What is handed on says it so that every reader understands it.
        #expect(request.url().contains("receipt-mobilephone=%2B49123456789"))
    }

    @Test(arguments: ["true", "TRUE", "True"])
    func `the screen is skipped only for the word true`(value: String) throws {
        #expect(try SumUpRequest(parsing: "\(Self.base)&skip-screen-success=\(value)").skipsSuccessScreen)
    }

    @Test(arguments: ["false", "1", "yes", "true%20", ""])
    func `no other value skips the screen`(value: String) throws {
        #expect(try !SumUpRequest(parsing: "\(Self.base)&skip-screen-success=\(value)").skipsSuccessScreen)
    }

    private static let refused: [(String, SumUpError)] = [
        ("", .notARequest), ("sumupmerchant", .notARequest), ("sumupmerchant:", .notARequest),
        ("sumupmerchant://pay", .notARequest), ("sumupmerchant://pay?amount=1", .notARequest),
        ("sumupmerchant://pay/2.0?amount=1", .notARequest), ("sumupmerchant://pay/1.0/x?amount=1", .notARequest),
        ("sumupmerchant://pay.example/1.0?amount=1", .notARequest),
        ("sumupmerchant://u@pay/1.0?amount=1", .notARequest),
        ("sumupmerchant://pay:1/1.0?amount=1", .notARequest), ("sumupmerchanttest://pay/1.0?amount=1", .notARequest),
        ("sumupmerchantx://pay/1.0?amount=1", .notARequest), (" \(base)", .notARequest),
        ("http://pay/1.0?amount=1", .notARequest),
        ("sumupmerchant://pay/1.0?", .missing(.currency)), ("sumupmerchant://pay/1.0?currency=EUR", .missing(.amount)),
        ("sumupmerchant://pay/1.0?currency=EUR&amount=1", .missing(.affiliateKey)),
        ("sumupmerchant://pay/1.0?amount=1&currency=&affiliate-key=k", .missing(.currency)),
        ("\(base)&amount=2.00", .duplicate), ("\(base)&Amount=2.00", .duplicate), ("\(base)&x=1&x=1", .duplicate),
        ("\(base)&%61mount=2.00", .duplicate), ("\(base)&smpprtag-a=1&smpprtag-A=2", .duplicate),
        ("\(base)&total=1.51", .amountsDiffer), ("\(base)&total=1,50", .wrong(.total, .number)),
        ("\(base)&total=-1.50", .wrong(.total, .number)), ("\(base)&title=%", .form), ("\(base)&title=%4", .form),
        ("\(base)&title=%zz", .form), ("\(base)&title=%ff", .form), ("\(base)&title=%C3%28", .form),
        ("\(base)&title=ü", .form),
        ("\(base)&title=a b", .form), ("\(base)&title=a#b", .form), ("\(base)#x", .form), ("\(base)&=x", .form),
        ("\(base)&%20=x", .form), ("\(base)&title=%00", .wrong(.title, .characters)),
        ("\(base)&title=%0D%0A", .wrong(.title, .characters)),
        ("\(base)&callback=javascript:alert(1)", .wrong(.callback, .scheme)),
        ("\(base)&callbacksuccess=data:text%2Fhtml,x", .wrong(.callbackSuccess, .scheme)),
        ("\(base)&callbackfail=file%3A%2F%2F%2Fetc%2Fpasswd", .wrong(.callbackFailure, .scheme)),
        ("\(base)&callback=sumupmerchant:%2F%2Fpay", .wrong(.callback, .scheme)),
        ("\(base)&smpprtag-=x", .wrong(.tag, .characters)), ("\(base)&smpprtag-a%20b=x", .form),
        ("\(base)&title=" + String(repeating: "x", count: 8_192), .tooLong),
    ]

    @Test(arguments: refused)
    func `an ambiguous or harmful request is refused`(text: String, fault: SumUpError) {
        #expect(throws: fault) { try SumUpRequest(parsing: text) }
    }

    @Test func `every form of link that the app accepts is recognized`() {
        for text in ["sumupmerchant://pay", "SUMUPMERCHANT:x", "sumupmerchanttest:", "sumupmerchant"] {
            #expect(SumUpRequest.isRequest(text))
        }
        for text in ["", "sumup:", "https://sumupmerchant/", "xsumupmerchant:"] {
            #expect(!SumUpRequest.isRequest(text))
        }
    }

    @Test func `no truncated or changed link crashes the program`() throws {
        let link = Array(("\(Self.base)&title=%C3%9F&callback=till%3A%2F%2Fx&smpprtag-a=b").utf8)
        for length in 0...link.count {
            _ = try? SumUpRequest(parsing: String(decoding: link[..<length], as: UTF8.self))
        }
        for index in link.indices {
            for byte in [0, 0x20, 0x25, 0x26, 0x2B, 0x3D, 0x3F, 0x80, 0xFF] as [UInt8] {
                var other = link
                other[index] = byte
                let text = String(decoding: other, as: UTF8.self)
                guard let request = try? SumUpRequest(parsing: text) else { continue }
                #expect(try SumUpRequest(parsing: request.url()) == request)
            }
        }
    }
}
