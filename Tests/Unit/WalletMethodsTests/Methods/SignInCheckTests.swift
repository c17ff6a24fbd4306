import Bridge
import Ethereum
import Primitives
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
@testable import WalletTesting

/// Sign-ins that are disguised, hidden or dated oddly, as the user sees them.
@MainActor @Suite struct SignInCheckTests {
    private let account: JSON = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

    /// 2026-01-01 12:00:00 UTC.
    private let now: Int64 = 1_767_268_800

    private func shown(_ message: String) async throws -> Approval {
        let site = try TestSite()
        let now = now
        site.services.now = { now }
        _ = await site.ask("eth_requestAccounts")
        _ = await site.ask("personal_sign", [.string(message), account])
        return try #require(site.shown.last)
    }

    private func signIn(
        to domain: String, issued: String = "2026-01-01T11:59:00Z", uri: String? = nil, more: String = ""
    ) -> String {
        """
        \(domain) wants you to sign in with your Ethereum account:
        0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266

        Hello

        URI: \(uri ?? "https://\(domain)")
        Version: 1
        Chain ID: 1
        Nonce: 32891756
        Issued At: \(issued)\(more)
        """
    }

    @Test func `a login text of another site is a danger, a mere link to one a caution`() async throws {
        let login = "Welcome to the bank! Click to sign in (https://www.bank.example/terms). Nonce: 7f3c"
        let approval = try await shown(login)
        #expect(approval.level == .danger)
        #expect(approval.warnings.contains { $0.text.contains("looks like a login to “www.bank.example”") })
        for text in [
            "Log in at https://a@bank.example", "I verify (HTTP://BANK.EXAMPLE:80/x)", "nonce https://bank.example",
        ] {
            #expect(try await shown(text).level == .danger, "\(text)")
        }
        for text in ["I agree to https://bank.example/terms", "By signing I agree: https://bank.example"] {
            #expect(try await shown(text).level == .caution, "\(text)")
        }
        for text in ["Sign in. Terms: https://docs.dapp.example/terms", "Sign in to dapp.example, nonce 7"] {
            #expect(try await shown(text).level == .plain, "\(text)")
        }
    }

    @Test(arguments: [
        ("Sign in to OpenSea", "opensea.io"), ("Welcome to LooksRare! Sign in.\nNonce: 7f3c", "looksrare.org"),
        ("Open Sea: verify that this account is yours", "opensea.io"), ("Login: O\u{200B}penSea", "opensea.io"),
        ("Login to ореnsеа", "opensea.io"), ("[Etherscan.io 01/01/2026] I hereby verify", "etherscan.io"),
        ("nonce 7. OpenSea.Sign in", "opensea.io"), ("Sign in to Blur\n\nChallenge: 6a1c", "blur.io"),
        ("Sign this message to log in to Rainbow.", "rainbow.me"), ("Login at app.aave.com", "aave.com"),
    ])
    func `a login text that names a known site without a link is a danger`(text: String, site: String) async throws {
        let approval = try await shown(text)
        #expect(approval.level == .danger)
        #expect(approval.warnings.contains { $0.text.contains("looks like a login to “\(site)”") })
    }

    @Test func `a name that may be an ordinary word is a caution in a login text`() async throws {
        #expect(try await shown("Welcome to Snapshot. Nonce: 7f3c").level == .caution)
    }

    @Test(arguments: [
        "Sign in to dapp.example with MetaMask", "dapp.example: sign in with your Coinbase Wallet",
        "Welcome to dapp.example! Sign in to vote for Base, the safe choice",
        "I vote for Uniswap", "Signing is a safe, gas-less action. Nonce: 7f3c",
        "Log in to dapp.example with blockchain. Nonce: 1",
    ])
    func `ordinary login texts that mention a wallet or a word are plain`(text: String) async throws {
        #expect(try await shown(text).level == .plain)
    }

    @Test(arguments: [
        "Sign in with MetaMask", "Please sign in to vote for your choice", "Login with blockchain. Nonce: 1",
        "Welcome to the foundation. Sign in, nonce 7", "I am signing my one-time nonce: 381209",
    ])
    func `a login that does not say where is a caution`(text: String) async throws {
        let approval = try await shown(text)
        #expect(approval.level == .caution)
        #expect(approval.warnings.contains { $0.text.contains("does not say where") })
    }

    @Test func `a login to another service is a caution that names both`() async throws {
        let approval = try await shown("Sign this message to log in to Acme Forum.\n\nNonce: 3f9a2c11")
        #expect(approval.level == .caution)
        #expect(approval.warnings.contains { $0.text.contains("“acme forum”") && $0.text.contains("dapp.example") })
    }

