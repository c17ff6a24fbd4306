package import Bridge
import Synchronization

/// Stores the user's notes of transactions across restarts.
package protocol NoteStore: Sendable {
    /// The notes of transactions on `chain` (CAIP-2), by transaction ID.
    func notes(on chain: String) async throws(JournalError) -> [String: String]

    /// Stores a note in place of an earlier one; an empty one removes it.
    func keep(_ note: String, of txid: String, on chain: String) async throws(JournalError)
}

/// Balances, notes, contacts, movements of coins and watched addresses in memory, which are lost when the process ends: for
/// tests, and for keys without value.
package actor MemoryHoldings: BalanceStore, NoteStore, ContactBook, NativeMovementStore, WatchedAddressStore {
    private var accounts: [AccountSummary] = []
    private var notes: [String: [String: String]] = [:]
    private var names: [Contact] = []
    private var coins: [AccountID: [NativeMovement]] = [:]
    private var searched: [AccountID: SearchedCoins] = [:]
    private let watched = Mutex<(addresses: [WatchedAddress], version: Int64)>(([], 0))

    /// Creates an empty store.
    package init() {}

    package func load() -> [AccountSummary] { accounts }

    package func keep(_ new: [AccountSummary]) {
        let known = new.map(\.withKnownBalances)
        accounts.removeAll { old in known.contains { $0.id == old.id } }
        accounts += known
    }

    package func notes(on chain: String) -> [String: String] { notes[chain] ?? [:] }

    package func keep(_ note: String, of txid: String, on chain: String) {
        notes[chain, default: [:]][txid] = note.isEmpty ? nil : note
    }

    package func coinMovements(of account: AccountID) -> [NativeMovement] {
        (coins[account] ?? []).sorted { $0.block > $1.block }
    }

    package func searchedCoins(for account: AccountID) -> SearchedCoins? { searched[account] }

    package func keep(
        _ movements: [NativeMovement], of account: AccountID, in blocks: ClosedRange<UInt64>, _ searched: SearchedCoins
    ) {
        let new = Set(movements.map(\.txid))
        coins[account, default: []].removeAll { blocks.contains($0.block) || new.contains($0.txid) }
        coins[account, default: []] += movements
        self.searched[account] = searched
    }

    package func update(_ movements: [NativeMovement], of account: AccountID) {
        let new = Dictionary(movements.map { ($0.txid, $0) }) { $1 }
        coins[account] = coins[account]?.map { new[$0.txid] ?? $0 }
    }

    package func forgetCoins(of account: AccountID) { (coins[account], searched[account]) = (nil, nil) }

    package func contacts() -> [Contact] { names.sorted { $0.name < $1.name } }

    package func add(_ contact: Contact) {
        remove(contact.address, on: contact.chain)
        names.append(contact)
    }

    package func remove(_ address: String, on chain: String) {
        names.removeAll { $0.address == address && $0.chain == chain }
    }

    package nonisolated func version() -> Int64 { watched.withLock(\.version) }

    package nonisolated func watchedAddresses() -> [WatchedAddress] { watched.withLock(\.addresses) }

    package func watch(_ address: WatchedAddress) {
        watched.withLock { watched in
            watched.addresses.removeAll { $0.address == address.address }
            watched.addresses.append(address)
            watched.version += 1
        }
    }

    package func unwatch(_ address: String) {
        watched.withLock { watched in
            watched.addresses.removeAll { $0.address == address }
            watched.version += 1
        }
    }
}

extension AccountSummary {
    /// The account with the balances that servers reported, as ``AssetBalance/State/earlier`` ones.
    package var withKnownBalances: AccountSummary {
        var known = self
        known.balances = balances.filter { $0.units != nil }.map { balance in
            var balance = balance
            balance.state = .earlier
            return balance
        }
        return known
    }
}
