import Bridge
import Foundation
import Store
import SumUp
import Testing
import WalletCore
import WalletMethods

@testable import HeadlessWallet
@testable import WalletTesting

/// The commands about payments with SumUp's app.
@MainActor @Suite struct CardPaymentCommandTests {
    private func attempts(_ names: [String]) throws -> [SumUpAttempt] {
        try names.enumerated().map { number, name in
            SumUpAttempt(
                secret: "s\(number)",
                request: try SumUpRequest(amount: "1", currency: "EUR", affiliateKey: "k", foreignID: name),
                requester: nil, begun: 0, deadline: 0, state: .waiting, changed: 0)
        }
    }

    @Test func `a payment is selected by its name, by a prefix, or by its position among several`() throws {
        // Newest first; two pages have called theirs the same.
        let recent = try attempts(["order-7", "order-42", "order-42", "order-421", "x#2"])
        func secret(_ name: String) throws -> String { try SumUpPayments.choose(name, among: recent).secret }
        #expect(try secret("order-7") == "s0")
        #expect(try secret("order-421") == "s3")
        #expect(try secret("order-42#1") == "s1")
        #expect(try secret("order-42#2") == "s2")
        #expect(try secret("x") == "s4")
        #expect(try secret("x#2") == "s4")
    }

    @Test(arguments: ["", "none", "order-4", "order-42", "order-42#0", "order-42#3", "order-42#-1", "#1", "order"])
    func `a selection that matches none or several is refused`(name: String) throws {
        let recent = try attempts(["order-7", "order-42", "order-42", "order-421"])
        let error = #expect(throws: WalletError.self) { try SumUpPayments.choose(name, among: recent) }
        #expect(error?.kind == .usage)
    }

    @Test func `a window without a store, as one with demo keys, keeps its payments in memory`() async throws {
        let (first, second) = (SumUpPayments(in: nil), SumUpPayments(in: nil))
        let attempt = try await first.begin(try SumUpRequest(amount: "1", currency: "EUR", affiliateKey: "k"))
        #expect(try await first.attempt(secret: attempt.secret) == attempt)
        #expect(try await second.attempt(secret: attempt.secret) == nil)
    }

    @Test func `an open window and the store give, abandon and resolve the same payments`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "card-payments-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try Store(folder: folder.path)
        let site = try TestSite()
        // The payments need no keys.
        site.services.sites.forgetKeys()
        let open = Wallet(site.services, site.dispatcher, settings: nil, cardPayments: SumUpPayments(in: store))
        let stored = StoredWallet(store, ConfigurationFile(folder.appending(path: "config.json").path))
        #expect(try await open.perform(ListCardPayments(limit: 20)).isEmpty)
        let request = try SumUpRequest(amount: "12.50", currency: "EUR", affiliateKey: "k", title: "Coffee")
        let attempt = try await open.cardPayments.begin(request)
        try await open.cardPayments.move(secret: attempt.secret, .handedOver)
        let listed = try await open.perform(ListCardPayments(limit: 20))
        #expect(try await ListCardPayments(limit: 20).run(in: stored) == listed)
        let name = attempt.foreignID
        #expect(
            CommandCoding.json(listed).text == """
                [{"name":"\(name)","amount":"12.50","currency":"EUR","title":"Coffee","site":null,"waiting":true,\
                "sentence":"Waiting for SumUp's app."}]
                """)
        #expect(try await AbandonCardPayment(name).run(in: stored).waiting == false)
        let ended = try await open.perform(ResolveCardPayment(String(name.prefix(8)), isPaid: true))
        #expect(ended.sentence == "Paid, as you said.")
        #expect(SumUpText.line(ended) == "\(name): 12.50 EUR “Coffee”. Paid, as you said.")
        let again = ResolveCardPayment(name, isPaid: false)
        #expect(await #expect(throws: WalletError.self) { try await open.perform(again) }?.kind == .failed)
        await #expect(throws: SumUpError.notPossible) { try await again.run(in: stored) }
    }
}
