import Bridge
import WalletConnectPay
import Testing

struct PaymentLinkTests {
    private let rule = PaymentLinkRule(schemes: ["yourwallet"])
    private static let topic = String(repeating: "c4", count: 32)

    @Test(arguments: [
        // A page of the service.
        "https://pay.walletconnect.com/?pid=pay_1", "https://pay.walletconnect.com/pay_1",
        "https://pay.walletconnect.com?pid=pay_1", "https://pay.walletconnect.com/pay_1?foo=bar",
        "https://pay.walletconnect.com/path_id?pid=pay_1", "https://pay.walletconnect.com/pay_1?pid=pay_1",
        "https://staging.pay.walletconnect.com/?pid=pay_1", "https://dev.pay.walletconnect.com/?pid=pay_1",
        "https://PAY.WALLETCONNECT.COM/?pid=pay_1", "HTTPS://pay.walletconnect.com/?pid=pay_1",
        "https://pay.walletconnect.com:443/?pid=pay_1",
        "https://pay.walletconnect.com/collect/?pid=pay_1&accounts=eip155%3A1%3A0x1",
        "https://pay.walletconnect.com/?utm&x=1&x=2&pidgin=2&pid=pay_1", "https://pay.walletconnect.com/?pid=pay%5F1",
        "https://pay.walletconnect.com/pay%5F1", "https://pay.walletconnect.com/?%70id=pay_1",
        // Encoded as a whole, once.
        "https%3A%2F%2Fpay.walletconnect.com%2F%3Fpid%3Dpay_1", "pay_1", "pay%5F1",
        // A pairing with a payment in it.
        "wc:abc@2?pay=pay_1", "wc:abc@2?pay=https%3A%2F%2Fpay.walletconnect.com%2F%3Fpid%3Dpay_1",
        "wc:abc@2?pay=https%3A%2F%2Fpay.walletconnect.com%2F%3Fx%3D1%26pid%3Dpay_1",
        "wc:abc@2?pay=https%253A%252F%252Fpay.walletconnect.com%252F%253Fpid%253Dpay_1",
        "wc:abc@2?relay-protocol=irn&symKey=x&pay=https://pay.walletconnect.com/pay_1",
        "wc:\(topic)@2?expiryTimestamp=1768825874&relay-protocol=irn&symKey=\(topic)&pay=https%3A%2F%2Fstaging.pay.walletconnect.com%2F%3Fpid%3Dpay_1",
        "wc%3A\(topic)%402%3FexpiryTimestamp%3D1768460398%26relay-protocol%3Dirn%26symKey%3D\(topic)%26pay%3Dhttps%3A%2F%2Fpay.walletconnect.com%2F%3Fpid%3Dpay_1",
        // Our own scheme.
        "yourwallet://walletconnectpay?paymentId=pay_1", "yourwallet://walletconnectpay/?paymentId=pay_1&x=2",
        "YourWallet://WalletConnectPay?paymentId=pay_1", "yourwallet://?uri=wc:abc@2&pay=pay_1",
        "yourwallet://?uri=wc%3A\(topic)%402%3FrelayProtocol%3Dirn%26symKey%3D\(topic)%26pay%3Dhttps%253A%252F%252Fpay.walletconnect.com%252F%253Fpid%253Dpay_1",
        "yourwallet://wc?uri=wc%3Aabc%402%3Fpay%3Dpay_1",
        "yourwallet://?uri=wc:abc@2?relay-protocol=irn&symKey=x&pay=https%3A%2F%2Fpay.walletconnect.com%2Fpay_1",
        // White space around it, as a person copies it.
        "  pay_1\n", "\t https://pay.walletconnect.com/?pid=pay_1 \r\n",
    ])
    func `every form of a link is resolved to its payment`(link: String) throws {
        #expect(try PaymentLink(link, rule: rule).id.text == "pay_1")
    }

    @Test func `a link reports the site that it names`() throws {
        #expect(try PaymentLink("https://Staging.pay.walletconnect.com/pay_1").site == "staging.pay.walletconnect.com")
        #expect(try PaymentLink("wc:a@2?pay=https://pay.walletconnect.com/pay_1").site == "pay.walletconnect.com")
        #expect(try PaymentLink("pay_1").site == nil)
        #expect(try PaymentLink("drawbridge://walletconnectpay?paymentId=pay_1").id.text == "pay_1")
    }

