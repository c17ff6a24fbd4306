import Bitcoin
import Bridge
import LocalServer
import Network
import Primitives
import Simulators
import Synchronization
import TestServers
import Testing

@testable import BitcoinWallet
@testable import WalletTesting

/// A merchant whose invoices are paid on a simulated chain, by the JSON payment protocol and by BIP-70.
@Suite(.timeLimit(.minutes(5))) struct MerchantSimulatorTests {
    private static let address = "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"

    /// A chain, a merchant, and a payer with coins.
    private struct Shop {
        let ledger: RegtestLedger
        let merchant: MerchantSimulator
        let owner: ElectrumContract.Owner
        let clock = Clock()

        final class Clock: Sendable {
            private let seconds = Mutex(Int64(1_800_000_000))
            var now: Int64 { seconds.withLock { $0 } }
            func advance(_ more: Int64) { seconds.withLock { $0 += more } }
        }

        init() async throws {
            let chain = try await CoinSimulator(isBitcoin: false)
            ledger = chain.ledger
            owner = try ElectrumContract.Owner(on: .cashRegtest)
            merchant = try MerchantSimulator(
                host: "shop.example", address: MerchantSimulatorTests.address, chain: chain,
                signer: MerchantSigner(
                    chain: TestIdentity.file("merchant.pem"), key: TestIdentity.file("merchant.key")),
                time: { [clock] in clock.now })
        }

        /// A transaction that pays the merchant from a new coin.
        func pay(_ value: UInt64 = MerchantSimulator.price) throws -> String {
            let id = try ledger.pay(100_000, to: owner.script.bytes)
            let script = try Destination(MerchantSimulatorTests.address, on: .bitcoinCash).script
            return try owner.spend(id, 100_000, paying: value, to: script)
        }

        func ask(_ number: String, _ type: String = "application/payment-request") -> ServedAnswer {
            merchant.answer(ServedRequest(method: "GET", target: "/i/\(number)", headers: [.init("Accept", type)]))
        }

        func post(_ number: String, _ type: String, _ body: [UInt8]) -> ServedAnswer {
            merchant.answer(
                ServedRequest(
                    method: "POST", target: "/i/\(number)", headers: [.init("Content-Type", type)], body: body))
        }

        /// Sends a payment by one of the two protocols.
        func post(_ number: String, _ transaction: String, byMessages: Bool = false) throws -> ServedAnswer {
            let bytes = try #require(Hex.decode(transaction))
            return byMessages
                ? post(
                    number, "application/bitcoincash-payment",
                    PaymentMessage.payment([bytes], merchantData: Array(number.utf8)))
                : post(number, "application/payment", JSONInvoice.payment(transaction, on: .bitcoinCash))
        }
    }

    private static let messages = "application/bitcoincash-paymentrequest"

    @Test func `an invoice of the JSON payment protocol is one that the wallet reads`() async throws {
        let answer = try await Shop().ask("7")
        let invoice = try JSONInvoice(answer.body)
        #expect(invoice.utxoChain == .bitcoinCash)
        #expect(invoice.outputs.map(\.value) == [MerchantSimulator.price])
        #expect(invoice.expires == 1_800_000_900)
        #expect(invoice.paymentURL == "https://shop.example/i/7")
    }

    @Test func `an invoice of BIP-70 is signed by the merchant's certificate`() async throws {
        let shop = try await Shop()
        let answer = shop.ask("7", "application/bitcoin-paymentrequest, \(Self.messages)")
        #expect(answer.headers.contains { $0.name == "Content-Type" && $0.value == Self.messages })
        let request = try PaymentRequest(answer.body)
        #expect(request.signing == .x509SHA256)
        #expect(request.details.outputs.map(\.value) == [MerchantSimulator.price])
        #expect(request.details.expires == 1_800_000_900)
        #expect(request.details.merchantData == Array("7".utf8))
        let pem = String(decoding: try TestIdentity.authority(), as: UTF8.self)
        let trust = try MerchantTrust.only(MadeInvoice.certificates(in: pem))
        #expect(try await trust.signer(of: request, at: 1_800_000_000) == "shop.example")
    }

    @Test(arguments: [
        ("GET", "/i/7", 406), ("GET", "/i/seven", 404), ("GET", "/i/1234567890", 404), ("PUT", "/i/7", 405),
        ("POST", "/i/7", 415),
    ]) func `other requests are refused`(_ method: String, _ target: String, _ status: Int) async throws {
        let shop = try await Shop()
        #expect(shop.merchant.answer(ServedRequest(method: method, target: target)).status == status)
    }

    @Test(arguments: [false, true])
    func `a payment is checked, sent to the chain and acknowledged`(byMessages: Bool) async throws {
        let shop = try await Shop()
        _ = shop.ask("7", byMessages ? Self.messages : "application/payment-request")
        let transaction = try shop.pay()
        let answer = try shop.post("7", transaction, byMessages: byMessages)
        #expect(answer.status == 200)
        let memo =
            try byMessages ? PaymentMessage.memo(ofAnswer: answer.body) : JSONInvoice.memo(ofAnswer: answer.body)
        #expect(memo == "Thank you. Your order is on its way.")
        let id = try #require(shop.merchant.payment(of: "7"))
        #expect(shop.ledger.waiting.last == id)
        // The same payment again, as after an answer that was lost, is acknowledged and changes nothing.
        try shop.ledger.mine()
        #expect(try shop.post("7", transaction, byMessages: byMessages).status == 200)
        #expect(shop.ask("7").status == 400)
    }

    @Test(arguments: [false, true])
    func `a wrong, late or second payment is refused, and the chain does not get it`(byMessages: Bool) async throws {
        let shop = try await Shop()
        let type = byMessages ? Self.messages : "application/payment-request"
        func refused(_ number: String, _ transaction: String, _ reason: String) throws {
            let before = shop.ledger.waiting
            let answer = try shop.post(number, transaction, byMessages: byMessages)
            #expect(answer.status == 400)
            #expect(String(decoding: answer.body, as: UTF8.self).contains(reason))
            #expect(shop.ledger.waiting == before)
        }
        for number in ["1", "2", "3"] { _ = shop.ask(number, type) }
        try refused("9", shop.pay(), "there is no such invoice")
        try refused("1", shop.pay(MerchantSimulator.price - 1), "does not pay the invoice")
        try refused("1", "00", "does not pay the invoice")
        var spoiled = try #require(Hex.decode(shop.pay()))
        spoiled[60] ^= 1
        try refused("1", Hex.encode(spoiled), "rejects the transaction")
        #expect(shop.merchant.payment(of: "1") == nil)
        let first = try shop.pay()
        #expect(try shop.post("1", first, byMessages: byMessages).status == 200)
        try refused("1", shop.pay(), "the invoice is paid")
        try refused("2", first, "has paid another invoice")
        shop.clock.advance(899)
        #expect(try shop.post("2", shop.pay(), byMessages: byMessages).status == 200)
        shop.clock.advance(1)
        try refused("3", shop.pay(), "the invoice has expired")
        #expect(shop.ask("3", type).status == 400)
    }

    @Test(arguments: [
        [UInt8](), [0xFF], PaymentMessage.payment([]), PaymentMessage.payment([[1], [2]], merchantData: [0x37]),
        PaymentMessage.payment([[1]], merchantData: [0x38]), [UInt8](repeating: 0, count: 60_000),
    ]) func `a message that is no payment is refused`(_ body: [UInt8]) async throws {
        let shop = try await Shop()
        _ = shop.ask("7", Self.messages)
        #expect(shop.post("7", "application/bitcoincash-payment", body).status == 400)
        #expect(shop.post("7", "application/payment", body).status == 400)
    }

    @Test func `only so many invoices are kept`() async throws {
        let shop = try await Shop()
        for number in 0..<10_000 { #expect(shop.ask("\(number)").status == 200) }
        #expect(shop.ask("10000").status == 503)
        #expect(shop.ask("5").status == 200)
    }

    @Test func `a merchant needs an address of its chain, and a certificate with a key`() async throws {
        let chain = try await CoinSimulator(isBitcoin: true)
        #expect(throws: SimulatorError.self) {
            try MerchantSimulator(host: "shop.example", address: Self.address, chain: chain)
        }
        let (certificate, key) = (try TestIdentity.file("merchant.pem"), try TestIdentity.file("merchant.key"))
        #expect(throws: SimulatorError.identity) { try MerchantSigner(chain: [], key: key) }
        #expect(throws: SimulatorError.identity) { try MerchantSigner(chain: certificate, key: certificate) }
        #expect(throws: SimulatorError.identity) { try MerchantSigner(chain: Array("x".utf8), key: key) }
    }

    @Test func `a merchant that listens has its own address in invoices of the test network`() async throws {
        let chain = try await CoinSimulator(isBitcoin: true)
        let told = Mutex<[String]>([])
        chain.events.watch { line in told.withLock { $0.append(line) } }
        let receiver = Destination.publicKey(hash: [UInt8](repeating: 7, count: 20)).address(on: .regtest)
        let address = try #require(receiver)
        let merchant = try MerchantSimulator(host: "127.0.0.1", address: address, chain: chain)
        try await merchant.start()
        let url = "\(merchant.site)/i/1"
        let answer = try await WebClient().send(
            HTTPRequest(.get, url, headers: [("Accept", "application/payment-request")]))
        #expect(answer.status == 200)
        let invoice = try JSON(parsing: answer.body)
        #expect(invoice["network"] == "regtest")
        #expect(invoice["paymentUrl"]?.string == url)
        #expect(invoice["outputs"]?[0]?["address"]?.string == address)
        #expect(told.withLock { $0 } == ["bitcoin: invoice 1 was asked for"])
    }
}
