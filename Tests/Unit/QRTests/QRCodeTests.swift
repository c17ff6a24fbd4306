import QR
import Testing

@Suite struct QRCodeTests {
    @Test(arguments: [
        "a", "https://pay.walletconnect.com/?pid=pay_0123456789", "Straße + 漢字 🍰",
        "sumupmerchant://pay/1.0?amount=12.50&total=12.50&currency=EUR&affiliate-key=k&receipt-mobilephone=%2B49170",
        String(repeating: "x", count: 1_000),
    ])
    func `a drawn code can be read`(text: String) throws {
        let code = try #require(QRCode(text))
        #expect(code.isDark.count == code.side * code.side)
        #expect(try QRDecoder.text(in: TestPicture.png(of: code)) == text)
    }

    @Test func `there is no code for empty or oversized text`() {
        #expect(QRCode("") == nil)
        #expect(QRCode(String(repeating: "x", count: QRCode.longest)) != nil)
        #expect(QRCode(String(repeating: "x", count: QRCode.longest + 1)) == nil)
    }
}
