import Bitcoin
import Bridge
import LocalServer
import Testing

@testable import Simulators

@Suite(.timeLimit(.minutes(5))) struct MerchantSimulatorTests {
    private static let address = "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"

    private func merchant() async throws -> MerchantSimulator {
        try MerchantSimulator(
            host: "shop.example", address: Self.address, chain: try await CoinSimulator(isBitcoin: false),
            time: { 1_800_000_000 })
    }

    @Test func `an invoice is one that the wallet reads`() async throws {
        let merchant = try await merchant()
        let accept = ServedRequest.Field("Accept", "application/payment-request")
        let answer = merchant.answer(ServedRequest(method: "GET", target: "/i/7", headers: [accept]))
        let invoice = try JSONInvoice(answer.body)
        #expect(invoice.utxoChain == .bitcoinCash)
        #expect(invoice.outputs.map(\.value) == [MerchantSimulator.price])
        #expect(invoice.expires == 1_800_000_900)
        #expect(invoice.paymentURL == "https://shop.example/i/7")
    }

    @Test(arguments: [
        ("GET", "/i/7", 406), ("GET", "/i/seven", 404), ("GET", "/i/1234567890", 404), ("PUT", "/i/7", 405),
        ("POST", "/i/7", 400),
    ]) func `other requests are refused, and what pays nothing is no payment`(
        _ method: String, _ target: String, _ status: Int
    ) async throws {
        let merchant = try await merchant()
        #expect(merchant.answer(ServedRequest(method: method, target: target)).status == status)
        let body: JSON = ["currency": "BCH", "transactions": ["00"]]
        let paid = merchant.answer(ServedRequest(method: "POST", target: "/i/8", body: body.bytes))
        #expect(paid.status == 400)
        #expect(merchant.payment(of: "8") == nil)
    }

    @Test func `a merchant needs an address of its chain`() async throws {
        let chain = try await CoinSimulator(isBitcoin: true)
        #expect(throws: SimulatorError.self) {
            try MerchantSimulator(host: "shop.example", address: Self.address, chain: chain)
        }
    }
}