    @Test(arguments: [
        // Look-alikes.
        "https://fakepay.walletconnect.com/?pid=pay_1", "https://evilpay.walletconnect.com/?pid=pay_1",
        "https://pay.walletconnect.com.evil.com/?pid=pay_1",
        "https://evil.pay.walletconnect.com.attacker.com/?pid=pay_1",
        "https://xpay.walletconnect.com.co/?pid=pay_1", "https://walletconnect.com/?pid=pay_1",
        "https://pay.walletconnect.comx/?pid=pay_1", "https://pay.walletconnect.org/?pid=pay_1",
        "https://pay.walletconnect.com./?pid=pay_1", "https://.pay.walletconnect.com/?pid=pay_1",
        "https://a..pay.walletconnect.com/?pid=pay_1", "https://-.pay.walletconnect.com/?pid=pay_1",
        "https://a_b.pay.walletconnect.com/?pid=pay_1", "https://pay.wct.me/?pid=pay_1", "https://pay.wct.me/pay_1",
        "https://pay.walletconnect.com%40evil.test/?pid=pay_1", "https://pay.walletconnect.com%2eevil.test/?pid=pay_1",
        "https://evil.com%2f.pay.walletconnect.com/?pid=pay_1", "https://pay%2Ewalletconnect.com/?pid=pay_1",
        "https://pay.walletconnect.com%2F%3Fpid%3Dpay_1/?pid=pay_1", "https://pay.walletconnect.com;x/?pid=pay_1",
        "https://evil.com/https://pay.walletconnect.com/?pid=pay_1", "https://evil.com/pay.walletconnect.com/pay_1",
        "https://evil.com/?https://pay.walletconnect.com/&pid=pay_1", "https:///pay.walletconnect.com/?pid=pay_1",
        "https://xn--py-2ka.walletconnect.com/?pid=pay_1", "https://127.0.0.1/?pid=pay_1", "https://[::1]/?pid=pay_1",
        "https://[::ffff:127.0.0.1]:443/?pid=pay_1", "https://2130706433/?pid=pay_1", "https://localhost/?pid=pay_1",
        "https://applepay.com/pay_1", "https://epay.ro/pay_1", "https://www.paypal.com/pay_1",
        "wc:abc@2?pay=https%3A%2F%2Fevil.com%2F%3Fpid%3Dpay_1", "wc:abc@2?pay=https%3A%2F%2Fpay.wct.me%2Fpay_1",
        "yourwallet://?uri=wc:abc@2&pay=https%3A%2F%2Fevil.com%2Fpay_1",
    ])
    func `a lookalike of the service is another site`(link: String) {
        #expect(throws: PayError.link(.otherSite)) { try PaymentLink(link, rule: rule) }
    }

    @Test(arguments: [
        "https://user@pay.walletconnect.com/?pid=pay_1", "https://user:pw@pay.walletconnect.com/?pid=pay_1",
        "https://pay.walletconnect.com@evil.com/?pid=pay_1", "https://@pay.walletconnect.com/?pid=pay_1",
        "https://evil.com%2F@pay.walletconnect.com/?pid=pay_1", "https://pay.walletconnect.com:8443/?pid=pay_1",
        "https://pay.walletconnect.com:/?pid=pay_1", "https://pay.walletconnect.com:0443/?pid=pay_1",
        "https://pay.walletconnect.com:443:443/?pid=pay_1", "https://pay.walletconnect.com:80/?pid=pay_1",
        "https://pay.walletconnect.com/?pid=pay_1#", "https://pay.walletconnect.com/#?pid=pay_1",
        "https://pay.walletconnect.com#@evil.com/?pid=pay_1", "wc:abc@2?pay=pay_1#x",
        "wc:abc@2?pay=https%3A%2F%2Fuser%40pay.walletconnect.com%2Fpay_1",
        "yourwallet://walletconnectpay?paymentId=pay_1#pay_2",
    ])
    func `a user name, a port or a fragment is refused`(link: String) {
        #expect(throws: PayError.link(.address)) { try PaymentLink(link, rule: rule) }
    }

    @Test(arguments: [
        "http://pay.walletconnect.com/pay_1", "http://staging.pay.walletconnect.com/?pid=pay_1",
        "wc:abc@2?pay=http%3A%2F%2Fpay.walletconnect.com%2Fpay_1",
    ])
    func `a link over plain HTTP is refused`(link: String) {
        #expect(throws: PayError.link(.insecure)) { try PaymentLink(link, rule: rule) }
    }

