package import Bridge
import Messages
package import WalletCore

/// What a server said about a transaction.
public struct ServerReply: Codable, Hashable, Sendable {
    /// The server.
    public let server: String

    /// `accepted`, `known`, or why the server did not take it.
    public let outcome: String

    /// The server’s own words, if it said any.
    public let reason: String?

    init(_ reply: BroadcastReply) {
        (server, outcome, reason) = (reply.server, reply.name, reply.reason)
    }
}

/// A transaction of the user that has left the wallet, and what became of it.
public struct SentTransaction: Codable, Hashable, Sendable {
    /// Whether a server has it.
    public enum State: String, Codable, Sendable {
        /// A server has it.
        case sent

        /// It is not known whether a server has it.
        case unknown
    }

    /// Its ID.
    public let txid: String

    /// Its network (CAIP-2).
    public let chain: String

    /// Whether a server has it.
    public let state: State

    /// What each server said.
    public let servers: [ServerReply]

    /// Why it is not known whether it was sent; or what servers said that did not take it, although another one did.
    public let sentence: String?

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
