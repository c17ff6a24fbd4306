import Testing

@Suite struct WindowCommandsTests {
    /// The files whose sentences only a terminal shows, although windows are next to them.
    private static let terminal = [
        // The reason why a command, the desktop's or a person's, does not open a link of SumUp's app.
        "Sources/App/WalletWindow/Links/WalletLink.swift",
        "Sources/Wallet/BitcoinWallet/Holdings/CoinWallet+Stored.swift",
    ]

    private static func isOfWindows(_ path: String) -> Bool {
        path.hasPrefix("Sources/") && !path.hasPrefix("Sources/App/WalletTerminal/") && !path.contains("Command")
            && !path.hasPrefix("Sources/Wallet/HeadlessWallet/Commands/") && !path.hasPrefix("Sources/App/drawbridge")
            && !terminal.contains(path)
    }

    @Test func `no window tells a person to type a command`() {
        let files = Repository.files.filter { $0.isNamed(".swift") && Self.isOfWindows($0.path) }
        #expect(files.count > 500)
        let told = files.filter { $0.text.contains("`drawbridge ") && Self.tells($0.text) }
        #expect(told.map(\.path) == [])
    }

    @Test func `a command in a sentence is found, and one in a comment is not`() {
        #expect(Self.tells("localized(\"Run `drawbridge register`.\")"))
        #expect(Self.tells("    links go there. Run `drawbridge register` to open them \\"))
        #expect(!Self.tells("/// `drawbridge register`: registers"))
    }

    /// Whether a text names a command outside its comments.
    private static func tells(_ text: String) -> Bool {
        text.split(separator: "\n").contains { line in
            let code = line.drop { $0 == " " }
            return !code.hasPrefix("//") && code.contains("`drawbridge ")
        }
    }
}
