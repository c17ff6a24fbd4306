package import Bitcoin
package import Bridge
internal import Synchronization
package import WalletCore

/// The accounts on Bitcoin and Bitcoin Cash with what is known of them, kept across restarts.
///
/// Each function is one step: after a crash, all or nothing of it is kept.
package protocol CoinStore: VersionedStore {
    /// The accounts, in the order in which they were added.
    func accounts() async throws(JournalError) -> [CoinAccountRecord]

    /// Adds an account, or changes its name.
    func add(_ account: CoinAccountRecord) async throws(JournalError)

    /// Removes an account and what is known of it.
    func remove(_ account: AccountID) async throws(JournalError)

    /// What is known of an account; empty for an unknown one.
    func contents(of account: AccountID) async throws(JournalError) -> CoinAccountContents

    /// Adds, replaces and removes data of an account.
    func apply(_ change: CoinAccountChange, to account: AccountID) async throws(JournalError)

    /// Marks an address as shown; false if it was, so that of two callers in any processes only one gets it.
    func claim(_ address: CoinAccountContents.Address, of account: AccountID) async throws(JournalError) -> Bool

    /// The last address of each branch of an account that was shown.
    func lastShown(of account: AccountID) async throws(JournalError) -> [CoinAddressPath]

    /// The bytes of a transaction of an account.
    func raw(_ id: TransactionID, of account: AccountID) async throws(JournalError) -> [UInt8]?

    /// The user's words about transactions, addresses and coins of an account.
    func notes(of account: AccountID) async throws(JournalError) -> CoinNotes

    /// Stores a label; an empty one removes it.
    func label(_ text: String, _ subject: CoinNotes.Subject, of account: AccountID) async throws(JournalError)

    /// Excludes a coin from payments, or no longer.
    func freeze(_ coin: OutPoint, _ isFrozen: Bool, of account: AccountID) async throws(JournalError)
}

extension CoinStore {
    /// The coins on `utxoChain` that the user excluded from payments, in all accounts: the same coin can be in several.
    func frozen(on utxoChain: UTXOChain) async throws(JournalError) -> Set<OutPoint> {
        var frozen: Set<OutPoint> = []
        for record in try await accounts() where record.utxoChain == utxoChain {
            frozen.formUnion(try await notes(of: record.id).frozen)
        }
        return frozen
    }
}

/// What the store knows of an account.
package struct CoinAccountContents: Sendable {
    /// A derived address.
    package struct Address: Hashable, Sendable {
        /// Its place.
        package let path: CoinAddressPath

        /// Its scripts.
        package let scripts: AddressScripts

        /// The status of the history that was read completely (Electrum protocol, “Status”); `nil` for an empty one.
        package var status: String?

        /// Whether it was shown to the user, or reserved for change; a change never takes this back.
        package var isShown: Bool

        /// Creates an address.
        package init(path: CoinAddressPath, scripts: AddressScripts, status: String? = nil, isShown: Bool = false) {
            self.path = path
            self.scripts = scripts
            self.status = status
            self.isShown = isShown
        }
    }

    /// The derived addresses.
    package var addresses: [Address] = []

    /// The transactions, without their bytes.
    package var transactions: [LedgerTransaction] = []

    /// The result of the last synchronisation; `nil` if there was none.
    package var synced: Synced?

    /// The result of a synchronisation.
    package struct Synced: Hashable, Sendable {
        /// When it ended, in seconds since 1970.
        package let at: Int64

        /// The height of the newest block.
        package let height: Int

        /// The host and port of the server.
        package let source: String?

        /// Creates a result.
        package init(at: Int64, height: Int, source: String?) {
            self.at = at
            self.height = height
            self.source = source
        }
    }

    /// Creates empty contents.
    package init() {}
}

/// A change of what is known of an account.
package struct CoinAccountChange: Sendable {
    /// Addresses that are added or replaced.
    package var addresses: [CoinAccountContents.Address] = []

    /// Transactions that are added, with their bytes.
    package var added: [(transaction: LedgerTransaction, raw: [UInt8])] = []

    /// Transactions whose bytes are known and whose data has changed.
    package var changed: [LedgerTransaction] = []

    /// Transactions that no longer exist.
    package var removed: [TransactionID] = []

    /// The result of a synchronisation, if one has ended.
    package var synced: CoinAccountContents.Synced?

    /// Creates an empty change.
    package init() {}

    /// Whether it changes nothing.
    package var isEmpty: Bool {
        addresses.isEmpty && added.isEmpty && changed.isEmpty && removed.isEmpty && synced == nil
    }
}

