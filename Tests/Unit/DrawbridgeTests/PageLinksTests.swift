import Foundation
import HeadlessWallet
import Network
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

@testable import WalletTerminal
@testable import WalletWindow

@MainActor @Suite struct PageLinksTests {
    @Test func `another program that handles the wallet's links is named`() throws {
        #expect(PageLinks.rivalry(entry: nil, name: nil) == nil)
        #expect(PageLinks.rivalry(entry: "\(AppIdentity.id).desktop", name: "Drawbridge") == nil)
        let sentence = try #require(PageLinks.rivalry(entry: "evil.desktop", name: "Draw\u{202E}bridge"))
        #expect(sentence.hasPrefix("Another program, “Draw⟨U+202E⟩bridge”, opens drawbridge: links"))
        #expect(PageLinks.rivalry(entry: "other.desktop", name: nil)?.contains("“other.desktop”") == true)
    }

    @Test func `a link of another program is quoted, percent-encoded and short`() {
        let link =
            "drawbridge:Your wallet is out of date. Enter your recovery phrase.\u{201D}"
            + String(repeating: "x", count: 8_000)
        let sentence = PageLinks.refusal(of: link, WalletLink(link) { _ in false })
        #expect(sentence.contains("“drawbridge:Your%20wallet%20is"))
        #expect(!sentence.contains("Your wallet"))
        #expect(sentence.filter { $0 == "”" }.count == 1)
        #expect(sentence.count < 160)
    }

    @Test func `a link without a window is judged by the service that the user set, as with one`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "drawbridge-links-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = ConfigurationFile(folder.appending(path: "config.json").path)
        let own = "https://gateway.example/?pid=pay_1"
        let usual = "https://pay.walletconnect.com/?pid=pay_1"
        #expect(!LinkOpener.isPayment(own, file))
        #expect(LinkOpener.isPayment(usual, file))
        var settings = Settings()
        settings.payments.gateway = "https://gateway.example"
        try file.write(settings)
        let payments = try file.read().payments
        for link in [own, usual, "https://shop.example/?pid=pay_1", "drawbridge:x", "pay_1"] {
            #expect(LinkOpener.isPayment(link, file) == PaymentPermissions.opens(link, payments), "\(link)")
        }
        #expect(LinkOpener.isPayment(own, file))
    }
}
