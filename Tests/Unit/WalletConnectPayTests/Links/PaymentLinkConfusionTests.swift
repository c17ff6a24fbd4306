import WalletConnectPay
import Testing

/// Links that differ from a right one by a little.
struct PaymentLinkConfusionTests {
    private static let right = "https://staging.pay.walletconnect.com:443/?pid=pay_1"

    /// Every character of ASCII, and some that look like one or show nothing.
    private static let characters =
        (0..<0x80).compactMap { Unicode.Scalar($0) }.map(Character.init)
        + [
            "\u{A0}", "\u{AD}", "\u{200B}", "\u{200D}", "\u{202E}", "\u{2024}", "\u{2044}", "\u{3002}", "\u{FF0E}",
            "\u{FF0F}",
        ]
        + ["\u{FF20}", "\u{FEFF}", "\u{430}", "\u{440}", "\u{E9}", "\u{301}", "\u{131}", "\u{1F4A9}"]

    /// Whether `text` is a link to the service, told in another way than the parser does: by one pattern.
    private static func isRight(_ text: String) -> Bool {
        text.wholeMatch(
            of:
                /[\t-\r ]*(?i:https):\/\/(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*pay\.walletconnect\.com(?::443)?[\/?].*[\t-\r ]*/
                .asciiOnlyCharacterClasses().ignoresCase().dotMatchesNewlines()) != nil
    }

    private func accepted(_ texts: some Sequence<String>) -> (accepted: Int, wrong: [String], refused: Int) {
        var result = (accepted: 0, wrong: [String](), refused: 0)
        for text in texts {
            guard (try? PaymentLink(text)) != nil else {
                result.refused += 1
                continue
            }
            result.accepted += 1
            if !Self.isRight(text) { result.wrong.append(text) }
        }
        return result
    }

    @Test func `adding, removing or changing a character never turns another site into the service`() {
        let letters = Array(Self.right)
        var texts: [String] = []
        for index in 0...letters.count {
            for character in Self.characters {
                texts.append(String(letters[..<index] + [character] + letters[index...]))
                if index < letters.count {
                    texts.append(String(letters[..<index] + [character] + letters[(index + 1)...]))
                }
            }
            if index < letters.count { texts.append(String(letters[..<index] + letters[(index + 1)...])) }
        }
        let result = accepted(texts)
        #expect(result.wrong == [])
        #expect(result.accepted > 500)
        #expect(result.refused > 10_000)
    }

    @Test func `host names composed of parts are the service's or refused`() {
        let parts = [
            "pay.walletconnect.com", "evil.com", "walletconnect.com", "pay", ".", "@", ":", "/", "\\", "%2F", "%40",
            "%2e", "?", "#", "-", "x.",
        ]
        var texts: [String] = []
        for one in parts {
            for two in parts {
                for three in parts {
                    texts.append("https://\(one)\(two)\(three)/?pid=pay_1")
                    texts.append("wc:a@2?pay=https://\(one)\(two)\(three)/pay_1")
                }
            }
        }
        let result = accepted(texts.filter { $0.hasPrefix("https") })
        #expect(result.wrong == [])
        #expect(result.accepted > 0)
        for text in texts where !text.hasPrefix("https") {
            guard let link = try? PaymentLink(text) else { continue }
            #expect(Self.isRight("https://\(link.site ?? "")/"), "\(text)")
        }
    }
}
