import WalletMethods
import Bridge
import Foundation
import EthereumWallet
import Messages
import WalletCore
import WalletUI

/// What left the wallet lately and what became of it, in a window; and what can be done where that is open.
@MainActor struct Activity {
    let wallet: PageWallet
    let window: FormWindow

    /// How many are shown.
    private static let limit = 12

    /// How long the network is waited for before the list is shown as it is known.
    private static let patience = Duration.seconds(6)

    private static let title = localized("Drawbridge – activity")

    /// Shows the list until it is closed, or something is to be put in the place of what is stuck.
    ///
    /// - Throws: Why something that was wished for was not done, or why the journal cannot be read.
    func run() async throws {
        while let answers = try await ask(), answers.other != nil, !window.isClosed {
            guard let outgoing = try await open().first(where: { $0.txid == answers["which"] }) else { continue }
            if let replacement = try await decide(outgoing) {
                window.close()
                return try await replace(outgoing, by: replacement)
            }
        }
    }

    /// Asks the list: at once as it is known, and again when the network was asked about what is open.
    private func ask() async throws -> FormAnswers? {
        guard try await !open().isEmpty else { return await window.ask(try await list()) }
        let first = try await list()
        // This begins when the first form is there, and ends its question with another.
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

    private func open() async throws(WalletFault) -> [TransactionRecord] {
        do throws(JournalError) { return try await wallet.services.journal.open() } catch { throw Self.unreadable }
    }

    private func recent() async throws(WalletFault) -> [TransactionRecord] {
        do throws(JournalError) {
            return try await wallet.services.journal.recent(limit: Self.limit)
        } catch {
            throw Self.unreadable
        }
    }

    /// The reason of a ``JournalError`` is for the log.
    private static let unreadable = WalletFault(description: localized("The transaction history could not be read."))

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

    /// Shows how one transaction stands and what can be done, until the user goes back or wants it replaced.
    private func decide(_ outgoing: TransactionRecord) async throws -> Replacement? {
        window.wait(localized("Asking the network…"))
        let networkStatus = await wallet.services.transactions.networkStatus(of: outgoing)
        // What is settled by now is in the list.
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

    /// Does what the user wants, and says why where it cannot be done.
    private func tell(_ work: () async throws(RPCError) -> Void) async {
        do throws(RPCError) {
            try await work()
        } catch {
            _ = await window.ask(
                Form(
                    title: Self.title, heading: localized("This could not be done"),
                    paragraphs: [Form.Paragraph(error.message)], verb: localized("Back"), refusal: ""))
        }
    }

    private func replace(_ outgoing: TransactionRecord, by replacement: Replacement) async throws {
        let services = wallet.services
        let outcome = await wallet.dispatcher.run("replace") { request throws(RPCError) in
            .string(try await services.sending.replace(outgoing, by: replacement, for: request))
        }
        if case .failure(let error) = outcome, error.kind != .rejected { throw WalletFault(description: error.message) }
    }

    /// Waits until `work` is done, but not for longer than `limit`; it goes on behind then.
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
