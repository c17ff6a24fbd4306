import Bitcoin
import Bridge
import LocalServer
import Network
import Simulators
import TestServers
import Testing
import WalletCore
import WalletMethods

@testable import BitcoinWallet
@testable import WalletTesting

/// Invoices of the simulated merchant, which the wallet pays on its chain.
@MainActor @Suite(.timeLimit(.minutes(5))) struct MerchantPaymentTests {
    /// Sends the wallet's requests to the merchant without a connection.
    private struct Sender: HTTPSender {
        let merchant: MerchantSimulator

        func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
            let target = String(request.url.dropFirst("https://shop.example".count))
            let answer = merchant.answer(
                ServedRequest(
                    method: request.method.rawValue, target: target,
                    headers: request.headers.map { .init($0.name, $0.value) }, body: request.body))
            return HTTPResponse(
                status: answer.status, headers: answer.headers.map { ($0.name.lowercased(), $0.value) },
                body: answer.body)
        }
    }

    @Test(arguments: UTXOChain.mainnets + [.regtest, .cashRegtest], [true, false])
    func `an invoice is paid on the chain, acknowledged, and not paid twice`(
        on utxoChain: UTXOChain, isSigned: Bool
    ) async throws {
        let (chains, isBitcoin): (SiteChains, Bool) = (
            utxoChain.isTest ? .regtest : .main, utxoChain.ledger == .bitcoin
        )
        let wallet = try await ServedWallet(utxoChain, keys: .demo(on: chains))
        let receiver = try Destination(
            isBitcoin ? CoinSite.bitcoinRecipient : CoinSite.recipient, of: utxoChain.ledger, on: .main)
        let signer = try MerchantSigner(
            chain: TestIdentity.file("merchant.pem"), key: TestIdentity.file("merchant.key"))
        let merchant = try MerchantSimulator(
            host: "shop.example", address: #require(receiver.address(on: utxoChain)), chain: wallet.ledger,
            signer: isSigned ? signer : nil)
        let pem = String(decoding: try TestIdentity.authority(), as: UTF8.self)
        wallet.site.services.coins.invoices = Invoices(
            Sender(merchant: merchant), trust: try .only(MadeInvoice.certificates(in: pem)), on: chains.all)
        try await wallet.receive(1_000_000)
        let answer = await wallet.site.link("payInvoice", ["url": "https://shop.example/i/7"])
        #expect(answer["data"]?["memo"] == "Thank you. Your order is on its way.")
        let id = try #require(await wallet.records().first?.txid)
        #expect(merchant.payment(of: "7") == id)
        #expect(try await wallet.ledger.waiting.contains(id))
        #expect(wallet.site.shown.last?.rows.contains { $0.label == "Signed by" } == isSigned)
        try await wallet.ledger.mine()
        let again = await wallet.site.link("payInvoice", ["url": "https://shop.example/i/7"])
        #expect(again["error"] != nil)
        #expect(try await wallet.ledger.waiting == [])
    }
}
