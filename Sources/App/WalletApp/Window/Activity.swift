import HeadlessWallet
import WalletMethods
import Bridge
import Foundation
import EthereumWallet
import Messages
import WalletCore
import WalletUI

/// The recent transactions and their outcomes, in a window, with the possible actions for pending ones.
@MainActor struct Activity {
    let wallet: PageWallet
    let window: FormWindow

    /// The number of transactions that are shown.
    private static let limit = 12

    /// How long to wait for the network before the list is shown with the recorded states.
    private static let patience = Duration.seconds(6)

    private static let title = localized("Drawbridge – activity")

    /// Shows the list until the user closes it or wants to replace a stuck transaction.
    ///
    /// - Throws: Why a requested action failed, or why the journal cannot be read.
    func run() async throws {
        while let answers = try await ask(), answers.other != nil, !window.isClosed {
            guard let outgoing = try await open().first(where: { $0.txid == answers["which"] }) else { continue }
            if let replacement = try await decide(outgoing) {
                window.close()
                return try await replace(outgoing, by: replacement)
            }
        }
    }

    /// Shows the list: immediately with the recorded states, and again once the network was queried about pending
    /// transactions.
    private func ask() async throws -> FormAnswers? {
        guard try await !open().isEmpty else { return await window.ask(try await list()) }
        let first = try await list()
        // This starts when the first form is shown, and replaces it with another.
        let second = Task { () async throws -> FormAnswers? in
            window.wait(localized("Asking the network…"))
            await atMost(Self.patience) { await wallet.services.transactions.resolve() }
            return Task.isCancelled ? nil : await window.ask(try await list())
        }
        if let answers = await window.ask(first) {
            second.cancel()
            return answers
        }
        return try await second.value
    }

    private func open() async throws(WalletError) -> [TransactionRecord] {
        do throws(JournalError) { return try await wallet.services.journal.open() } catch { throw Self.unreadable }
    }

    private func recent() async throws(WalletError) -> [TransactionRecord] {
        do throws(JournalError) {
            return try await wallet.services.journal.recent(limit: Self.limit)
        } catch {
            throw Self.unreadable
        }
    }

    /// The reason of a ``JournalError`` is for the log.
    private static let unreadable = WalletError(localized("The transaction history could not be read."))

    private func list() async throws -> Form {
        var paragraphs = try await recent().map { Form.Paragraph($0.sentence) }
        if paragraphs.isEmpty { paragraphs = [Form.Paragraph(localized("No transactions yet."))] }
        let choices = try await open().prefix(Self.limit).map { FormField.Choice($0.txid, label: $0.label) }
        let field = choices.first.map {
            FormField("which", label: localized("Pending"), .choice(choices, selected: $0.id))
        }
        return Form(
            title: Self.title, heading: localized("Recent transactions"), paragraphs: paragraphs,
            fields: field.map { [$0] } ?? [], verb: localized("Close"), refusal: "",
            others: choices.isEmpty ? [] : [Form.Other("more", label: localized("Speed up, cancel or send again…"))])
    }

    /// Shows the state of one transaction and the possible actions, until the user goes back or wants to replace it.
    private func decide(_ outgoing: TransactionRecord) async throws -> Replacement? {
        window.wait(localized("Asking the network…"))
        let networkStatus = await wallet.services.transactions.networkStatus(of: outgoing)
        // A transaction that is settled by now is shown in the list.
        guard let outgoing = try await open().first(where: { $0.txid == outgoing.txid && $0.chain == outgoing.chain })
        else { return nil }
        let choice = OpenChoice(outgoing, networkStatus)
        let answers = await window.ask(
            Form(
                title: Self.title, heading: outgoing.what.text, paragraphs: choice.paragraphs, verb: localized("Back"),
                refusal: "", others: choice.others))
        switch answers?.other {
        case "faster": return .faster
        case "cancelling": return .cancelling
        case "again":
            window.work(localized("Sending it again…"))
            await tell { () throws(RPCError) in try await wallet.services.transactions.sendAgain(outgoing) }
        case "giveUp":
            let answers = await window.ask(
                Form(
                    title: Self.title, heading: localized("Give up this transaction?"), paragraphs: choice.consequences,
                    verb: localized("Keep it"), refusal: "",
                    others: [Form.Other("sure", label: localized("Give it up"))]))
            guard answers?.other == "sure" else { return nil }
            window.work(localized("Asking the network once more…"))
            await tell { () throws(RPCError) in try await wallet.services.transactions.giveUp(outgoing) }
        default: break
        }
        return nil
    }

    /// Performs the action of the user, and shows the reason if it fails.
    private func tell(_ work: () async throws(RPCError) -> Void) async {
        do throws(RPCError) {
            try await work()
        } catch {
            _ = await window.ask(
                Form(
                    title: Self.title, heading: localized("This could not be done"),
                    paragraphs: [Form.Paragraph(error.sentence)], verb: localized("Back"), refusal: ""))
        }
    }

    private func replace(_ outgoing: TransactionRecord, by replacement: Replacement) async throws {
        let services = wallet.services
        let outcome = await wallet.dispatcher.run("replace") { request throws(RPCError) in
            .string(try await services.sending.replace(outgoing, by: replacement, for: request))
        }
        if case .failure(let error) = outcome, error.kind != .rejected { throw WalletError(error.sentence) }
    }

    /// Waits until `work` is done, but not for longer than `limit`; then it continues in the background.
    private func atMost(_ limit: Duration, _ work: @escaping @MainActor () async -> Void) async {
        let (ends, end) = AsyncStream<Void>.makeStream()
        let clock = Task {
            try await ContinuousClock().sleep(for: limit)
            end.yield()
        }
        Task {
            await work()
            end.yield()
        }
        for await _ in ends { break }
        clock.cancel()
    }
}
