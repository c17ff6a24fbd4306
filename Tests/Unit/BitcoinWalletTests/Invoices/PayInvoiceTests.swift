import Bitcoin
import Bridge
import Primitives
import TestServers
import Synchronization
import Testing
import Network

@testable import WalletCore
@testable import EthereumWallet
@testable import BitcoinWallet
@testable import WalletMethods
@testable import WalletTesting

@MainActor @Suite(.timeLimit(.minutes(15))) struct PayInvoiceTests {
    /// A merchant's server on this machine: its invoice, and what it makes of a payment.
    private final class Merchant: Sendable {
        struct Facts: Sendable {
            var type = "application/bitcoincash-paymentrequest"
            var invoice: [UInt8] = []
            var digest: String?
            var asked: [String] = []
            var payments: [(head: String, body: [UInt8])] = []
            var answer: @Sendable (ServedConnection, [UInt8]) async throws -> Void = { connection, payment in
                try await connection.respond(
                    MadeInvoice.field(1, payment) + MadeInvoice.field(2, Array("Thank\u{1B} you".utf8)),
                    type: "application/bitcoincash-paymentack")
            }
        }

        let facts = Mutex(Facts())
        private let peer = Mutex<SocketPeer?>(nil)
        let port: Int

        init(_ identity: TestIdentity = .server) async throws {
            let shared = Shared()
            let peer = try await SocketPeer(identity) { try await shared.merchant?.serve($0) }
            port = peer.port
            shared.set(self)
            self.peer.withLock { $0 = peer }
        }

        private final class Shared: Sendable {
            private let held = Mutex<Merchant?>(nil)
            var merchant: Merchant? { held.withLock { $0 } }
            func set(_ merchant: Merchant) { held.withLock { $0 = merchant } }
        }

        var url: String { "https://localhost:\(port)/i/1" }

        private func serve(_ connection: ServedConnection) async throws {
            while let (head, body) = try await connection.request() {
                if head.hasPrefix("GET") {
                    let (type, invoice, digest) = facts.withLock { facts in
                        facts.asked.append(head)
                        return (facts.type, facts.invoice, facts.digest)
                    }
                    let more = digest.map { "Digest: \($0)\r\n" } ?? ""
                    try await connection.send(
                        "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\(more)Content-Length: \(invoice.count)\r\n\r\n")
                    try await connection.send(invoice)
                } else {
                    let answer = facts.withLock { facts in
                        facts.payments.append((head, body))
                        return facts.answer
                    }
                    try await answer(connection, body)
                }
            }
        }
    }

    private let wallet: CoinSite

    init() async throws { try await self.init(page: "http://localhost:3000") }

    private init(page: String) async throws {
        wallet = try CoinSite(page)
        await wallet.cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"))
        let pem = String(decoding: try TestIdentity.authority(), as: UTF8.self)
        wallet.site.services.coins.invoices = Invoices(
            WebClient(trusting: try .only(pem: TestIdentity.authority())),
            trust: try .only(MadeInvoice.certificates(in: pem)))
    }

    private func merchant(
        _ change: (inout MadeInvoice) -> Void = { _ in }, sign: (MadeInvoice) throws -> [UInt8] = { try $0.signed() }
    ) async throws -> Merchant {
        let merchant = try await Merchant()
        var invoice = MadeInvoice(script: try Destination(CoinSite.recipient, on: .bitcoinCash).script.bytes)
        invoice.paymentURL = merchant.url
        change(&invoice)
        let bytes = try sign(invoice)
        merchant.facts.withLock { $0.invoice = bytes }
        return merchant
    }

    private func pay(_ url: String) async -> JSON { await wallet.site.link("payInvoice", ["url": .string(url)]) }

    private func states() async -> [TransactionRecord.State] { await wallet.journal.recent(limit: 9).map(\.state) }

    @Test(arguments: ["", "bitcoincash:?r="])
    func `an invoice is shown, paid to the merchant, broadcast, and answered with the merchant's words`(
        start: String
    ) async throws {
        let merchant = try await merchant()
        let answer = await pay(start + merchant.url)
        #expect(answer["data"] == ["memo": "Thank  you"])
        let approval = try #require(wallet.site.shown.last)
        #expect(approval.sentence == "Pay 0.004 BCH to localhost.")
        let rows = approval.rows.map { [$0.label, $0.value.text] }
        for row in [["Merchant", "localhost"], ["Signed by", "shop.example"], ["For", "Two pizzas"]] {
            #expect(rows.contains(row))
        }
        let sent = try await wallet.last()
        #expect(sent.outputs.first?.value == 400_000)
        let payment = try #require(merchant.facts.withLock { $0.payments.first })
        #expect(payment.head.lowercased().contains("content-type: application/bitcoincash-payment\r\n"))
        #expect(payment.head.lowercased().contains("accept: application/bitcoincash-paymentack\r\n"))
        #expect(payment.body.starts(with: MadeInvoice.field(1, [1, 2, 3]) + MadeInvoice.field(2, sent.bytes(.plain))))
        #expect(await states() == [.sent])
    }

    @Test func `an invoice without a payment address is only broadcast`() async throws {
        let merchant = try await merchant { $0.paymentURL = nil }
        #expect(await pay(merchant.url)["data"] == ["memo": "Two pizzas"])
        #expect(await wallet.cash.broadcasts.count == 1)
    }

    @Test func `an unsigned invoice is shown with a warning, and its payment goes only to its own server`() async throws
    {
        let open = try await merchant(sign: { $0.unsigned })
        #expect(await pay(open.url)["data"]?["memo"] != nil)
        #expect(wallet.site.shown.last?.warnings.contains { $0.text.contains("not signed") } == true)
        let elsewhere = try await merchant({ $0.paymentURL = "https://evil.example/" }, sign: { $0.unsigned })
        await refuses(elsewhere, "wants the payment sent")
        let clear = try await merchant({ $0.paymentURL = "http://localhost:1/" })
        await refuses(clear, "wants the payment sent")
    }

    @Test func `an invoice for nearly all coins is a caution`() async throws {
        let merchant = try await merchant { $0.amount = 950_000 }
        _ = await pay(merchant.url)
        #expect(
            wallet.site.shown.last?.warnings.contains {
                $0.level == .caution && $0.text == "This is nearly all that the account can spend."
            } == true)
    }

    /// Expects that no invoice is shown and nothing paid, with a sentence that has `words`.
    private func refuses(_ merchant: Merchant, _ words: String) async {
        let before = wallet.site.shown.count
        let answer = await pay(merchant.url)
        #expect(answer["error"]?["type"] == "MERCHANT_ERROR")
        #expect(answer["error"]?["description"]?.string?.contains(words) == true, "\(answer.text)")
        // All that was shown is the question whether to ask the server.
        #expect(wallet.site.shown.dropFirst(before).map(\.verb) == ["Fetch"])
        #expect(merchant.facts.withLock { $0.payments.count } == 0)
    }

    @Test func `an invalid invoice is refused with the reason, before the user is asked to pay`() async throws {
        await refuses(try await merchant { $0.network = "test" }, "test network")
        await refuses(try await merchant { $0.expires = 1_700_000_001 }, "has expired")
        await refuses(try await merchant { $0.amount = 0 }, "amount")
        await refuses(try await merchant(sign: { try $0.signed(spoiled: true) }), "an invalid signature")
        await refuses(try await merchant(sign: { try $0.signed(kind: "x509+sha1") }), "SHA-1")
        await refuses(try await merchant(sign: { try $0.signed(as: "untrusted") }), "a certificate that is not trusted")
        await refuses(try await merchant(sign: { _ in [1, 2, 3] }), "not well formed")
        let other = try await merchant()
        other.facts.withLock { $0.type = "text/html" }
        await refuses(other, "has no invoice")
        let bitcoin = try await merchant()
        let answer = await pay("bitcoin:?r=" + bitcoin.url)
        #expect(answer["error"]?["type"] == "MERCHANT_ERROR")
    }

    @Test func `a server that cannot be authenticated receives no request`() async throws {
        let untrusted = try await Merchant(.untrusted)
        let answer = await pay(untrusted.url)
        #expect(answer["error"]?["type"] == "MERCHANT_ERROR")
        #expect(wallet.site.shown.map(\.verb) == ["Fetch"])
        #expect(untrusted.facts.withLock { $0.asked.count } == 0)
    }

    @Test(arguments: [
        "", "5", "http://localhost/", "https://user@shop.example/", "https://shop.example\\@evil/", "bitcoincash:",
        "bitcoincash:\(CoinSite.recipient.dropFirst(12))", "bitcoincash:?r=http://shop.example/", "ethereum:0x1",
        "bitcoincash:?r=https://a.example/&r=https://b.example/", "javascript:alert(1)",
    ])
    func `an address without an invoice is malformed`(url: String) async throws {
        let answer = await pay(url)
        #expect(answer["error"]?["type"] == "MALFORMED_INPUT")
        #expect(wallet.site.shown.isEmpty)
    }

    @Test func `a rejection pays nothing and sends nothing to the merchant`() async throws {
        let merchant = try await merchant()
        wallet.site.earlier = [.approved, .rejected]
        #expect(await pay(merchant.url)["error"]?["type"] == "CANCELED")
        #expect(wallet.site.shown.map(\.verb) == ["Fetch", "Pay"])
        #expect(merchant.facts.withLock { $0.payments.count } == 0)
        #expect(await wallet.cash.broadcasts.isEmpty)
    }

    @Test func `no server is contacted before the user approves, and none after a rejection`() async throws {
        let merchant = try await merchant()
        wallet.site.decision = .rejected
        wallet.site.onDecide = { #expect(merchant.facts.withLock { $0.asked.count } == 0) }
        #expect(await pay(merchant.url)["error"]?["type"] == "CANCELED")
        #expect(await pay("bitcoincash:?r=" + merchant.url)["error"]?["type"] == "CANCELED")
        #expect(merchant.facts.withLock { $0.asked.count } == 0)
        let approval = try #require(wallet.site.shown.last)
        #expect(approval.sentence == "Fetch an invoice from localhost:\(merchant.port).")
        let address = approval.rows.first { $0.label == "Address" }
        #expect(address?.value == .untrusted(merchant.url))
    }

    @Test func `a page's own server is contacted without a question, and the user sees the invoice at once`()
        async throws
    {
        let merchant = try await merchant()
        let own = try await PayInvoiceTests(page: "https://localhost:\(merchant.port)")
        #expect(await own.pay(merchant.url)["data"]?["memo"] != nil)
        #expect(own.wallet.site.shown.map(\.verb) == ["Pay"])
    }

    @Test(arguments: [
        "https://localhost/", "https://127.0.0.1/i", "https://[::1]/", "https://192.168.1.1/reboot",
        "https://10.0.0.8:8443/",
        "https://169.254.169.254/latest", "https://[fd00::1]/", "https://[fe80::1]/", "https://[::ffff:10.0.0.1]/",
        "https://router/", "https://nas.local/", "https://wiki.corp/", "https://printer.home.arpa/",
        "bitcoincash:?r=https://router.lan/",
    ])
    func `a page on the internet cannot make the wallet contact a local network`(url: String) async throws {
        let site = try await PayInvoiceTests(page: "https://shop.example")
        let answer = await site.pay(url)
        #expect(answer["error"]?["type"] == "MALFORMED_INPUT")
        #expect(answer["error"]?["description"]?.string?.contains("local network") == true, "\(answer.text)")
        #expect(site.wallet.site.shown.isEmpty)
    }

    @Test func `a signed invoice cannot send the payment to a local network`() async throws {
        for url in ["https://192.168.1.1/", "https://router.lan/pay", "https://[::1]/"] {
            await refuses(try await merchant { $0.paymentURL = url }, "wants the payment sent")
        }
    }

    @Test(arguments: ["400 Bad Request", "401 Unauthorized", "404 Not Found", "422 Unprocessable Entity"])
    func `a merchant that refuses still has the payment, and the next one replaces it`(status: String) async throws {
        let merchant = try await merchant()
        await wallet.cash.pay(2_000_000, to: try CoinSite.own(CoinSite.receiving + "1"))
        merchant.facts.withLock { facts in
            facts.answer = { connection, _ in
                try await connection.respond(Array("<html>no</html>".utf8), status: status, type: "text/html")
            }
        }
        let refused = await pay(merchant.url)
        #expect(refused["error"]?["type"] == "MERCHANT_ERROR")
        let sentence = try #require(refused["error"]?["description"]?.string)
        #expect(sentence.contains("HTTP status \(status.prefix(3))") && sentence.contains("could still be sent"))
        #expect(!sentence.contains("Nothing was paid"))
        #expect(await wallet.cash.broadcasts.isEmpty)
        #expect(await states() == [.declined])
        let first = try BitcoinTransaction(try #require(await wallet.journal.recent(limit: 1).first).raw, form: .plain)
        let other = try await self.merchant { $0.amount = 1_500_000 }
        #expect(await pay(other.url)["data"]?["memo"] != nil)
        let second = try await wallet.last()
        #expect(!Set(first.inputs.map(\.outPoint)).isDisjoint(with: second.inputs.map(\.outPoint)))
        #expect(wallet.site.shown.last?.warnings.contains { $0.text.contains("only one of the two") } == true)
    }

    @Test func `a merchant that refuses but broadcasts the payment anyway is not believed`() async throws {
        let merchant = try await merchant()
        let cash = wallet.cash
        merchant.facts.withLock { facts in
            facts.answer = { connection, payment in
                if let raw = MadeInvoice.transaction(in: payment),
                    let transaction = try? BitcoinTransaction(raw, form: .plain)
                {
                    await cash.add(transaction, height: nil)
                }
                try await connection.respond([], status: "400 Bad Request")
            }
        }
        let sentence = await pay(merchant.url)["error"]?["description"]?.string
        #expect(sentence?.contains("The network already has the payment") == true)
        #expect(await states() == [.sent])
    }

    @Test func `a payment whose answer is lost has an unknown outcome, and is neither repeated nor broadcast`()
        async throws
    {
        let answers: [@Sendable (ServedConnection, [UInt8]) async throws -> Void] = [
            { _, _ in throw CancellationError() },
            { connection, _ in try await connection.respond(Array("what?".utf8)) },
            { connection, _ in try await connection.respond([], status: "500 Oops") },
            { connection, _ in try await connection.respond([], status: "302 Found") },
        ]
        for answer in answers {
            let fresh = try await PayInvoiceTests()
            let merchant = try await fresh.merchant()
            merchant.facts.withLock { $0.answer = answer }
            let reply = await fresh.pay(merchant.url)
            #expect(reply["error"]?["type"] == "MERCHANT_ERROR")
            #expect(reply["error"]?["description"]?.string?.contains("may be on its way") == true)
            #expect(merchant.facts.withLock { $0.payments.count } == 1)
            #expect(await fresh.wallet.cash.broadcasts.isEmpty)
            #expect(await fresh.states() == [.unknown])
        }
    }

    @Test func `a payment that the merchant accepted is not called failed if a server refuses it`() async throws {
        let merchant = try await merchant()
        await wallet.cash.behave { $0.fate = .refused(.missingInputs) }
        #expect(await pay(merchant.url)["data"]?["memo"] != nil)
        #expect(await states() == [.unknown])
    }

    @Test func `a page does not learn why a server could not be contacted`() async throws {
        let untrusted = try await Merchant(.untrusted)
        var answers: Set<String> = []
        for url in [untrusted.url, "https://localhost:1/", "https://nowhere.invalid/"] {
            answers.insert(await pay(url)["error"]?["description"]?.string ?? "")
        }
        #expect(answers == ["Nothing was paid. The server of the invoice could not be reached."])
    }

    @Test func `a page does not learn why a payment could not be sent`() async throws {
        let untrusted = try await Merchant(.untrusted)
        for place in [untrusted.url, "https://localhost:1/"] {
            let merchant = try await merchant { $0.paymentURL = place }
            let error = await pay(merchant.url)["error"]
            #expect(
                error?["description"] == "Nothing was paid. The server of the invoice could not be reached.", "\(place)"
            )
        }
        #expect(await states() == [.refused, .refused])
        #expect(await wallet.cash.broadcasts.isEmpty)
    }

    @Test func `the JSON payment protocol is supported, too`() async throws {
        let merchant = try await Merchant()
        let invoice = """
            {"network":"main","currency":"BCH","outputs":[{"amount":400000,"address":"\(CoinSite.recipient)"}],\
            "time":"2026-01-12T22:04:54.364Z","expires":"2090-01-12T22:19:54.364Z","memo":"Tea",\
            "paymentUrl":"\(merchant.url)"}
            """
        merchant.facts.withLock { facts in
            facts.type = "application/payment-request; charset=utf-8"
            facts.invoice = Array(invoice.utf8)
            facts.digest = "SHA-256=" + Hex.encode(SHA256.hash(Array(invoice.utf8)).bytes)
            facts.answer = { connection, _ in
                try await connection.respond(Array(#"{"payment":{},"memo":"Enjoy"}"#.utf8))
            }
        }
        #expect(await pay("bitcoincash:?r=" + merchant.url)["data"] == ["memo": "Enjoy"])
        let sent = Hex.encode(try await wallet.last().bytes(.plain))
        let payment = try #require(merchant.facts.withLock { $0.payments.first })
        #expect(payment.head.lowercased().contains("content-type: application/payment\r\n"))
        #expect(String(decoding: payment.body, as: UTF8.self) == #"{"currency":"BCH","transactions":["\#(sent)"]}"#)
        merchant.facts.withLock { $0.digest = "SHA-256=" + String(repeating: "0", count: 64) }
        #expect(
            await pay(merchant.url)["error"]?["description"] == "Nothing was paid. The invoice was changed in transit.")
    }
}
