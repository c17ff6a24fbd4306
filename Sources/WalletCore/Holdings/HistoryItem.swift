package import Bridge

/// A transaction that changed what an account holds, or that the account sent.
package struct HistoryItem: Hashable, Sendable {
    /// What is known of it.
    package enum State: Hashable, Sendable {
        /// No block contains it yet, as far as is known.
        case pending

        /// It is in a block, with this many confirmations.
        case confirmed(Int)

        /// It is in a block, but failed there.
        case failed

        /// It was signed, and never got into a block: replaced, refused or given up. The journal knows the reason.
        case dropped(TransactionRecord.State)
    }

    /// The account.
    package let account: AccountID

    /// The ID on the chain, as explorers write it.
    package let txid: String

    /// When it was signed or first seen or in a block, in seconds since 1970; `nil` if that is not known.
    package let at: Int64?

    /// The changes of the account's balances; empty if it changed none.
    package let changes: [AssetChange]

    /// The addresses on the other side: the recipients of what left, or the senders of what arrived, as far as known.
    package let others: [String]

    /// What it does in one sentence, if this wallet signed it.
    package let what: TransactionRecord.Summary?

    /// The network fee that the account paid; `nil` if another account paid it, or it is unknown.
    package let fee: AssetChange?

    /// What is known of it.
    package let state: State

    /// The user's note; empty for none.
    package let note: String

    /// The serialised origin of the site, or the payment, that asked for it; `nil` if the user did, or it arrived.
    package let origin: String?

    /// Creates an item.
    package init(
        _ account: AccountID, txid: String, at: Int64?, changes: [AssetChange], others: [String] = [],
        what: TransactionRecord.Summary? = nil, fee: AssetChange? = nil, state: State, note: String = "",
        origin: String? = nil
    ) {
        self.account = account
        self.txid = txid
        self.at = at
        self.changes = changes
        self.others = others
        self.what = what
        self.fee = fee
        self.state = state
        self.note = note
        self.origin = origin
    }
}

/// Which items of the history are wanted.
package struct HistoryFilter: Hashable, Sendable {
    /// Which way the assets moved.
    package enum Direction: String, Hashable, Sendable, CaseIterable {
        case incoming, outgoing
    }

    /// Only this account; `nil` for all.
    package var account: AccountID?

    /// Only this direction; `nil` for both.
    package var direction: Direction?

    /// Only items that contain this text, ignoring case: in the sentence, note, ID, addresses or origin.
    ///
    /// All items if it is empty.
    package var text = ""

    /// Only items at or after this time, in seconds since 1970.
    package var from: Int64?

    /// Only items before this time, in seconds since 1970.
    package var until: Int64?

    /// Creates a filter that lets everything through.
    package init() {}
}

/// The history of the accounts of one kind of chain.
@MainActor package protocol HistorySource: AnyObject {
    /// Notes every change of the history.
    var changes: HoldingsChanges { get }

    /// The newest items first, at most `limit`, from the store; no server is asked.
    func history(_ filter: HistoryFilter, limit: Int) async throws(RPCError) -> [HistoryItem]

    /// The bytes of a transaction of the history; `nil` if the wallet does not have them and no server gives them.
    func raw(_ txid: String, of account: AccountID) async -> [UInt8]?

    /// Stores the user's note of a transaction; empty removes it.
    func note(_ text: String, on txid: String, of account: AccountID) async throws(RPCError)
}
