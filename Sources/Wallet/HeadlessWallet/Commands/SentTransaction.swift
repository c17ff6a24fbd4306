package import Bridge
import Messages
package import WalletCore

/// What a server said about a transaction.
package struct ServerReply: Codable, Hashable, Sendable {
    let server: String
    let outcome: String
    let reason: String?

    init(_ reply: BroadcastReply) {
        (server, outcome, reason) = (reply.server, reply.name, reply.reason)
    }
}

/// A transaction of the user that has left the wallet, and what became of it.
package struct SentTransaction: Codable, Hashable, Sendable {
    /// Whether a server has it.
    package enum State: String, Codable, Sendable {
        case sent, unknown
    }

    /// Its ID.
    package let txid: String

    /// Its network (CAIP-2).
    package let chain: String

    /// Whether a server has it.
    package let state: State

    /// What each server said.
    package let servers: [ServerReply]

    /// Why it is not known whether it was sent; or what servers said that did not take it, although another one did.
    package let sentence: String?

    /// Why it is not known whether it was sent; `nil` if a server has it.
    package var doubt: String? { state == .unknown ? sentence : nil }

    /// Creates what became of a transaction; `doubt` is why it is not known whether it was sent.
    package init(_ txid: String, on chain: ChainID, _ replies: [BroadcastReply], doubt: String?) {
        let complaints = replies.filter { ![.accepted, .known].contains($0.outcome) && !$0.server.isEmpty }
            .map(\.sentence.localized)
        self.txid = txid
        self.chain = chain.description
        state = doubt == nil ? .sent : .unknown
        servers = replies.map(ServerReply.init)
        sentence = doubt ?? (complaints.isEmpty ? nil : complaints.joined(separator: " "))
    }
}
