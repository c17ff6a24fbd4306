import Ethereum
import Testing

@Suite struct TokenTests {
    private let address: EthereumAddress

    init() throws {
        address = try EthereumAddress(bytes: [UInt8](repeating: 0xA1, count: 20))
    }

    @Test(arguments: ["USDC", "USDC.e", "USD₮0", "₿", "stETH", "a", "123456789012", "¥€$", "元", "猫咪", "Ж", "$PEPE"])
    func `symbols without hidden characters can be shown next to an amount`(symbol: String) {
        #expect(Token.isSymbol(symbol))
        #expect(Token(chainID: 1, address: address, symbol: symbol, decimals: 6)?.symbol == symbol)
    }

    @Test(arguments: [
        "", " ", "US DC", "USDC ", "1234567890123", "₮₮₮₮₮₮₮₮₮₮₮₮₮", "US\u{200B}DC", "US\u{AD}DC", "USDC\u{FE0F}",
        "U\u{301}SD", "\u{202E}CDSU", "שקל", "ريال", "US\u{5D0}C", "A\u{A0}B", "US\nDC", "😀", "a\u{20E3}", "\u{E000}",
        "UЅDC", "USDС", "ＵＳＤＣ", "USDĆ", "ÆTH", "USD０", "\u{115F}", "\u{3164}", "Ａ\u{300}", "\u{1E900}",
    ])
    func `symbols that hide something, or change how an amount reads, are refused`(symbol: String) {
        #expect(!Token.isSymbol(symbol))
        #expect(Token(chainID: 1, address: address, symbol: symbol, decimals: 6) == nil)
    }
}
