package import Bitcoin

/// What is known of one account: its scripts, and the transactions that concern them.
///
/// Only transactions are facts, read from their bytes. That a coin is spent follows from the inputs of the others, and
/// that it is confirmed from a proof; what a server says about amounts has no influence.
package struct CoinLedger: Sendable {
    /// The number of consecutive unused addresses that ends the search (BIP-44, “Address gap limit”).
    package static let gap: UInt32 = 20

    /// The ledger of the account.
    package let utxoChain: UTXOChain

    /// The places of the known scripts.
    package private(set) var paths: [Script: CoinAddressPath] = [:]

    /// The known scripts.
    package private(set) var scripts: [CoinAddressPath: Script] = [:]

    /// The redeem scripts of the known scripts that have the hash of one.
    package private(set) var redeemScripts: [CoinAddressPath: Script] = [:]

    /// The transactions by their IDs.
    package private(set) var transactions: [TransactionID: LedgerTransaction] = [:]

    /// The transactions that spend an output, also outputs of others; several if they conflict.
    private var spenders: [OutPoint: [TransactionID]] = [:]

    /// The number of transactions at each address.
    package private(set) var uses: [CoinAddressPath: Int] = [:]

    /// The number of derived addresses on each chain of addresses.
    package private(set) var derived: [CoinAddressPath.Branch: UInt32] = [:]

    /// The first index after the last used address on each chain of addresses.
    package private(set) var nextUnused: [CoinAddressPath.Branch: UInt32] = [:]

    /// The first index after the last address that was shown to the user or reserved for change.
    package private(set) var nextUnshown: [CoinAddressPath.Branch: UInt32] = [:]

    /// Creates an empty ledger.
    package init(_ utxoChain: UTXOChain) {
        self.utxoChain = utxoChain
    }

    /// Adds the scripts of an address.
    package mutating func watch(_ address: AddressScripts, at path: CoinAddressPath) {
        guard scripts[path] == nil else { return }
        scripts[path] = address.locking
        redeemScripts[path] = address.redeem
        if paths[address.locking] == nil { paths[address.locking] = path }
        derived[path.branch] = max(derived[path.branch, default: 0], Self.after(path))
    }

    /// Notes that an address was given to someone.
    package mutating func show(_ path: CoinAddressPath) {
        nextUnshown[path.branch] = max(nextUnshown[path.branch, default: 0], Self.after(path))
    }

    /// Whether an address was given to someone.
    package func isShown(_ path: CoinAddressPath) -> Bool { path.index < nextUnshown[path.branch, default: 0] }

    /// The index of the address for the next payment: after all that were used or shown.
    package func nextIndex(_ branch: CoinAddressPath.Branch) -> UInt32 {
        max(nextUnused[branch, default: 0], nextUnshown[branch, default: 0])
    }

    /// The indices that must be derived so that there are ``gap`` unused addresses at the end; empty if there are.
    package func missing(_ branch: CoinAddressPath.Branch) -> Range<UInt32> {
        let (start, gap) = (derived[branch, default: 0], nextIndex(branch).addingReportingOverflow(Self.gap))
        let end = gap.overflow ? start : gap.partialValue
        return start..<max(start, end)
    }

    /// Adds a transaction, or replaces what is known of it.
    package mutating func add(_ transaction: LedgerTransaction) {
        if let old = transactions[transaction.id] {
            // Another script may have become known since then; the proof stays.
            guard old.outputs != transaction.outputs else { return }
            remove(old.id)
            var new = transaction
            new.block = new.block ?? old.block
            return add(new)
        }
        transactions[transaction.id] = transaction
        for input in transaction.inputs where !input.isNull { spenders[input, default: []].append(transaction.id) }
        for path in Set(transaction.outputs.map(\.path)) {
            uses[path, default: 0] += 1
            nextUnused[path.branch] = max(nextUnused[path.branch, default: 0], Self.after(path))
        }
    }

    /// Removes a transaction that no longer exists.
    package mutating func remove(_ id: TransactionID) {
        guard let transaction = transactions.removeValue(forKey: id) else { return }
        for input in transaction.inputs {
            spenders[input]?.removeAll { $0 == id }
            if spenders[input]?.isEmpty == true { spenders[input] = nil }
        }
        for path in Set(transaction.outputs.map(\.path)) { uses[path, default: 1] -= 1 }
    }

    /// Notes the block that a transaction is proven to be in; `nil` if the proof no longer holds.
    package mutating func prove(_ id: TransactionID, _ block: BlockPlace?) {
        transactions[id]?.block = block
    }

    /// The first index after a path; a derived index is below 2^31.
    private static func after(_ path: CoinAddressPath) -> UInt32 {
        path.index.addingReportingOverflow(1).partialValue
    }
}

