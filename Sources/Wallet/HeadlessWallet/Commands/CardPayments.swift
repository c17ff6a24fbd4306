import Bridge
import Foundation
import Messages
package import Store
package import SumUp

/// A payment with SumUp's app, as commands list it.
package struct ListedCardPayment: Codable, Hashable, Sendable {
    package let name: String
    package let amount: String
    package let currency: String
    package let title: String?

    /// The page that requested it; `nil` if the user did.
    package let site: String?

    /// Whether an answer of the app can still come.
    package let waiting: Bool

    /// Its state, as a sentence.
    package let sentence: String

    package init(_ attempt: SumUpAttempt) {
        let request = attempt.request
        (name, amount, currency) = (attempt.foreignID, request.amount.text, request.amount.currency.code)
        (title, site) = (request.title, attempt.requester?.page.description)
        (waiting, sentence) = (attempt.state.isAwaitingAnswer, SumUpText.sentence(attempt.state))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(amount, forKey: .amount)
        try container.encode(currency, forKey: .currency)
        // Both are always there, if only as `null`.
        try container.encode(title, forKey: .title)
        try container.encode(site, forKey: .site)
        try container.encode(waiting, forKey: .waiting)
        try container.encode(sentence, forKey: .sentence)
    }
}

extension SumUpPayments {
    /// The payments of a store; without one, in memory: with demo keys nothing is written.
    package init(in store: Store?) {
        self.init(journal: store?.sumUp ?? MemorySumUpJournal(), now: { Int64(Date().timeIntervalSince1970) })
    }

    /// The payment among the latest ones whose name is or starts with `name`; `NAME#2` is the second newest of several
    /// with the same name.
    fileprivate func payment(_ name: String) async throws -> SumUpAttempt {
        try Self.choose(name, among: try await recent(limit: 1_000))
    }

    /// The payment that `name` means, among `recent`, newest first.
    static func choose(_ name: String, among recent: [SumUpAttempt]) throws(WalletError) -> SumUpAttempt {
        let whole = recent.filter { $0.foreignID == name }
        let found = whole.isEmpty ? recent.filter { $0.foreignID.hasPrefix(name) } : whole
        if found.count == 1, !name.isEmpty { return found[0] }
        let shown = VisibleText.of(String(name.prefix(128)))
        let parts = name.split(separator: "#", omittingEmptySubsequences: false)
        if found.isEmpty, parts.count > 1, let number = Int(parts.last ?? ""), number > 0 {
            let start = parts.dropLast().joined(separator: "#")
            let named = recent.filter { $0.foreignID == start }
            guard named.count >= number else { throw missing(shown) }
            return named[number - 1]
        }
        guard !found.isEmpty, !name.isEmpty else { throw missing(shown) }
        let isOneName = Set(found.map(\.foreignID)).count == 1
        throw WalletError(
            field: .name,
            isOneName
                ? localized(
                    """
                    Several payments have this name: \(shown, as: "payment"). Choose one: \(shown, as: "payment")#1 is \
                    the newest.
                    """)
                : localized("Several payments have names that begin with this: \(shown, as: "payment")"))
    }

    private static func missing(_ name: String) -> WalletError {
        WalletError(field: .name, localized("No payment has this name: \(name, as: "payment")"))
    }
}

/// A command about the payments with SumUp's app.
package protocol CardPaymentCommand: StoredCommand {
    @MainActor func run(on payments: SumUpPayments) async throws -> Outcome
}

extension CardPaymentCommand {
    package static var needsKeys: Bool { false }

    @MainActor package func run(in wallet: Wallet) async throws(WalletError) -> Outcome {
        do {
            return try await run(on: wallet.cardPayments)
        } catch let error as WalletError {
            throw error
        } catch {
            throw WalletError(.failed, "\(error)")
        }
    }

    @MainActor package func run(in wallet: StoredWallet) async throws -> Outcome {
        try await run(on: SumUpPayments(in: wallet.store))
    }
}

/// The latest payments, newest first.
package struct ListCardPayments: CardPaymentCommand {
    package static let name = "cardPayments"

    package typealias Outcome = [ListedCardPayment]

    /// At most this many.
    let limit: Int

    package init(limit: Int) { self.limit = limit }

    package func run(on payments: SumUpPayments) async throws -> [ListedCardPayment] {
        try await payments.recent(limit: limit).map(ListedCardPayment.init)
    }
}

/// Gives up a payment that has no answer.
package struct AbandonCardPayment: CardPaymentCommand {
    package static let name = "abandonCardPayment"

    package typealias Outcome = ListedCardPayment

    /// The payment's name as in the list, or its beginning; `NAME#2` is the second newest of several.
    let payment: String

    package init(_ payment: String) { self.payment = payment }

    package func run(on payments: SumUpPayments) async throws -> ListedCardPayment {
        let attempt = try await payments.payment(payment)
        return ListedCardPayment(try await payments.move(secret: attempt.secret, .abandoned))
    }
}

/// Records how a payment ended, as the user found out in the SumUp account.
package struct ResolveCardPayment: CardPaymentCommand {
    package static let name = "resolveCardPayment"

    package typealias Outcome = ListedCardPayment

    /// The payment's name as in the list, or its beginning; `NAME#2` is the second newest of several.
    let payment: String

    let isPaid: Bool

    package init(_ payment: String, isPaid: Bool) { (self.payment, self.isPaid) = (payment, isPaid) }

    package func run(on payments: SumUpPayments) async throws -> ListedCardPayment {
        let attempt = try await payments.payment(payment)
        return ListedCardPayment(try await payments.move(secret: attempt.secret, .decided(isPaid: isPaid)))
    }
}