    @Test(arguments: [
        "https://pay.walletconnect.com/?pid=pay_1&pid=pay_2", "https://pay.walletconnect.com/?pid=pay_1&pid=pay_1",
        "https://pay.walletconnect.com/?pid=pay_1&%70id=pay_2", "https://pay.walletconnect.com/?PID=pay_1",
        "https://pay.walletconnect.com/?pid[]=pay_1".replacing("[]", with: "%5B%5D"),
        "https://pay.walletconnect.com/?pid=pay_1&Pid=pay_2", "https://pay.walletconnect.com/pay_2?pid=pay_1",
        "https://pay.walletconnect.com/pay_2/?pid=pay_1", "https://pay.walletconnect.com/x/pay_2?pid=pay_1",
        "https://pay.walletconnect.com/pay%5F2/x/?pid=pay_1", "https://pay.walletconnect.com//pay_2?pid=pay_1",
        "wc:abc@2?pay=pay_1&pay=pay_2", "wc:abc@2?PAY=pay_1", "wc:abc@2?pay[0]=pay_1",
        "yourwallet://walletconnectpay?paymentId=pay_1&paymentId=pay_2",
        "yourwallet://walletconnectpay?paymentid=pay_1",
        "yourwallet://walletconnectpay?paymentId[]=pay_1", "yourwallet://walletconnectpay?paymentId=pay_1&pay=pay_2",
        "yourwallet://?uri=wc:a@2&uri=wc:b@2&pay=pay_1", "yourwallet://?uri=wc%3Aa%402%3Fpay%3Dpay_1&pay=pay_1",
        "yourwallet://?uri=wc:a@2&pay=pay_1&paymentId=pay_2", "yourwallet://?URI=wc:a@2&pay=pay_1",
        // Found by the fuzzer's claim that the kits read no other payment: they decode first.
        "https://pay.walletconnect.com/?x=%26pid=pay_2&pid=pay_1",
    ])
    func `a link that names a payment in two ways is refused, even if both agree`(link: String) {
        #expect(throws: PayError.link(.ambiguous)) { try PaymentLink(link, rule: rule) }
    }

    @Test(arguments: [
        "", " ", "abc_123", "PAY_ABC", "Pay_1", "pay-1", "checkout", "https", "https:",
        "https:pay.walletconnect.com/pay_1",
        "https:/pay.walletconnect.com/pay_1", "//pay.walletconnect.com/pay_1", "pay.walletconnect.com/pay_1",
        "wc:abc@2?relay-protocol=irn&symKey=x", "wc:abc@2", "wc:abc@1?pay=pay_1", "wc:abc?pay=pay_1", "wc:@2?pay=pay_1",
        "wc://abc@2?pay=pay_1", "wc:abc@2@2?pay=pay_1", "wc:abc@2%3Fpay%3Dhttps://...",
        "wc:abc@2?pay=wc:abc@2?pay=pay_1",
        "wc:abc@2?pay=javascript:pay_1", "wc:abc@2?pay=yourwallet://walletconnectpay?paymentId=pay_1",
        "ethereum:pay.eth", "javascript:pay_1", "javascript:alert(1)//pay_1", "data:text/html,pay_1", "file:///pay_1",
        "bitcoin:pay_1", "sumupmerchant://pay/1.0?amount=1&paymentId=pay_1",
        "view-source:https://pay.walletconnect.com/pay_1",
        "otherwallet://walletconnectpay?paymentId=pay_1", "yourwallet:walletconnectpay?paymentId=pay_1",
        "yourwallet://walletconnectpay/x?paymentId=pay_1", "yourwallet://evil?paymentId=pay_1",
        "yourwallet://?pay=pay_1",
        "yourwallet://?uri=https://pay.walletconnect.com/pay_1", "yourwallet://?uri=wc:abc@2", "yourwallet://",
        "yourwallet://user@walletconnectpay?paymentId=pay_1", "yourwallet://walletconnectpay:1?paymentId=pay_1",
        "yourwallet://sumup-callback?smp-status=success", "mailto:pay_1@pay.walletconnect.com", "payto:pay_1",
    ])
    func `anything but a payment link is refused`(link: String) {
        #expect(throws: PayError.link(.notPayment)) { try PaymentLink(link, rule: rule) }
    }

    @Test(arguments: [
        "https://pay.walletconnect.com/", "https://pay.walletconnect.com", "https://pay.walletconnect.com/?pid=",
        "https://pay.walletconnect.com/?pid", "https://pay.walletconnect.com/abc/pay_1",
        "https://pay.walletconnect.com/pay_1/", "https://pay.walletconnect.com//pay_1",
        "https://pay.walletconnect.com/?paymentId=pay_1", "https%3A%2F%2Fpay%2ewalletconnect.com", "wc:abc@2?pay=",
        "wc%3Aabc%402%3Fpay%3Dhttps%253A%252F%252Fpay.walletconnect.com%252F", "yourwallet://walletconnectpay",
        "yourwallet://walletconnectpay?paymentId=",
    ])
    func `a service link without a payment is distinguished from other links`(link: String) {
        #expect(throws: PayError.link(.noPayment)) { try PaymentLink(link, rule: rule) }
    }

