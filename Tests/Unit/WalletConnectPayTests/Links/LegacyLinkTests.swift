import WalletConnectPay
import Testing

/// The two tables by which WalletConnect's kits are tested (yttrium `e6d4e03`, reown-swift `1f28261`), case by case.
struct LegacyLinkTests {
    private static let long = "pay_95a2ecc101KEYG1NH580DF2J04MBNRWE7V"

    @Test(arguments: [
        ("https://pay.walletconnect.com/pay_123", "pay_123"),
        ("http://pay.walletconnect.com/abc/123", "abc/123"),
        ("pay_456", "pay_456"),
        ("https://example.com/path/to/pay_789", "https%3A%2F%2Fexample.com%2Fpath%2Fto%2Fpay_789"),
        ("", nil),
        ("https://pay.wct.me/123", "https%3A%2F%2Fpay.wct.me%2F123"),
        ("https://pay.wct.me/abc_xyz", "https%3A%2F%2Fpay.wct.me%2Fabc_xyz"),
        (
            "wc:abc123@2?relay-protocol=irn&symKey=xyz&pay=https%3A%2F%2Fpay.wct.me%2F123",
            "https%3A%2F%2Fpay.wct.me%2F123"
        ),
        ("https://pay.walletconnect.com/path_id?pid=query_id", "query_id"),
        ("https://pay.walletconnect.com/?pid=pay_123", "pay_123"),
        ("https://pay.walletconnect.com/pay_123?foo=bar", "pay_123"),
        ("http://pay.walletconnect.com/pay_123", "pay_123"),
        ("http://pay.wct.me/123", "http%3A%2F%2Fpay.wct.me%2F123"),
        ("https://pay.walletconnect.com/?pid=\(long)", long),
        ("https%3A%2F%2Fpay.walletconnect.com%2F%3Fpid%3D\(long)", long),
        (
            "wc:abc123@2?relay-protocol=irn&symKey=xyz&pay=https%3A%2F%2Fpay.walletconnect.com%2F%3Fpid%3Dpay_03a2ecc101KEVQWPKPJ3TP47E1PBKSSV5Y",
            "pay_03a2ecc101KEVQWPKPJ3TP47E1PBKSSV5Y"
        ),
        (
            "wc:c4ef1cc525b890c9c46ed40656e9048452d1d3eafe7c77ac963255cf372bcc51@2?expiryTimestamp=1768825874&relay-protocol=irn&symKey=b0487747501cd883edf2e08f33d802cd42d77631a3c9633c18b001507cfcbdc9&pay=https%3A%2F%2Fstaging.pay.walletconnect.com%2F%3Fpid%3Dpay_95a2ecc101KFB3B5W45JBD6CH1KJPCW9T1",
            "pay_95a2ecc101KFB3B5W45JBD6CH1KJPCW9T1"
        ),
        ("https://staging.pay.walletconnect.com/?pid=pay_123", "pay_123"),
        ("https://dev.pay.walletconnect.com/?pid=pay_456", "pay_456"),
        (
            "https://fakepay.walletconnect.com/?pid=pay_123",
            "https%3A%2F%2Ffakepay.walletconnect.com%2F%3Fpid%3Dpay_123"
        ),
        (
            "https://evil.pay.walletconnect.com.attacker.com/?pid=pay_123",
            "https%3A%2F%2Fevil.pay.walletconnect.com.attacker.com%2F%3Fpid%3Dpay_123"
        ),
        (
            "wc%3Afe8314404caac9b487daca1bb3ba4076f1ef0a52794c6117bd944ed17c5b32a7%402%3FexpiryTimestamp%3D1768460398%26relay-protocol%3Dirn%26symKey%3Db614f88cbae08c993154c9c4c23cd538ca17600d0ee7666d52fb8494f6c98b70%26pay%3Dhttps%3A%2F%2Fpay.walletconnect.com%2F%3Fpid%3D\(long)",
            long
        ),
    ])
    func `the id matches that of the SDKs`(link: String, id: String?) {
        #expect((try? PaymentLink.legacyID(of: link)) == id)
    }

