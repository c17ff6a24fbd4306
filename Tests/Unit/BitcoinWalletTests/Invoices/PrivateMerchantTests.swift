import BitcoinWallet
import Bridge
import Network
import Synchronization
import Testing
import WalletCore
import WalletMethods

@testable import WalletTesting

/// Where the names of merchants' servers may lead, by the page that names them.
@MainActor @Suite struct PrivateMerchantTests {
    /// Where the names may lead that a page of `page` has the wallet ask, and the page's answer.
    private func asked(_ page: String, for url: String) async throws -> (Set<HTTPRequest.Addresses>, JSON) {
        let wallet = try CoinSite(page)
        let sender = FakeSender { _ throws(NetworkError) in throw .privateAddress }
        wallet.site.services.coins.invoices = Invoices(sender)
        let answer = await wallet.site.link("payInvoice", ["url": .string(url)])
        return (Set(sender.requests.map(\.addresses)), answer)
    }

    @Test(arguments: ["https://dapp.example", "http://dapp.example", "https://1-2-3-4.sslip.io"])
    func `an invoice that a page of the internet names is not fetched from a private address`(page: String) async throws
    {
        let (addresses, answer) = try await asked(page, for: "https://shop.example/i/1")
        #expect(addresses == [.publicOnly])
        #expect(
            answer["error"]?["description"] == "Nothing was paid. The server of the invoice could not be reached.")
    }

    @Test(arguments: ["http://localhost:3000", "http://127.0.0.1:8080", "https://nas.local", "https://192.168.1.2"])
    func `a page on this computer or its network may name servers there`(page: String) async throws {
        #expect(try await asked(page, for: "https://shop.example/i/1").0 == [.any])
    }

    @Test func `a page may have the wallet contact its own server, wherever that is`() async throws {
        #expect(try await asked("https://shop.example", for: "https://shop.example/i/1").0 == [.any])
        #expect(try await asked("https://shop.example", for: "https://shop.example:8443/i/1").0 == [.publicOnly])
    }
}