    @Test func `a key is a danger, unless the text names the site that asks`() async throws {
        let text = "Sign this message to generate your spending key on https://"
        #expect(try await shown(text + "bank.example").level == .danger)
        #expect(try await shown("Sign this message to generate your spending key").level == .danger)
        for host in ["dapp.example", "keys.dapp.example"] {
            let approval = try await shown(text + host)
            #expect(approval.level == .caution, "\(host)")
            #expect(approval.warnings.contains { $0.text.contains("Whoever has the signature has the key") })
        }
        // The last two labels of a host are no site if others can register names below them.
        let site = try TestSite("https://mallory.github.example")
        site.services.siteWarnings.lookalikes = Lookalikes { host in
            host.split(separator: ".").suffix(3).joined(separator: ".")
        }
        _ = await site.ask("eth_requestAccounts")
        _ = await site.ask("personal_sign", [.string(text + "alice.github.example"), account])
        #expect(try #require(site.shown.last).level == .danger)
    }

    @Test func `a text for one site only is compared with the site that asks`() async throws {
        for text in [
            "action: Onboard\nonlySignOn: https://trade.bank.example", "Only sign this message on bank.example!",
        ] {
            let approval = try await shown(text)
            #expect(approval.level == .danger)
            #expect(
                approval.warnings.contains {
                    $0.text.contains("must be signed only on") && $0.text.contains("bank.example")
                })
        }
        #expect(try await shown("action: Onboard\nonlySignOn: https://trade.dapp.example").level == .caution)
    }

    @Test func `a text that can be signed again says so`() async throws {
        func isReusable(_ text: String) async throws -> Bool {
            try await shown(text).warnings.contains { $0.text.contains("can be used again") && $0.level == .plain }
        }
        for text in ["Hello", "I agree to the terms of version 3", "Nonce: 0x0000", "{\"nonce\": 1}"] {
            #expect(try await isReusable(text), "\(text)")
        }
        for text in [
            "Nonce: 4f9a21", "Vote of 2026-11-27", "27 November 2026", "at 1795000000",
            "9f7c3b1e-22c4-4d0e-9e43-1f0d2a3b4c5d",
            "Code: 771233",
        ] {
            #expect(try await !isReusable(text), "\(text)")
        }
    }

    @Test func `a sign-in to another site also shows that it has expired`() async throws {
        let approval = try await shown(
            signIn(to: "bank.example", more: "\nExpiration Time: 2025-01-01T12:30:00Z"))
        #expect(approval.warnings.contains { $0.text.contains("bank.example") })
        #expect(approval.warnings.contains { $0.text.contains("has expired") || $0.text.contains("make no sense") })
        #expect(approval.rows.contains { $0.role == .expiry })
    }

    @Test func `a known site may name itself in its login text`() async throws {
        for (origin, text) in [
            ("https://opensea.io", "Sign in to OpenSea"), ("https://app.paraswap.xyz", "Sign in to ParaSwap"),
            ("https://www.lens.dev", "Sign in to Lens"),
        ] {
            let site = try TestSite(origin)
            _ = await site.ask("eth_requestAccounts")
            _ = await site.ask("personal_sign", [.string(text), account])
            #expect(try #require(site.shown.last).level == .plain, "\(origin)")
        }
    }

    @Test func `a sign-in to the site itself is plain`() async throws {
        let approval = try await shown(signIn(to: "dapp.example"))
        #expect(approval.level == .plain)
        #expect(approval.verb == "Sign in")
    }

    @Test(arguments: ["\u{1}", "\u{7F}", "\u{85}", "\u{200B}", "\u{202E}", "\u{FEFF}", "\u{2060}", "\u{AD}", "\0"])
    func `an invisible character does not hide a sign-in to another site`(character: String) async throws {
        for place in ["Hello", "wants you", "sign in", "Ethereum"] {
            let broken: String = "\(place.prefix(2))\(character)\(place.dropFirst(2))"
            let text: String = signIn(to: "bank.example").replacing(place, with: broken)
            let approval = try await shown(text)
            #expect(approval.level == .danger)
            // It is text, with escapes, and no block of digits.
            #expect(approval.fields.map(\.type) == ["text"])
        }
    }

    @Test(arguments: [
        "wants\u{A0}you\u{2003}to sign in with your Ethereum account",
        "ｗａｎｔｓ ｙｏｕ ｔｏ ｓｉｇｎ ｉｎ ｗｉｔｈ ｙｏｕｒ Ethereum account",
        "wаnts yоu tо sign in with yоur Ethereum account", "wants you to\r\nsign in with your Ethereum account",
        "WANTS YOU TO SIGN IN WITH YOUR ETHEREUM ACCOUNT", "w a n t s you to sign in with your account",
        "wánts you to sign in with your account",
    ])
    func `letters that only look like the words do not hide a sign-in`(words: String) async throws {
        #expect(try await shown("bank.example \(words):").level == .danger)
    }

    @Test func `a sign-in after other text, or in hexadecimal digits, is found`() async throws {
        let foreign = signIn(to: "bank.example")
        let hex = Hex.encode(Array(foreign.utf8))
        let returned: String = foreign.replacing("\n", with: "\r\n")
        let base64 = "YmFuay5leGFtcGxlIHdhbnRzIHlvdSB0byBzaWduIGluIHdpdGggeW91ciBFdGhlcmV1bSBhY2NvdW50Og=="
        let messages: [String] = [
            "Welcome!\n\n\(foreign)", returned, "0x\(hex)", "Please sign: \(hex)", "Token: \(base64)",
        ]
        for message in messages { #expect(try await shown(message).level == .danger) }
    }

    @Test func `a sign-in that contains another one is a danger`() async throws {
        let both: String = signIn(to: "dapp.example").replacing(
            "Hello", with: "bank.example wants you to sign in with your Ethereum account:")
        #expect(try await shown(both).level == .danger)
    }

    /// When a sign-in was made, what else it says of time, and how grave that is.
    nonisolated private static let dates: [(String, String, Approval.Warning.Level)] = [
        ("2026-01-01T12:05:00Z", "", .plain), ("2026-01-01T13:00:00Z", "", .caution),
        ("2026-02-01T00:00:00Z", "", .danger), ("2025-12-01T00:00:00Z", "", .caution),
        ("2026-01-01T11:59:00Z", "\nExpiration Time: 2026-01-01T11:59:30Z", .danger),
        ("2026-01-01T11:59:00Z", "\nExpiration Time: 2026-01-01T12:30:00Z", .plain),
        ("2026-01-01T11:59:00Z", "\nExpiration Time: 2025-01-01T12:30:00Z", .danger),
        ("2026-01-01T11:59:00Z", "\nExpiration Time: 2036-01-01T12:30:00Z", .caution),
        ("2026-01-01T11:59:00Z", "\nNot Before: 2026-01-05T12:30:00Z", .danger),
        ("2026-01-01T11:59:00Z", "\nNot Before: 2026-01-01T13:30:00Z", .caution),
    ]

    @Test(arguments: dates)
    func `the dates of a sign-in are compared with the clock`(
        issued: String, more: String, level: Approval.Warning.Level
    ) async throws {
        #expect(try await shown(signIn(to: "dapp.example", issued: issued, more: more)).level == level)
    }

    @Test func `an address in a sign-in that is on another site is a danger`() async throws {
        #expect(try await shown(signIn(to: "dapp.example", uri: "https://bank.example")).level == .danger)
        #expect(try await shown(signIn(to: "dapp.example", uri: "https://api.dapp.example")).level == .caution)
        #expect(try await shown(signIn(to: "dapp.example", uri: "did:key:abc")).level == .plain)
    }

    @Test func `further access that a sign-in grants is shown, and rights to act are a danger`() async throws {
        let plain = try await shown(signIn(to: "dapp.example", more: "\nResources:\n- https://dapp.example/terms"))
        #expect(plain.rows.contains { $0.value == .untrusted("https://dapp.example/terms") })
        #expect(plain.level == .plain)
        let recap = try await shown(signIn(to: "dapp.example", more: "\nResources:\n- urn:recap:eyJhdHQiOnt9fQ"))
        #expect(recap.level == .danger)
    }

    @Test func `unreadable bytes are a danger`() async throws {
        let bytes = Hex.encode((0..<40).map { UInt8(200 + $0) })
        let approval = try await shown("0x\(bytes)")
        #expect(approval.level == .danger)
        #expect(approval.fields.map(\.type) == ["bytes"])
    }

    @Test func `ordinary text with emoji and other scripts is plain, hidden characters are not`() async throws {
        for text in ["Hello 👨‍👩‍👧 ❤️", "Привет, мир", "こんにちは", "Line\nbreak\r\nand\ttab"] {
            #expect(try await shown(text).level == .plain, "\(text)")
        }
        #expect(try await shown("Vote \u{202E}yes").level == .caution)
        for text in [
            "Vote\u{A0}yes", "می\u{200C}خواهم رأی بدهم", "मैं क\u{94D}\u{200D}षमा", "1\u{FE0F}\u{20E3} yes",
            "❤\u{FE0F}\u{200D}🔥",
        ] {
            #expect(try await shown(text).level == .plain, "\(text)")
        }
        for text in ["Vote\u{200C}yes", "Vote\u{200D}yes", "Vote\u{200B}yes", "क\u{200D}ष", "yes\u{FE0F}"] {
            #expect(try await shown(text).level == .caution, "\(text)")
        }
    }

    @Test func `digits of a hash or a transaction are a danger, also after spaces`() async throws {
        let hash = String(repeating: "ab", count: 32)
        for text in [hash, "0x \(hash)", " \(hash) ", "\u{200B}0x\(hash)"] {
            #expect(try await shown(text).level == .danger, "\(text)")
        }
    }
}
