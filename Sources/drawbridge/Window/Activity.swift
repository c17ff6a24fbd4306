import Bridge
import Foundation
import Wallet
import WebHost

/// What left the wallet lately and what became of it, in a window.
@MainActor struct Activity {
    let wallet: PageWallet

    /// How many are shown.
    private static let limit = 12

    /// Shows the list until it is closed, or one that is stuck is to be sent faster or cancelled.
    func run(_ window: FormWindow) async throws {
        let recent = try await wallet.desk.journal.recent(limit: Self.limit)
        var paragraphs = recent.map { Form.Paragraph(Self.sentence(about: $0)) }
        if paragraphs.isEmpty { paragraphs = ["Nothing was sent with this wallet yet."] }
        let stuck = recent.filter { $0.state.isOpen && $0.nonce != nil }
        let choices = stuck.map { FormField.Choice($0.txid, label: "\($0.what) · \($0.txid.prefix(10))…") }
        let field = choices.first.map {
            FormField("which", label: "Still on its way", .choice(choices, selected: $0.id))
        }
        let answers = await window.ask(
            Form(
                title: "Drawbridge – activity", heading: "What was sent lately", paragraphs: paragraphs,
                fields: field.map { [$0] } ?? [], verb: "Close", refusal: "",
                others: choices.isEmpty
                    ? [] : [Form.Other("faster", label: "Speed up"), Form.Other("cancelling", label: "Cancel it")]))
        window.close()
        guard let answers, let other = answers.other,
            let outgoing = stuck.first(where: { $0.txid == answers["which"] })
        else { return }
        let desk = wallet.desk
        let outcome = await wallet.hall.run(other) { request throws(RPCError) in
            .string(try await desk.replace(outgoing, by: other == "faster" ? .faster : .cancelling, for: request))
        }
        if case .failure(let error) = outcome, error.kind != .rejected { throw WalletFault(description: error.message) }
    }

    /// What it was, when, for whom and how it stands; its number on the chain in a line of its own.
    static func sentence(about outgoing: Outgoing) -> String {
        let day = Date(timeIntervalSince1970: TimeInterval(outgoing.at))
            .formatted(Date.ISO8601FormatStyle().year().month().day().dateSeparator(.dash))
        let origin = outgoing.origin.map { ", asked for by \($0)" } ?? ""
        return "\(day) – \(outgoing.what)\(origin)\n\(words(for: outgoing.state)) · \(outgoing.txid)"
    }

    private static func words(for state: Outgoing.State) -> String {
        switch state {
        case .signed: "Signed, not sent yet"
        case .sent: "On its way"
        case .unknown: "Sent; no server has confirmed that it arrived"
        case .mined(succeeded: true): "Done"
        case .mined(succeeded: false): "In a block, but it failed"
        case .replaced(let by): "Replaced by \(by)"
        case .refused: "Refused by the network"
        }
    }
}
