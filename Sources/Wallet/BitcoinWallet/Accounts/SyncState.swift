package import Bitcoin

/// How far an account agrees with its servers.
package struct SyncState: Hashable, Sendable {
    /// What the wallet is doing.
    package enum Phase: Hashable, Sendable {
        /// No server was asked since the start.
        case idle
        /// Servers are being asked.
        case synchronising
        /// Everything that the server reported is known; changes are followed.
        case current
        /// No server could be asked; the last state is kept.
        case failed(CoinError)
    }

    /// What the wallet is doing.
    package var phase = Phase.idle

    /// How the synchronisation before the one that is going on ended: while servers are being asked, nothing newer is
    /// known.
    package private(set) var earlier = Phase.idle

    /// Begins a synchronisation.
    mutating func begin() {
        if phase != .synchronising { earlier = phase }
        phase = .synchronising
    }

    /// The last complete synchronisation, perhaps before the last start; `nil` if there was none.
    package var synced: CoinAccountContents.Synced?

    /// How the servers disagree; `nil` if they agree, or there is only one.
    package var disagreement: ServerDisagreement?

    /// The number of transactions that a server says to be in blocks without a proof; they count as unconfirmed.
    package var unproven = 0

    /// The height of the newest block; -1 if it is not known.
    package var height: Int { synced?.height ?? -1 }
}

/// How two servers contradict each other, or a server contradicts what was proven.
package struct ServerDisagreement: Hashable, Sendable {
    /// The transactions that the server in use does not show, although they are proven or another server shows them.
    package var hidden: Set<TransactionID> = []

    /// The transactions that only the server in use shows.
    package var onlyHere: Set<TransactionID> = []

    /// The host and port of the other server.
    package var other: String?

    /// Creates a disagreement about nothing.
    package init() {}

    /// Whether the servers agree.
    package var isEmpty: Bool { hidden.isEmpty && onlyHere.isEmpty }
}

/// An account at one moment, for the user interface.
package struct CoinAccountSnapshot: Sendable {
    /// The account.
    package let record: CoinAccountRecord

    /// What is known of it.
    package let ledger: CoinLedger

    /// Its unspent coins, computed here because a search on the main actor would block the window.
    package let coins: [LedgerCoin]

    /// The user's words.
    package let notes: CoinNotes

    /// How far it agrees with its servers.
    package let state: SyncState

    /// The number of the report: of two snapshots of a synchroniser, the one with the larger number is newer.
    let number: Int
}

extension CoinAccountSnapshot {
    /// What the account holds; the reward of a block counts as unconfirmed until it can be spent.
    package var balance: CoinBalance {
        coins.reduce(into: CoinBalance()) { balance, coin in
            if coin.content != .satoshis {
                balance.withTokens = CoinBalance.sum(balance.withTokens, coin.value)
            } else if coin.block == nil || !coin.isMature(at: state.height) {
                balance.unconfirmed = CoinBalance.sum(balance.unconfirmed, coin.value)
            } else {
                balance.confirmed = CoinBalance.sum(balance.confirmed, coin.value)
            }
        }
    }
}