    /// Not in the kits' table, but what their code does with it.
    @Test(arguments: [
        ("yourwallet://walletconnectpay?paymentId=pay_xyz", nil),
        ("yourwallet://?uri=wc:abc@2&pay=pay_xyz", nil),
        ("wc:abc@2?pay=pay_xyz", "wc:abc@2?pay=pay_xyz"),
        ("https://pay.walletconnect.com/", nil),
        ("https://pay.walletconnect.com/?pid=", nil),
        ("https://PAY.WALLETCONNECT.COM/?pid=pay_1", "pay_1"),
        ("https://user@pay.walletconnect.com/?pid=pay_1", "pay_1"),
        ("https://pay.walletconnect.com:8443/?pid=pay_1", "pay_1"),
        (
            "https://pay.walletconnect.com@evil.com/?pid=pay_1",
            "https%3A%2F%2Fpay.walletconnect.com%40evil.com%2F%3Fpid%3Dpay_1"
        ),
        (
            "https://pay.walletconnect.com./?pid=pay_1",
            "https%3A%2F%2Fpay.walletconnect.com.%2F%3Fpid%3Dpay_1"
        ),
        ("https://pay.walletconnect.com/?pid=pay_1&pid=pay_2", "pay_1"),
        ("wc:abc@2?pay=https%3A%2F%2Fpay.walletconnect.com%2F%3Fx%3D1%26pid%3Dpay_1", "pay_1"),
        ("wc:abc@2?pay=https%3A%2F%2Fpay.wct.me%2Fx%3Fa%3D1%26b%3D2", "https%3A%2F%2Fpay.wct.me%2Fx%3Fa%3D1"),
        ("pay%5F123", "pay%5F123"),
        ("ethereum:pay.eth", "ethereum:pay.eth"),
        ("javascript:pay_1", "javascript:pay_1"),
    ])
    func `the result for other links matches the SDKs, too`(link: String, id: String?) {
        #expect((try? PaymentLink.legacyID(of: link)) == id)
    }

    @Test(arguments: [
        ("https://pay.walletconnect.com/?pid=pay_123", true),
        ("https://pay.walletconnect.com/pay_123", true),
        ("https://staging.pay.walletconnect.com/?pid=pay_123", true),
        ("https://pay.wct.me/123", true),
        ("wc:abc@2?pay=https%3A%2F%2Fpay.walletconnect.com%2F%3Fpid%3Dpay_123", true),
        ("wc%3Aabc%402%3Fpay%3Dhttps%253A%252F%252Fpay.walletconnect.com%252F", true),
        ("pay_123", true),
        ("pay%5F123", true),
        ("https%3A%2F%2Fpay%2ewalletconnect.com", true),
        ("wc:abc@2%3Fpay%3Dhttps://...", true),
        ("https://PAY.walletconnect.com/?pid=pay_123", true),
        ("wc:abc@2?PAY=https://...", true),
        ("PAY_ABC", true),
        ("https://example.com/checkout", false),
        ("wc:abc123@2?relay-protocol=irn&symKey=xyz", false),
        ("https://payments.example.com/process", false),
        ("", false),
        ("abc_123", false),
    ])
    func `the detection of payment links matches the SDKs`(link: String, looks: Bool) {
        #expect(PaymentLink.isPaymentLink(link) == looks)
    }

    @Test(arguments: [
        ("https://applepay.com/x", true), ("https://epay.ro/x", true), ("https://shop.example/?pay=1", true),
        ("ethereum:pay.eth", true), ("javascript:pay_1", true), ("https://www.paypal.com/x", false),
        ("sumupmerchant://pay/1.0?amount=1", false), ("pay", false), ("pay%", false), ("pay%2", false),
        (String(repeating: " ", count: 8_188) + "pay_", true), (String(repeating: " ", count: 8_189) + "pay_", false),
    ])
    func `a link that looks like a payment link is not necessarily one`(link: String, looks: Bool) {
        #expect(PaymentLink.isPaymentLink(link) == looks)
    }
}
