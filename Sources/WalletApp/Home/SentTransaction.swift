import Bridge
import Messages
import WalletCore
import WalletMethods
import WalletUI

/// A transaction of the user that has left the wallet, and what became of it.
struct SentTransaction: Hashable {
    /// Its ID.
    let txid: String

    /// Its network.
    let chain: ChainID

    /// What each server said.
    let replies: [BroadcastReply]

    /// Why it is not known whether it was sent; `nil` if a server has it.
    let doubt: String?

    /// The outcome as text for commands.
    var json: JSON {
        var members: JSONObject = [
            "txid": .string(txid), "chain": .string(chain.description),
            "state": .string(doubt == nil ? "sent" : "unknown"), "servers": TerminalJSON.servers(replies),
        ]
        if let sentence = doubt ?? complaints { members["sentence"] = .string(sentence) }
        return .object(members)
    }

    /// What the window shows of it.
    var screen: Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("Sent"))
        if let doubt {
            screen = Screen(title: HomeScreens.title, heading: localized("Unknown outcome"))
            screen.paragraphs = [Form.Paragraph(doubt, tone: .caution)]
        } else {
            screen.mark = .done
            screen.paragraphs = [
                Form.Paragraph(localized("The network has the transaction. The history shows when it is confirmed."))
            ]
            screen.paragraphs += complaints.map { [Form.Paragraph($0)] } ?? []
        }
        screen.rows = [Approval.Row(localized("Transaction ID"), .exact(txid))]
        screen.buttons = [
            Screen.Button(HomeScreens.Action.history.rawValue, label: localized("History")),
            Screen.Button(HomeScreens.Action.home.rawValue, label: localized("Done"), .next),
        ]
        return screen
    }

    /// What the servers said that did not take the transaction, although another one did; `nil` if all took it.
    var complaints: String? {
        let sentences = replies.filter { ![.accepted, .known].contains($0.outcome) && !$0.server.isEmpty }
            .map(\.sentence.localized)
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }
}

extension PageWallet {
    /// Runs an action of the user that sends a transaction, after the ordinary approval.
    ///
    /// - Parameters:
    ///   - action: The name of the action.
    ///   - chain: The network.
    ///   - body: Signs and sends, and returns the ID of the transaction.
    /// - Returns: The transaction, also if it is not known whether it was sent.
    /// - Throws: Why it was not sent.
    func send(
        _ action: String, on chain: ChainID, _ body: @MainActor (Request) async throws(RPCError) -> String
    ) async throws(RPCError) -> SentTransaction {
        let answer = await dispatcher.send(action) { request throws(RPCError) in .string(try await body(request)) }
        let (txid, doubt): (String, String?)
        switch (answer.result, answer.transaction) {
        case (.success(let result), _): (txid, doubt) = (result.string ?? "", nil)
        case (.failure(let error), let sent?) where sent.fate == .unknown: (txid, doubt) = (sent.hash, error.sentence)
        case (.failure(let error), _): throw error
        }
        let record = try? await services.journal.transaction(txid, on: chain.description)
        return SentTransaction(txid: txid, chain: chain, replies: record?.replies ?? [], doubt: doubt)
    }
}