extension CoinLedger {
    /// The output of the account at an outpoint, if it is one.
    package func own(_ outPoint: OutPoint) -> LedgerTransaction.Own? {
        transactions[outPoint.transaction]?.outputs.first { $0.index == outPoint.index }
    }

    /// The transactions that spend an output.
    package func spenders(of outPoint: OutPoint) -> [TransactionID] { spenders[outPoint] ?? [] }

    /// The coins of the account that a transaction spends.
    package func spent(by transaction: LedgerTransaction) -> [(outPoint: OutPoint, own: LedgerTransaction.Own)] {
        transaction.inputs.compactMap { input in own(input).map { (input, $0) } }
    }

    /// Whether a transaction pays to the account or spends one of its coins.
    package func concerns(_ transaction: LedgerTransaction) -> Bool {
        !transaction.outputs.isEmpty || transaction.inputs.contains { own($0) != nil }
    }

    /// Whether the account alone paid for a transaction: all that it spends are coins of the account.
    package func isOwn(_ transaction: LedgerTransaction) -> Bool {
        !transaction.isCoinbase && !transaction.inputs.isEmpty
            && transaction.inputs.allSatisfy { own($0) != nil }
    }

    /// The fee of a transaction in satoshis; `nil` if not all coins that it spends are of the account.
    package func fee(of transaction: LedgerTransaction) -> UInt64? {
        guard isOwn(transaction) else { return nil }
        let (fee, isNegative) = value(ofSpent: transaction).subtractingReportingOverflow(transaction.total)
        return isNegative ? nil : fee
    }

    /// The value of the account's coins that a transaction spends.
    package func value(ofSpent transaction: LedgerTransaction) -> UInt64 {
        spent(by: transaction).reduce(0) { CoinBalance.sum($0, $1.own.value) }
    }

    /// The scripts that a transaction pays to, or whose coins it spends.
    package func touched(by transaction: LedgerTransaction) -> Set<CoinAddressPath> {
        Set(transaction.outputs.map(\.path)).union(spent(by: transaction).map(\.own.path))
    }

    /// The unspent coins.
    package var coins: [LedgerCoin] {
        transactions.values.flatMap { transaction in
            transaction.outputs.compactMap { own in
                let outPoint = OutPoint(transaction.id, own.index)
                guard spenders[outPoint] == nil, let script = scripts[own.path] else { return nil }
                return LedgerCoin(
                    outPoint: outPoint, own: own, script: script, block: transaction.block,
                    isOwn: isOwn(transaction), isCoinbase: transaction.isCoinbase)
            }
        }
    }
}

/// An unspent coin of an account.
package struct LedgerCoin: Hashable, Sendable {
    /// Its transaction and index.
    package let outPoint: OutPoint

    /// The output.
    package let own: LedgerTransaction.Own

    /// Its locking script.
    package let script: Script

    /// The block that it is proven to be in; `nil` if it is unconfirmed.
    package let block: BlockPlace?

    /// Whether only coins of the account paid for its transaction; its signatures were not checked.
    package let isOwn: Bool

    /// Whether it is the reward of a block, which can be spent 100 blocks later.
    package let isCoinbase: Bool

    /// The number of blocks after which the reward of a block can be spent (`COINBASE_MATURITY`).
    private static let maturity = 100

    /// The number of confirmations with the newest block at `tip`; 0 if it is unconfirmed.
    package func confirmations(at tip: Int) -> Int {
        guard let block else { return 0 }
        return Confirmations.count(from: block.height, to: tip)
    }

    /// Whether the network's rules allow to spend it in the block after `tip`.
    package func isMature(at tip: Int) -> Bool { !isCoinbase || confirmations(at: tip) >= Self.maturity }

    /// The output, with its token if it has one.
    package var output: Output {
        if case .token(let token) = own.content {
            Output(own.value, token, to: script)
        } else {
            Output(own.value, to: script)
        }
    }

    /// What it carries in addition to its satoshis.
    package var content: LedgerTransaction.Content { own.content }

    /// Its value in satoshis.
    package var value: UInt64 { own.value }
}

/// Counts confirmations.
enum Confirmations {
    /// The number of blocks from `height` to `tip`, both included; at least 1, because the block at `height` is proven.
    static func count(from height: Int, to tip: Int) -> Int {
        let (difference, isTooLarge) = tip.subtractingReportingOverflow(height)
        guard !isTooLarge, difference > 0 else { return 1 }
        return difference.addingReportingOverflow(1).partialValue
    }
}
