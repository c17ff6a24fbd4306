package import Messages

/// What one server said about a transaction that was offered to it.
public struct BroadcastReply: Hashable, Sendable, Codable {
    /// What a server said.
    public enum Outcome: Hashable, Sendable, Codable {
        /// It accepted the transaction.
        case accepted

        /// It said that it has the transaction already.
        case known

        /// It rejected the transaction for a reason, a sentence of the wallet.
        case refused(TransactionRecord.Summary)

        /// It got the transaction and gave no answer, or one that says nothing about the transaction.
        case silent

        /// It did not get the transaction, for a reason, a sentence of the wallet.
        case unreached(TransactionRecord.Summary)
    }

    /// The host and port of the server.
    public let server: String

    /// What it said.
    public let outcome: Outcome

    /// Creates a reply.
    public init(_ server: String, _ outcome: Outcome) {
        (self.server, self.outcome) = (server, outcome)
    }
}

extension BroadcastReply {
    /// The name of the outcome in the output of commands.
    package var name: String {
        switch outcome {
        case .accepted: "accepted"
        case .known: "known"
        case .refused: "refused"
        case .silent: "noAnswer"
        case .unreached: "notReached"
        }
    }

    /// Why the server did not take the transaction; `nil` if it did, or gave no answer.
    package var reason: String? {
        switch outcome {
        case .refused(let reason), .unreached(let reason): reason.text
        case .accepted, .known, .silent: nil
        }
    }

    /// The sentence for the user.
    package var sentence: Message {
        switch outcome {
        case .accepted: localizable("\(server, as: "server") accepted it.")
        case .known: localizable("\(server, as: "server") already has it.")
        case .refused(let reason):
            localizable("\(server, as: "server") rejected it: \(reason.message, as: "reason")")
        case .silent: localizable("\(server, as: "server") did not say whether it accepted it.")
        case .unreached(let reason):
            localizable("\(server, as: "server") did not get it: \(reason.message, as: "reason")")
        }
    }

    /// What the server said, for a note next to its name.
    package var note: String {
        switch outcome {
        case .accepted: localized("accepted it")
        case .known: localized("already has it")
        case .refused(let reason): localized("rejected it: \(reason.text, as: "reason")")
        case .silent: localized("did not say whether it accepted it")
        case .unreached(let reason): localized("did not get it: \(reason.text, as: "reason")")
        }
    }

    /// The sentences about all servers after `beginning`.
    package static func sentence(_ beginning: Message, _ replies: [BroadcastReply]) -> Message {
        replies.filter { !$0.server.isEmpty }.reduce(beginning) { text, reply in
            localizable("\(text, as: "first") \(reply.sentence, as: "second")")
        }
    }
}
