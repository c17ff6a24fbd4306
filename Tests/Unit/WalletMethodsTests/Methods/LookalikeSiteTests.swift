import Bridge
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
@testable import WalletTesting

/// Sites whose names look like another site's.
@MainActor @Suite struct LookalikeSiteTests {
    @Test(arguments: ["https://unlswap.org", "https://app.uniswap.org.attacker.example", "https://xn--unswap-jwa.org"])
    func `a site that looks like a known one is a danger, to connect and to sign`(origin: String) async throws {
        let site = try TestSite(origin)
        _ = await site.ask("eth_requestAccounts")
        _ = await site.ask("personal_sign", ["0x00", .string("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")])
        #expect(site.shown.count == 2)
        for approval in site.shown {
            #expect(approval.level == .danger)
            #expect(approval.warnings.contains { $0.text.contains("looks like uniswap.org") })
        }
    }

    @Test func `a site on the user's list of scams is a danger, to connect and to sign, and to no other site`()
        async throws
    {
        let text = #"{"blacklist": ["bad.example"], "whitelist": ["good.bad.example"]}"#
        let list = try #require(PhishingList(Array(text.utf8)))
        for (origin, isListed) in [
            ("https://bad.example", true), ("https://app.bad.example", true), ("https://good.bad.example", false),
            ("https://shop.example", false),
        ] {
            let site = try TestSite(origin)
            site.services.siteWarnings.phishing = list
            _ = await site.ask("eth_requestAccounts")
            _ = await site.ask("personal_sign", ["0x00", .string("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")])
            #expect(site.shown.count == 2)
            for approval in site.shown {
                let warns = approval.warnings.contains {
                    $0.level == .danger && $0.text.contains("is on your list of scams")
                }
                #expect(warns == isListed, "\(origin)")
            }
        }
    }

    @Test(arguments: ["https://app.uniswap.org", "https://shop.example"])
    func `a site with a distinct name is not a danger`(origin: String) async throws {
        let site = try TestSite(origin)
        _ = await site.ask("eth_requestAccounts")
        #expect(site.shown.first?.level == .plain)
    }

    @Test func `a site that looks like a connected one is a danger`() async throws {
        let site = try TestSite("https://lantembank.example")
        try await site.services.grants.give(.ethereum, to: try Origin(serialized: "https://app.lanternbank.example"))
        _ = await site.ask("eth_requestAccounts")
        #expect(site.shown.first?.warnings.contains { $0.text.contains("looks like lanternbank.example") } == true)
    }

    @Test func `a site that resembles a visited one is a danger, and does not count as visited`() async throws {
        let fake = try Origin(serialized: "https://lantembank.example")
        let site = try TestSite("https://lantembank.example")
        site.services.siteWarnings.visit(try Origin(serialized: "https://app.lanternbank.example"))
        for _ in 0..<2 {
            #expect(site.services.siteWarnings.site(resembledBy: fake) == "lanternbank.example")
            site.services.siteWarnings.visit(fake)
        }
        for number in 0..<300 {
            site.services.siteWarnings.visit(try Origin(serialized: "https://site\(number)-\(number).test"))
        }
        #expect(site.services.siteWarnings.site(resembledBy: fake) == nil)
    }
}
