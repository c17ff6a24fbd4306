/// URLs in which two parsers may find different hosts.
///
/// They are generated, not collected: each pattern combines a trusted and a hostile host with a separator. The tests
/// that use them ask the browser for its reading.
public enum HostConfusion {
    /// The trusted host.
    public static let trusted = "pay.walletconnect.com"

    /// The hostile host.
    public static let hostile = "evil.test"

    /// All URLs: each pattern with each separator.
    public static let all: [String] = {
        var seen: Set<[UInt8]> = []
        return (patterns.flatMap { pattern in marks.map { pattern($0) } } + single)
            .filter { seen.insert(Array($0.utf8)).inserted }
    }()

    private static let patterns: [@Sendable (String) -> String] = [
        { "https://\(hostile)\($0)@\(trusted)/" }, { "https://\(hostile)\($0)\(trusted)/" },
        { "https://\(trusted)\($0)\(hostile)/" }, { "https://\(trusted)\($0)@\(hostile)/" },
        { "https://\(trusted)\($0).\(hostile)/" }, { "https://\(hostile)\($0).\(trusted)/" },
        { "https://\(trusted)@\(hostile)\($0)" }, { "https://\(trusted):443\($0)@\(hostile)/" },
        { "https://x:\($0)@\(hostile)/\(trusted)" }, { "https://\(hostile)/\($0)\(trusted)" },
        { "https:\($0)\(hostile)/\(trusted)" }, { "\($0)//\(hostile)/\(trusted)" },
        { "https://\($0)\(hostile)#\(trusted)" }, { "https://\(trusted)\($0)" },
        { "https://pay\($0)walletconnect.com/" }, { "https://\(trusted.dropLast())\($0)/" },
        { "https://\($0)\(trusted)/" }, { "http\($0)://\(trusted)/" },
    ]

    private static let marks: [String] =
        (0x00...0x2F).map(text) + (0x3A...0x40).map(text) + (0x5B...0x60).map(text) + (0x7B...0x7F).map(text)
        + ["", "%00", "%09", "%0a", "%0d%0a", "%20", "%23", "%2e", "%2f", "%3a", "%3f", "%40", "%5c", "%5C%40", "%ff"]
        + [
            "\\\\", "//", "/\\", "\\@", "#@", "?@", "/@", ":@", ";@", "&@", "@@", ":443@", ":x@", "..", "./", "m", "x",
            "0",
        ]
        + [0x85, 0xA0, 0xAD, 0xB7, 0xDF, 0x17F, 0x212A, 0x2024, 0x2028, 0x2044, 0x2060, 0x2100, 0x2215, 0x2488, 0x29F8]
        .map(text)
        + [0x3002, 0xFE52, 0xFE55, 0xFE56, 0xFE5F, 0xFE68, 0xFEFF, 0xFF03, 0xFF0E, 0xFF0F, 0xFF1A, 0xFF1F, 0xFF20].map(
            text)
        + [0xFF3C, 0xFF61, 0xFF4F, 0x200B, 0x200C, 0x200D, 0x202E, 0x1D429, 0xE0061].map(text)

    private static func text(_ scalar: Int) -> String {
        Unicode.Scalar(UInt32(scalar)).map { String(Character($0)) } ?? ""
    }

    private static let single = [
        "https://127.0.0.1/\(trusted)", "https://2130706433/", "https://0x7f.1/", "https://0177.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/", "https://①②⑦.⓪.⓪.①/", "https://xn--pay-walletconnect-com.evil.test/",
        "https://p\u{430}y.walletconnect.com/", "https://pay.wallet\u{441}onnect.com/",
        "https://pay.walletconnect.c\u{3BF}m/",
        "https://evilpay.walletconnect.com/", "https://evil-pay.walletconnect.com/",
        "https://xpay.walletconnect.com.co/",
        "https://paywalletconnect.com/", "https://walletconnect.com/", "https://com/", "https://pay.walletconnect.co/",
        "http://pay.walletconnect.com/", "http://pay.walletconnect.com:443/", "https://pay.walletconnect.com:80/",
        "https://pay.walletconnect.com:8443/", "https://pay.walletconnect.com:65536/",
        "https://pay.walletconnect.com:0443/",
        "ws://pay.walletconnect.com/", "ftp://pay.walletconnect.com/", "blob:https://pay.walletconnect.com/x",
        "data:text/html,https://pay.walletconnect.com/", "javascript://pay.walletconnect.com/%0aalert(1)",
        "view-source:https://pay.walletconnect.com/", "filesystem:https://pay.walletconnect.com/x",
        "\\\\evil.test", "/\\evil.test", "//evil.test", "///evil.test", "\\/\\/evil.test", "/\t/evil.test",
        "https:evil.test",
        "https:/evil.test", "https:///evil.test", "https:\\\\evil.test", "HTTPS:\\evil.test",
        "//evil.test\\@pay.walletconnect.com",
    ]

    /// Different spellings of URLs of the trusted host.
    public static let right = [
        "https://pay.walletconnect.com", "https://pay.walletconnect.com/", "https://PAY.WalletConnect.COM/",
        "HTTPS://pay.walletconnect.com/", "https://pay.walletconnect.com:443/",
        "https://pay.walletconnect.com/?pid=pay_1",
        "https://pay.walletconnect.com?pid=pay_1", "https://pay.walletconnect.com#x",
        "https://pay.walletconnect.com/#@evil.test",
        "https://pay.walletconnect.com/?@evil.test", "https://pay.walletconnect.com/@evil.test",
        "https://pay.walletconnect.com/https://evil.test/", "https://pay.walletconnect.com/?u=https://evil.test/",
        "https://pay.walletconnect.com/collect/?pid=pay_1&accounts=eip155%3A1%3A0xAb,eip155:10:0xCd",
        "https://pay.walletconnect.com//evil.test/", "https://pay.walletconnect.com/..//x",
        "https://pay.walletconnect.com/%2f%5c",
        "https://pay.walletconnect.com/;@evil.test", "https://pay.walletconnect.com/:8443",
        "https://pay.walletconnect.com/?#",
    ]
}
