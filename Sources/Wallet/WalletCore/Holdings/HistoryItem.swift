import BigInt
package import Bridge

/// A transaction that changed what an account holds, or that the account sent.
package struct HistoryItem: Hashable, Sendable {
    /// What is known of it.
    package enum State: Hashable, Sendable {
        /// No block contains it yet, as far as is known.
        case pending

        /// It was signed, and no server is known to have it: it may be on its way, or never have been sent.
        case unknown

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

    /// The site that named the node whose word this is, which may say anything; `nil` if the user did.
    ///
    /// Without ``what``, only this node says that there is such a transaction; otherwise, it says what became of it.
    package var nodeSite: String?

    /// What each server said when the transaction was offered to it.
    package var replies: [BroadcastReply] = []

    /// Creates an item.
    package init(
        _ account: AccountID, txid: String, at: Int64?, changes: [AssetChange], others: [String] = [],
        what: TransactionRecord.Summary? = nil, fee: AssetChange? = nil, state: State, note: String = "",
        origin: String? = nil, nodeSite: String? = nil
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
        self.nodeSite = nodeSite
    }
}

/// What the history lacks of an account, because it was not searched back to the first block.
package struct HistoryGap: Hashable, Sendable {
    /// What is missing.
    package enum Kind: Hashable, Sendable {
        /// The movements of tokens and of items of collections.
        case tokens

        /// The movements of the coin.
        case coins
    }

    /// The account.
    package let account: AccountID

    /// What is missing.
    package let kind: Kind

    /// From when on it is known, in seconds since 1970; `nil` if it is not known yet.
    package let since: Int64?

    /// Creates a gap.
    package init(account: AccountID, of kind: Kind, since: Int64?) {
        (self.account, self.kind, self.since) = (account, kind, since)
    }
}

/// Which items of the history are wanted.
package struct HistoryFilter: Hashable, Sendable {
    /// Which way the assets moved.
    package enum Direction: String, Hashable, Sendable, CaseIterable {
        case incoming, outgoing
    }

    /// What has become of a transaction.
    package enum StateKind: String, Hashable, Sendable, CaseIterable {
        case pending, unknown, confirmed, failed, replaced, abandoned, declined, refused

        /// Any of the last four: it never got into a block.
        case dropped

        /// The kind of a state, never ``dropped``.
        package init(_ state: HistoryItem.State) {
            self =
                switch state {
                case .pending: .pending
                case .unknown: .unknown
                case .confirmed: .confirmed
                case .failed: .failed
                case .dropped(.replaced): .replaced
                case .dropped(.abandoned): .abandoned
                case .dropped(.declined): .declined
                case .dropped: .refused
                }
        }

        /// Whether a state is of this kind.
        package func contains(_ state: HistoryItem.State) -> Bool {
            if self == .dropped, case .dropped = state { return true }
            return self == Self(state)
        }
    }

    /// Only this account; `nil` for all.
    package var account: AccountID?

    /// Only this network; `nil` for all.
    package var network: ChainID?

    /// Only this state; `nil` for all.
    package var state: StateKind?

    /// Only this direction; `nil` for both.
    package var direction: Direction?

    /// Only items that contain this text, ignoring case: in the sentence, note, ID, symbols, addresses or origin.
    ///
    /// All items if it is empty.
    package var text = ""

    /// Only items at or after this time, in seconds since 1970.
    package var from: Int64?

    /// Only items before this time, in seconds since 1970.
    package var until: Int64?

    /// Creates a filter that lets everything through.
    package init() {}

    /// Whether the filter lets `item` through.
    package func allows(_ item: HistoryItem) -> Bool {
        guard allowsPlace(of: item.account, at: item.at) else { return false }
        if let direction, direction != item.direction { return false }
        if let state, !state.contains(item.state) { return false }
        guard !text.isEmpty else { return true }
        let wanted = TextSearch(text)
        let texts =
            [item.what?.text ?? "", item.note, item.txid, item.origin ?? "", item.nodeSite ?? ""] + item.others
            + item.changes.map(\.asset.symbol)
        return texts.contains { wanted.finds(in: $0) }
    }

    /// Whether items that are missing because of `gap` could be among those that are wanted.
    package func concerns(_ gap: HistoryGap) -> Bool {
        if let account, !account.isSame(as: gap.account) { return false }
        if let network, network != gap.account.chain { return false }
        guard let from, let since = gap.since else { return true }
        return from < since
    }

    /// Whether the filter lets an item of this account and time through, as far as that tells.
    package func allowsPlace(of other: AccountID, at time: Int64?) -> Bool {
        if let account, !account.isSame(as: other) { return false }
        if let network, network != other.chain { return false }
        if let from, time ?? .max < from { return false }
        if let until, time ?? .max >= until { return false }
        return true
    }
}

extension HistoryItem {
    /// Which way the assets moved; outgoing if the wallet signed it.
    package var direction: HistoryFilter.Direction {
        what == nil && !changes.isEmpty && changes.allSatisfy({ $0.units.sign == .plus }) ? .incoming : .outgoing
    }
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