    @Test(arguments: [
        "pay_", "https://pay.walletconnect.com/?pid=pay_", "https://pay.walletconnect.com/?pid=pay_1%2F2",
        "https://pay.walletconnect.com/?pid=pay_1%2531", "wc:abc@2?pay=pay_1/2", "pay_1/../2", "pay_1?x=1", "pay_1&x",
        "yourwallet://walletconnectpay?paymentId=pay_1%2F..%2Fpay_2", "pay_" + String(repeating: "a", count: 125),
    ])
    func `an id with characters that need encoding is refused`(link: String) {
        #expect(throws: PayError.link(.id)) { try PaymentLink(link, rule: rule) }
    }

    @Test(arguments: [
        "pay_1 2", "pay_1\n2", "pay_\u{200B}1", "\u{FEFF}pay_1", "pay_1\u{0}", "\u{A0}pay_1", "pay_\u{202E}1", "pay_é",
        "https://pay.walletconnect.com/?pid=pay_1%202", "https://pay.walletconnect.com/?pid=pay_1%00",
        "https://pay.walletconnect.com/?pid=pay_1%E2%80%8B", "https://pay.walletconnect.com\\@evil.com/?pid=pay_1",
        "https:\\\\pay.walletconnect.com/?pid=pay_1", "https://ｐay.walletconnect.com/?pid=pay_1",
        "https://pay.wаlletconnect.com/?pid=pay_1", "https://pay。walletconnect.com/?pid=pay_1", "pay%5", "pay%GG1", "%",
        "https://pay.walletconnect.com/?pid=pay%5", "https://pay.walletconnect.com/?%zz=1&pid=pay_1",
        "https://pay.walletconnect.com/?pid=\"pay_1\"", "pay%25255F1", "wc:abc@2?pay=pay%2525255F1",
        // Encoded twice or more: a reader that decodes once finds another text in it.
        "%2570ay_1", "pay%255F1", "%252570ay_1", "wc:abc@2?pay=%2570ay_1", "wc:abc@2?pay=pay%255F1",
        "https%253A%252F%252Fpay.walletconnect.com%252F%253Fpid%253Dpay_1",
        "wc:abc@2?pay=https%25253A%25252F%25252Fpay.walletconnect.com%25252Fpay_1",
        "wc%3Aabc%402%3Fpay%3Dhttps%25253A%25252F%25252Fpay.walletconnect.com%25252Fpay_1",
        "yourwallet://walletconnectpay?paymentId=%2570ay_1",
        "yourwallet://?uri=wc:abc@2&pay=https%253A%252F%252Fpay.walletconnect.com%252Fpay_1",
        "yourwallet://?uri=wc%3Aabc%402%3Fpay%3D%252570ay_1",
        "https://pay.wallet\tconnect.com/?pid=pay_1", "java\nscript:pay_1",
    ])
    func `invisible characters, lookalikes and characters that need encoding are refused`(link: String) {
        #expect(throws: PayError.link(.characters)) { try PaymentLink(link, rule: rule) }
    }

    @Test func `a link may have at most eight kilobytes`() throws {
        let start = "https://pay.walletconnect.com/?pid=pay_1&x="
        let longest = start + String(repeating: "a", count: PaymentLink.limit - start.utf8.count)
        #expect(try PaymentLink(longest).id.text == "pay_1")
        for text in [
            longest + "a", longest + " ", String(repeating: "%25", count: 400_000),
            String(repeating: " ", count: 10 << 20),
        ] {
            #expect(throws: PayError.link(.tooLong)) { try PaymentLink(text) }
            #expect(!PaymentLink.isPaymentLink(text + "pay_"))
            #expect(throws: PayError.invalidRequest) { try PaymentLink.legacyID(of: text) }
        }
    }

    @Test func `a custom gateway is a site, too, identified by its whole origin`() throws {
        let own = PaymentLinkRule(origins: [try Origin(serialized: "http://127.0.0.1:8080")])
        #expect(try PaymentLink("http://127.0.0.1:8080/?pid=pay_1", rule: own).site == "127.0.0.1:8080")
        #expect(try PaymentLink("wc:a@2?pay=http%3A%2F%2F127.0.0.1%3A8080%2Fpay_1", rule: own).id.text == "pay_1")
        for other in ["https://127.0.0.1:8080/pay_1", "http://127.0.0.1:8081/pay_1", "http://127.0.0.1/pay_1"] {
            #expect(throws: PayError.link(.otherSite)) { try PaymentLink(other, rule: own) }
        }
    }

    @Test func `every error has a message`() {
        #expect("\(PayError.link(.otherSite))" == "This link leads to a site other than the payment service.")
    }
}
