import QRReader
import QRWriter
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
        #expect(try QRDecoder.text(in: TestImage.png(of: code)) == text)
    }

    @Test(arguments: ["a", "wc:\(String(repeating: "0f", count: 32))@2?relay-protocol=irn&symKey=00"])
    func `the lines for a terminal show every module with a light border`(text: String) throws {
        let code = try #require(QRCode(text))
        var isDark: [[Bool]] = []
        for line in code.lines {
            let cells = try #require(line.wholeMatch(of: /\u{1B}\[97;40m(.*)\u{1B}\[0m/)).1
            #expect(cells.count == code.side + 4)
            isDark.append(cells.map { $0 == " " || $0 == "▄" })
            isDark.append(cells.map { $0 == " " || $0 == "▀" })
        }
        for row in -2..<code.side + 2 {
            for column in -2..<code.side + 2 {
                let isInside = 0..<code.side ~= row && 0..<code.side ~= column
                let expected = isInside && code.isDark[row * code.side + column]
                #expect(isDark[row + 2][column + 2] == expected)
            }
        }
    }

    @Test(arguments: [(11, 468), (27, 2_132), (1, 25)])
    func `each code of a series has the same size and can be read`(version: Int, longest: Int) throws {
        for count in [1, longest / 2, longest] {
            let text = String("UR:CRYPTO-PSBT/2-3/B$ZP0A%*+. 0123456789".prefix(count)).padding(count)
            let code = try #require(QRCode(alphanumeric: text, version: version))
            #expect(code.side == 17 + 4 * version)
            #expect(try QRDecoder.text(in: TestImage.png(of: code)) == text)
        }
        #expect(QRCode(alphanumeric: String(repeating: "A", count: longest + 1), version: version) == nil)
    }

    @Test(arguments: ["", "a", "Ä", "A\0", String(repeating: "A", count: 4_297)])
    func `text that the mode does not have is refused`(text: String) {
        #expect(QRCode(alphanumeric: text, version: 40) == nil)
        #expect(QRCode(alphanumeric: "A", version: 0) == nil)
        #expect(QRCode(alphanumeric: "A", version: 41) == nil)
    }

    @Test func `there is no code for empty or oversized text`() {
        #expect(QRCode("") == nil)
        #expect(QRCode(String(repeating: "x", count: QRCode.longest)) != nil)
        #expect(QRCode(String(repeating: "x", count: QRCode.longest + 1)) == nil)
    }
}

extension String {
    /// The text, repeated up to a number of characters.
    fileprivate func padding(_ count: Int) -> String {
        isEmpty ? self : String(String(repeating: self, count: count / self.count + 1).prefix(count))
    }
}
