import SumUp
import Testing

@Suite struct SumUpAnswerTests {
    private static let base = "drawbridge://sumup-callback?attempt=a1"

    private func read(_ tail: String) throws -> SumUpAnswer {
        try SumUpAnswer(parsing: Self.base + tail, scheme: "drawbridge")
    }

    @Test func `a reply of the iOS app is parsed`() throws {
        let answer = try read(
            "&smp-status=success&smp-message=Bezahlt%20%2B%20gut&smp-tx-code=TAAA23B&foreign-tx-id=sale%207")
        #expect(answer.status == .success)
        #expect(answer.message == "Bezahlt + gut")
        #expect(answer.transactionCode == "TAAA23B")
        #expect(answer.foreignID == "sale 7")
        #expect(answer.attempt == "a1")
        #expect(answer.receiptSent == nil)
    }

    @Test func `a reply of the Android app is parsed`() throws {
        let answer = try read(
            "&smp-status=failed&smp-failure-cause=invalid-token&smp-receipt-sent=false&smp-tx-code=X1")
        #expect(answer.status == .failed(.login))
        #expect(answer.receiptSent == false)
    }

    @Test(arguments: [
        ("smp-status=success", SumUpStatus.success), ("smp-status=failed", .failed(.unsaid)),
        ("smp-status=failed&smp-failure-cause=transaction-failed", .failed(.transaction)),
        ("smp-status=failed&smp-failure-cause=geolocation-required", .failed(.location)),
        ("smp-status=failed&smp-failure-cause=invalid-param", .failed(.parameter)),
        ("smp-status=failed&smp-failure-cause=something", .unknown),
        ("smp-status=invalidstate", .notReady), ("smp-status=SUCCESS", .unknown), ("smp-status=success%20", .unknown),
        ("smp-status=successful", .unknown), ("smp-status=%00", .unknown), ("smp-status=%C3%9F", .unknown),
    ])
    func `a status that is not exactly known is not a success`(tail: String, status: SumUpStatus) throws {
        #expect(try read("&" + tail).status == status)
    }

    @Test(arguments: [
        "drawbridge://sumup-callback?a=b?smp-status=success", "drawbridge://sumup-callback/?smp-status=success",
        "DRAWBRIDGE://SUMUP-CALLBACK?smp-status=success", "drawbridge://sumup-callback?smp-status=success#x?y",
        "drawbridge://sumup-callback??smp-status=success", "drawbridge://sumup-callback?&&smp-status=success&",
    ])
    func `an address as rewritten by real senders is read`(text: String) throws {
        #expect(try SumUpAnswer(parsing: text, scheme: "drawbridge").status == .success)
    }

    private static let refused: [(String, SumUpError)] = [
        ("", .notAnAnswer), ("drawbridge:", .notAnAnswer), ("drawbridge://", .notAnAnswer),
        ("drawbridge://walletconnectpay?paymentId=x", .notAnAnswer),
        ("otherapp://sumup-callback?smp-status=success", .notAnAnswer),
        ("drawbridge://sumup-callbackx?smp-status=success", .notAnAnswer),
        ("drawbridge://sumup-callback:1?smp-status=success", .notAnAnswer),
        ("drawbridge://sumup-callback/x?smp-status=success", .notAnAnswer),
        ("drawbridge://sumup-callback.evil.example?smp-status=success", .notAnAnswer),
        ("drawbridge://sumup-callback\u{301}?smp-status=success", .notAnAnswer),
        ("drawbridge://x@sumup-callback?smp-status=success", .notAnAnswer),
        ("drawbridge:sumup-callback?smp-status=success", .notAnAnswer),
        ("drawbridge://sumup-callback", .missing(.status)), ("drawbridge://sumup-callback/", .missing(.status)),
        ("drawbridge://sumup-callback#smp-status=success", .missing(.status)),
        (base, .missing(.status)), ("\(base)&smp-status=", .missing(.status)),
        ("\(base)&smp-status", .missing(.status)),
        ("\(base)&smp-status=success&smp-status=failed", .duplicate),
        ("\(base)&smp-status=success&smp-status=success", .duplicate),
        ("\(base)&smp-status=failed&SMP-STATUS=success", .duplicate),
        ("\(base)&smp-status=success&attempt=b", .duplicate),
        ("\(base)&smp-status=success&smp%2Dstatus=failed", .duplicate),
        ("\(base)&smp-status=success&x=1&x=2", .duplicate),
        ("\(base)&smp-status=%", .form), ("\(base)&smp-status=%f", .form), ("\(base)&smp-status=%ff", .form),
        ("\(base)&smp-status=success&=", .form), ("\(base)&smp-status=a b", .form), ("\(base)&smp-status=\u{0}", .form),
        ("\(base)&smp-status=success&smp-tx-code=%3Cb%3E", .wrong(.transactionCode, .characters)),
        (
            "\(base)&smp-status=success&smp-tx-code=\(String(repeating: "A", count: 65))",
            .wrong(.transactionCode, .long)
        ),
        ("\(base)&smp-status=success&foreign-tx-id=%0A", .wrong(.foreignID, .characters)),
        ("\(base)&smp-status=success&foreign-tx-id=\(String(repeating: "A", count: 129))", .wrong(.foreignID, .long)),
        ("drawbridge://sumup-callback?attempt=..%2F&smp-status=success", .wrong(.attempt, .characters)),
        ("\(base)&smp-status=success&x=" + String(repeating: "x", count: 8_192), .tooLong),
    ]

    @Test(arguments: refused)
    func `an invalid answer, or two in one, is refused`(text: String, fault: SumUpError) {
        #expect(throws: fault) { try SumUpAnswer(parsing: text, scheme: "drawbridge") }
    }

    @Test func `a page gets the answer in its own address, whose query and fragment are kept`() throws {
        let answer = try read("&smp-status=failed&smp-failure-cause=invalid-param&smp-message=a%20%2Bb&smp-tx-code=X1")
        let link = answer.link(to: try SumUpReturnAddress("https://a.example/p?q=1&r=a%20b#top"), foreignID: "s+7")
        #expect(
            link == "https://a.example/p?q=1&r=a%20b&smp-status=failed&smp-failure-cause=invalid-param"
                + "&smp-message=a%20%2Bb&smp-tx-code=X1&foreign-tx-id=s%2B7#top")
        for (address, start) in [
            ("till://x", "till://x?smp-"), ("till://x?", "till://x?smp-"), ("till://x?a&", "till://x?a&smp-"),
        ] {
            #expect(answer.link(to: try SumUpReturnAddress(address), foreignID: nil).hasPrefix(start))
        }
    }

    @Test func `an undocumented status is not passed on as a failure`() throws {
        let link = try read("&smp-status=pending").link(
            to: try SumUpReturnAddress("https://a.example/p"), foreignID: "s")
        #expect(link == "https://a.example/p?foreign-tx-id=s")
    }

    @Test func `no truncated or changed answer crashes the program`() throws {
        let link = Array(("\(Self.base)&smp-status=success&smp-tx-code=A1&foreign-tx-id=%7E").utf8)
        for length in 0...link.count {
            _ = try? SumUpAnswer(parsing: String(decoding: link[..<length], as: UTF8.self), scheme: "drawbridge")
        }
        for index in link.indices {
            for byte in 0...UInt8.max {
                var other = link
                other[index] = byte
                _ = try? SumUpAnswer(parsing: String(decoding: other, as: UTF8.self), scheme: "drawbridge")
            }
        }
    }
}