/// The user's words about transactions, addresses and coins.
package struct CoinNotes: Hashable, Sendable {
    /// What a label is about (BIP-329, “type”).
    package enum Subject: Hashable, Sendable {
        /// A transaction.
        case transaction(TransactionID)
        /// An address.
        case address(Script)
        /// A coin.
        case coin(OutPoint)
    }

    /// The labels.
    package var labels: [Subject: String] = [:]

    /// The coins that are excluded from payments.
    package var frozen: Set<OutPoint> = []

    /// The maximum length of a label in bytes (BIP-329 names no limit).
    package static let longest = 1_024

    /// Creates empty notes.
    package init() {}

    /// The text as it is stored: without control characters, and at most ``longest`` bytes.
    package static func cleaned(_ text: String) -> String {
        var kept = ""
        for scalar in text.unicodeScalars where scalar.value >= 0x20 && !(0x7F...0x9F ~= scalar.value) {
            guard kept.utf8.count + String(scalar).utf8.count <= longest else { break }
            kept.unicodeScalars.append(scalar)
        }
        return kept
    }
}

/// Accounts in memory that are lost when the process ends: for tests, and for keys without value.
package actor MemoryCoinStore: CoinStore {
    private var records: [CoinAccountRecord] = []
    private var contents: [AccountID: CoinAccountContents] = [:]
    private var raws: [AccountID: [TransactionID: [UInt8]]] = [:]
    private var allNotes: [AccountID: CoinNotes] = [:]
    private let changes = Mutex<Int64>(0)

    /// Creates an empty store.
    package init() {}

    package nonisolated func version() -> Int64 { changes.withLock { $0 } }

    package func accounts() -> [CoinAccountRecord] { records }

    package func add(_ account: CoinAccountRecord) {
        changes.withLock { $0 += 1 }
        if let place = records.firstIndex(where: { $0.id == account.id }) {
            records[place] = account
        } else {
            records.append(account)
        }
    }

    package func remove(_ account: AccountID) {
        changes.withLock { $0 += 1 }
        records.removeAll { $0.id == account }
        (contents[account], raws[account], allNotes[account]) = (nil, nil, nil)
    }

    package func contents(of account: AccountID) -> CoinAccountContents { contents[account] ?? CoinAccountContents() }

    package func apply(_ change: CoinAccountChange, to account: AccountID) {
        var known = contents[account] ?? CoinAccountContents()
        for var address in change.addresses {
            if let place = known.addresses.firstIndex(where: { $0.path == address.path }) {
                address.isShown = address.isShown || known.addresses[place].isShown
                known.addresses[place] = address
            } else {
                known.addresses.append(address)
            }
        }
        let gone = Set(change.removed).union(change.added.map(\.transaction.id)).union(change.changed.map(\.id))
        known.transactions.removeAll { gone.contains($0.id) }
        known.transactions += change.added.map(\.transaction) + change.changed
        known.synced = change.synced ?? known.synced
        contents[account] = known
        for id in change.removed { raws[account]?[id] = nil }
        for (transaction, raw) in change.added { raws[account, default: [:]][transaction.id] = raw }
    }

    package func claim(_ address: CoinAccountContents.Address, of account: AccountID) -> Bool {
        guard contents[account]?.addresses.first(where: { $0.path == address.path })?.isShown != true else {
            return false
        }
        changes.withLock { $0 += 1 }
        var change = CoinAccountChange()
        change.addresses = [address]
        change.addresses[0].isShown = true
        apply(change, to: account)
        return true
    }

    package func lastShown(of account: AccountID) -> [CoinAddressPath] {
        let shown = (contents[account]?.addresses ?? []).filter(\.isShown).map(\.path)
        return Dictionary(grouping: shown, by: \.branch).compactMap { $0.value.max() }
    }

    package func raw(_ id: TransactionID, of account: AccountID) -> [UInt8]? { raws[account]?[id] }

    package func notes(of account: AccountID) -> CoinNotes { allNotes[account] ?? CoinNotes() }

    package func label(_ text: String, _ subject: CoinNotes.Subject, of account: AccountID) {
        changes.withLock { $0 += 1 }
        let text = CoinNotes.cleaned(text)
        allNotes[account, default: CoinNotes()].labels[subject] = text.isEmpty ? nil : text
    }

    package func freeze(_ coin: OutPoint, _ isFrozen: Bool, of account: AccountID) {
        changes.withLock { $0 += 1 }
        if isFrozen {
            allNotes[account, default: CoinNotes()].frozen.insert(coin)
        } else {
            allNotes[account, default: CoinNotes()].frozen.remove(coin)
        }
    }
}
