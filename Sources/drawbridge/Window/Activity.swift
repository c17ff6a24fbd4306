import Bridge
import Foundation
import Wallet
import WebHost

/// What left the wallet lately and what became of it, in a window.
@MainActor struct Activity {
    let wallet: PageWallet

    /// How many are shown.
    private static let limit = 12

    /// How long the network is waited for before the list is shown as it is known.
    private static let patience = Duration.seconds(6)

    /// Shows the list until it is closed, or one that is stuck is to be sent faster or cancelled.
    func run(_ window: FormWindow) async throws {
        let desk = wallet.desk
        var answers: FormAnswers?
        if try await desk.journal.open().isEmpty {
            answers = await window.ask(try await list())
        } else {
            // The list is there at once, and again when the network was asked, which ends the first question.
            let first = try await list()
            let second = Task { () async throws -> FormAnswers? in
                window.work("Asking the network what became of it …")
                await atMost(Self.patience) { await desk.resolve() }
                return await window.ask(try await list())
            }
            _ = await window.ask(first)
            answers = try await second.value
        }
        window.close()
        guard let answers, let other = answers.other,
            let outgoing = try await desk.journal.open().first(where: { $0.txid == answers["which"] })
        else { return }
        let outcome = await wallet.hall.run(other) { request throws(RPCError) in
            .string(try await desk.replace(outgoing, by: other == "faster" ? .faster : .cancelling, for: request))
        }
        if case .failure(let error) = outcome, error.kind != .rejected { throw WalletFault(description: error.message) }
    }

    /// The list as it is known now.
    private func list() async throws -> Form {
        let recent = try await wallet.desk.journal.recent(limit: Self.limit)
        var paragraphs = recent.map { Form.Paragraph(Self.sentence(about: $0)) }
        if paragraphs.isEmpty { paragraphs = ["Nothing was sent with this wallet yet."] }
        let stuck = try await wallet.desk.journal.open().filter { $0.nonce != nil }
        let choices = stuck.map { FormField.Choice($0.txid, label: "\($0.what) · \($0.txid.prefix(10))…") }
        let field = choices.first.map {
            FormField("which", label: "Still on its way", .choice(choices, selected: $0.id))
        }
        return Form(
            title: "Drawbridge – activity", heading: "What was sent lately", paragraphs: paragraphs,
            fields: field.map { [$0] } ?? [], verb: "Close", refusal: "",
            others: choices.isEmpty
                ? [] : [Form.Other("faster", label: "Speed up"), Form.Other("cancelling", label: "Cancel it")])
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

    /// How it stands, what it was, for whom and when, and its name on the chain.
    static func sentence(about outgoing: Outgoing) -> String {
        let day = Date(timeIntervalSince1970: TimeInterval(outgoing.at))
            .formatted(Date.ISO8601FormatStyle().year().month().day().dateSeparator(.dash))
        let what = outgoing.what.hasSuffix(".") ? String(outgoing.what.dropLast()) : outgoing.what
        let origin = outgoing.origin.map { ", asked for by \($0)" } ?? ""
        return "\(words(for: outgoing.state)) – \(what)\(origin), \(day) · \(outgoing.txid)"
    }

    private static func words(for state: Outgoing.State) -> String {
        switch state {
        case .signed: "Signed, not sent yet"
        case .sent: "On its way"
        case .unknown: "Sent; no server has confirmed that it arrived"
        case .mined(succeeded: true): "Done"
        case .mined(succeeded: false): "In a block, but it failed"
        case .replaced(by: ""): "Replaced by another transaction"
        case .replaced(let by): "Replaced by \(by)"
        case .refused: "Refused by the network"
        }
    }
}
