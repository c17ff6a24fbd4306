internal import Bitcoin
package import Bridge
internal import Primitives
internal import Synchronization

/// A simulated chain of Bitcoin or Bitcoin Cash with the rules of a regression test network: real headers with proofs of
/// work, verified signatures, a mempool with the rules of nodes.
package final class RegtestLedger: Sendable {
    /// The number of blocks at the beginning, of which the ledger has coins to spend.
    package static let firstBlocks = 130

    private static let spacing = 600

    private struct Book {
        var state: LedgerState
        var snapshots: [LedgerState] = []
        var watchers: [Int: @Sendable (LedgerState.Change) -> Void] = [:]
        var lastWatcher = 0
    }

    /// What happens on it.
    package let events = ChainEvents()

    private let book: Mutex<Book>
    private let name: String

    /// Creates a chain whose newest block has just been found.
    ///
    /// - Parameters:
    ///   - isBitcoin: Whether it is one of Bitcoin, or else of Bitcoin Cash.
    ///   - clock: Tells the time in seconds since 1970; `nil` for the clock of the system.
    /// - Throws: ``SimulatorError/ledger(_:)``.
    package init(isBitcoin: Bool, clock: (@Sendable () -> Int)? = nil) throws(SimulatorError) {
        var clock = clock.map { LedgerClock($0) } ?? .system
        let now = clock.now
        clock.set(now - Self.firstBlocks * Self.spacing)
        var state = try LedgerState(isBitcoin ? .regtest : .cashRegtest, clock: clock)
        for _ in 0..<Self.firstBlocks {
            state.clock.advance(Self.spacing)
            _ = try state.mine(1)
        }
        state.clock.set(now)
        book = Mutex(Book(state: state))
        name = isBitcoin ? "bitcoin" : "bitcoinCash"
    }

    /// The chain that it simulates.
    var utxoChain: UTXOChain { read { $0.utxoChain } }

    /// The height of the newest block.
    package var height: Int { read { $0.chain.height } }

    /// The IDs of the waiting transactions, in the order in which they came.
    package var waiting: [String] { read { $0.mempool.sorted.map(\.own.id.description) } }

    /// The blocks as nodes exchange them, from a height on.
    package func blocks(from height: Int = 0) -> [[UInt8]] {
        read { state in
            state.chain.blocks.dropFirst(height).map { block in
                var bytes = block.header.bytes
                bytes.append(size: UInt64(block.ids.count))
                return block.ids.reduce(into: bytes) { $0 += state.chain.transactions[$1]?.bytes ?? [] }
            }
        }
    }

    func read<Value: Sendable>(_ body: (LedgerState) -> Value) -> Value { book.withLock { body($0.state) } }

    /// Changes the state, and tells the watchers what was touched.
    func change<Value: Sendable>(
        _ body: (inout LedgerState) throws(SimulatorError) -> (Value, LedgerState.Change)
    ) throws(SimulatorError) -> Value {
        // The result leaves the lock as a value, because a typed error does not pass through it.
        let result = book.withLock { book -> Result<(Value, LedgerState.Change), SimulatorError> in
            do throws(SimulatorError) { return .success(try body(&book.state)) } catch { return .failure(error) }
        }
        let (value, change) = try result.get()
        tell(change)
        return value
    }

    private func tell(_ change: LedgerState.Change) {
        guard change.hasNewTip || !change.scripts.isEmpty else { return }
        if change.hasNewTip { events.tell("\(name): block \(height) \(tipText)") }
        for watcher in book.withLock({ $0.watchers.values }) { watcher(change) }
    }

    private var tipText: String {
        read { state in
            "\(Hex.encode(state.chain.tip.hash.reversed())), \(state.chain.tip.ids.count) transactions"
        }
    }

    /// Calls `body` after each change.
    ///
    /// - Returns: A number for ``unwatch(_:)``.
    func watch(_ body: @escaping @Sendable (LedgerState.Change) -> Void) -> Int {
        book.withLock { book in
            book.lastWatcher += 1
            book.watchers[book.lastWatcher] = body
            return book.lastWatcher
        }
    }

    func unwatch(_ number: Int) { book.withLock { book in book.watchers[number] = nil } }

    // What the owner of the chain does.

    /// Takes a transaction as another node would send it.
    ///
    /// - Returns: Its ID.
    /// - Throws: ``SimulatorError/rejected(_:)`` with a node's words.
    @discardableResult package func submit(_ transaction: [UInt8]) throws(SimulatorError) -> String {
        let id = try change { state throws(SimulatorError) in try state.add(transaction) }
        events.tell("\(name): transaction \(id) waits")
        return id.description
    }

    /// Takes a child with its parents, whose fees count together.
    ///
    /// - Returns: The IDs of what was not taken, with a node's words.
    package func submitPackage(_ all: [[UInt8]]) throws(SimulatorError) -> [(id: String, words: String)] {
        let refused = try change { state throws(SimulatorError) in
            let (change, refused) = try state.addPackage(all)
            return (refused, change)
        }
        return refused.map { ($0.0.description, $0.1) }
    }

    /// Mines blocks; the first contains what waits, but for the transactions `left` and what depends on them.
    package func mine(_ blocks: Int = 1, leaving left: [String] = []) throws(SimulatorError) {
        let left = left.compactMap { TransactionID($0) }
        try change { state throws(SimulatorError) in ((), try state.mine(blocks, leaving: left)) }
    }

    /// Pays satoshis to a locking script from the ledger's own coins, and mines as many blocks as there are to be
    /// `confirmations`.
    ///
    /// - Returns: The ID of the transaction.
    @discardableResult package func pay(
        _ value: UInt64, to script: [UInt8], confirmations: Int = 0
    ) throws(SimulatorError) -> String {
        let id = try pay([(value, script)])
        try mine(confirmations)
        return id
    }

    /// Pays satoshis to locking scripts with one transaction.
    ///
    /// - Returns: The ID of the transaction, which waits.
    @discardableResult package func pay(
        _ outputs: [(value: UInt64, script: [UInt8])]
    ) throws(SimulatorError) -> String {
        let outputs = outputs.map { Output($0.value, to: Script($0.script)) }
        return try change { state throws(SimulatorError) in try state.pay(outputs) }.description
    }

    /// Pays to an address, and mines a block.
    ///
    /// - Parameters:
    ///   - address: An address of the regression test network.
    ///   - amount: A decimal number of coins; with `token`, a whole number of tokens of a new category.
    ///   - token: Whether tokens of Bitcoin Cash are paid.
    /// - Returns: The transaction ID.
    /// - Throws: ``SimulatorError/ledger(_:)``.
    @discardableResult package func fund(
        _ address: String, _ amount: String, token: Bool = false
    ) throws(SimulatorError) -> String {
        guard let destination = try? Destination(address, on: utxoChain) else {
            throw .ledger("\(address.prefix(100)) is no address of \(utxoChain.name)")
        }
        let id: String
        if token {
            guard let amount = UInt64(amount) else { throw .ledger("\(amount.prefix(30)) is no number of tokens") }
            id = try mint(to: destination.script.bytes, 1_000, amount: amount).transaction
        } else {
            guard let value = try? DecimalText.satoshis(of: amount), value > 0 else {
                throw .ledger("\(amount.prefix(30)) is no amount")
            }
            id = try pay(value, to: destination.script.bytes)
        }
        try mine()
        return id
    }

    /// Pays an output with tokens of a new category of Bitcoin Cash to a locking script.
    ///
    /// - Parameters:
    ///   - script: The locking script.
    ///   - value: The satoshis of the output.
    ///   - amount: The fungible tokens.
    ///   - capability: 0 for an immutable NFT, 1 for a mutable one, 2 for one that mints; `nil` for none.
    ///   - commitment: The commitment of the NFT.
    /// - Returns: The ID of the transaction, which waits, and the category.
    /// - Throws: ``SimulatorError/ledger(_:)``.
    package func mint(
        to script: [UInt8], _ value: UInt64, amount: UInt64 = 0, capability: UInt8? = nil, commitment: [UInt8] = []
    ) throws(SimulatorError) -> (transaction: String, category: String) {
        let ids = try change { state throws(SimulatorError) in
            guard state.utxoChain.ledger == .bitcoinCash else { throw .ledger("Bitcoin has no tokens") }
            let source = try state.categorySource()
            let token = CashToken(
                category: source.transaction, amount: amount,
                capability: capability.flatMap { CashToken.Capability(rawValue: $0) }, commitment: commitment)
            guard let token else { throw .ledger("this is no token") }
            let (id, change) = try state.pay([Output(value, token, to: Script(script))], from: source)
            return ([id, source.transaction], change.united(with: .init(hasNewTip: true)))
        }
        return (ids[0].description, ids[1].description)
    }

    /// Replaces the newest `depth` blocks by one more than these; what was in them waits again, but for `dropping`.
    ///
    /// If `confirms`, the first new block contains what waits.
    package func reorganise(
        _ depth: Int, dropping: [String] = [], confirms: Bool = false
    ) throws(SimulatorError) {
        let dropped = Set(dropping.compactMap { TransactionID($0) })
        try change { state throws(SimulatorError) in
            ((), try state.reorganise(depth, dropping: dropped, confirms: confirms))
        }
    }

    /// Forgets a waiting transaction and all that depend on it, as nodes do after a while.
    package func drop(_ id: String) throws(SimulatorError) {
        guard let id = TransactionID(id) else { throw .ledger("\(id.prefix(64)) is no transaction ID") }
        try change { state throws(SimulatorError) in ((), LedgerState.Change(scripts: state.forget(id))) }
    }

    /// Sets the lowest fee that is relayed, in satoshis per 1,000 (virtual) bytes.
    package func relay(from rate: UInt64) throws(SimulatorError) {
        try change { state throws(SimulatorError) in
            state.setLeastRate(rate)
            return ((), LedgerState.Change())
        }
    }

    /// Sets the fees that the server estimates: satoshis per 1,000 (virtual) bytes, by the number of blocks that a payment
    /// may wait.
    package func setRates(_ rates: [Int: UInt64]) throws(SimulatorError) {
        try change { state throws(SimulatorError) in
            state.rates = rates
            return ((), LedgerState.Change())
        }
    }

    /// Sets the time of the next block, in seconds since 1970; the clock runs on from there.
    package func setTime(_ time: Int) throws(SimulatorError) {
        try change { state throws(SimulatorError) in
            guard time > state.chain.medianTime, time <= Int(UInt32.max) else {
                throw .ledger("the time is not after that of the newest blocks")
            }
            state.clock.set(time)
            return ((), LedgerState.Change())
        }
    }

    /// Advances the clock.
    package func advance(_ seconds: Int) throws(SimulatorError) {
        try change { state throws(SimulatorError) in
            state.clock.advance(seconds)
            return ((), LedgerState.Change())
        }
    }

    /// Keeps the present state.
    package func snapshot() -> Int {
        book.withLock { book in
            book.snapshots.append(book.state)
            return book.snapshots.count - 1
        }
    }

    /// All from which ``load(_:)`` makes the present state again.
    package var saved: JSON { read(\.saved) }

    /// Makes the state from what was saved.
    package func load(_ saved: JSON) throws(SimulatorError) {
        try change { state throws(SimulatorError) in
            try state.load(saved)
            return ((), LedgerState.Change(hasNewTip: true))
        }
    }

    /// Returns to a state that was kept.
    package func restore(_ snapshot: Int) throws(SimulatorError) {
        let isThere = book.withLock { book in
            guard book.snapshots.indices.contains(snapshot) else { return false }
            book.state = book.snapshots[snapshot]
            return true
        }
        guard isThere else { throw .ledger("there is no snapshot \(snapshot)") }
        tell(LedgerState.Change(hasNewTip: true))
    }
}
