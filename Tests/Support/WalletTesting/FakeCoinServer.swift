import Bitcoin
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

/// A server with a list of transactions, whose behavior a test controls.
actor FakeCoinServer: CoinServer {
    private var entries: [TransactionID: (transaction: BitcoinTransaction, height: Int?)] = [:]
    private var order: [TransactionID] = []
    private let form: BitcoinTransaction.Form

    /// The outcome of a broadcast; by default, the transaction is accepted and unconfirmed.
    var fate: BroadcastOutcome?

    /// Whether a broadcast reaches the network regardless of ``fate``.
    var arrives = false

    /// The error of every request.
    var problem: CoinError?

    /// Added to every value that the server reports: a lie.
    var lie: UInt64 = 0

    /// The reported fee rate.
    var rate: UInt64? = 1_000

    /// The reported fee rate of payments that can wait for a day; `nil` for the same.
    var patientRate: UInt64?

    /// The reported minimum relay fee rate.
    var relayRate: UInt64 = 1_000

    /// Whether it reports every script as used: a lie.
    var isEndless = false

    /// The newest block that it names.
    var tip = BlockHeader([UInt8](repeating: 0, count: BlockHeader.size)).map { ChainTip(height: 840_000, header: $0) }

    /// Whether it can prove what it reports about blocks.
    var proves = true

    /// Whether it lists unconfirmed transactions without returning them.
    var hidesWaiting = false

    /// Called with every broadcast transaction, before its outcome.
    var onBroadcast: (@Sendable ([UInt8]) async -> Void)?

    private(set) var broadcasts: [[UInt8]] = []
    private(set) var questions = 0

    /// The number of requested proofs.
    private(set) var proofs = 0

    init(_ utxoChain: UTXOChain, problem: CoinError? = nil) {
        self.problem = problem
        form = utxoChain == .bitcoin ? .witness : .plain
    }

    /// Changes its behavior.
    func behave(_ change: @Sendable (isolated FakeCoinServer) -> Void) {
        change(self)
    }

    /// Adds a transaction that pays to `script`.
    @discardableResult func pay(
        _ value: UInt64, to script: Script, height: Int? = 100, others: [Output] = []
    ) -> OutPoint {
        let seed = UInt32(order.count + 1)
        let source = BitcoinTransaction(inputs: [], outputs: [Output(UInt64(seed), to: Script([0x51]))]).id
        let transaction = BitcoinTransaction(
            inputs: [.init(OutPoint(source, seed))], outputs: others + [Output(value, to: script)])
        add(transaction, height: height)
        return OutPoint(transaction.id, UInt32(others.count))
    }

    func add(_ transaction: BitcoinTransaction, height: Int? = 100) {
        if entries[transaction.id] == nil { order.append(transaction.id) }
        entries[transaction.id] = (transaction, height)
    }

    func history(of scripts: [ScriptHash]) throws(CoinError) -> [[HistoryEntry]] {
        try answer()
        if isEndless {
            return scripts.map { _ in [HistoryEntry(id: BitcoinTransaction(inputs: [], outputs: []).id, height: 1)] }
        }
        return scripts.map { script in
            order.compactMap { id in
                guard let entry = entries[id], concerns(entry.transaction, script) else { return nil }
                return HistoryEntry(id: id, height: entry.height)
            }
        }
    }

    func unspent(of scripts: [ScriptHash]) throws(CoinError) -> [[UnspentOutput]] {
        try answer()
        let spent = Set(entries.values.flatMap(\.transaction.inputs).map(\.outPoint))
        return scripts.map { script in
            order.flatMap { id -> [UnspentOutput] in
                guard let entry = entries[id] else { return [] }
                return entry.transaction.outputs.enumerated().compactMap { index, output in
                    let outPoint = OutPoint(id, UInt32(index))
                    guard name(output) == script, !spent.contains(outPoint) else { return nil }
                    return UnspentOutput(outPoint: outPoint, value: output.value + lie, height: entry.height)
                }
            }
        }
    }

    func transaction(_ id: TransactionID) throws(CoinError) -> [UInt8] {
        try answer()
        guard let entry = entries[id], entry.height != nil || !hidesWaiting else { throw .notFound }
        return entry.transaction.bytes(form)
    }

    func isKnown(_ id: TransactionID) throws(CoinError) -> Bool {
        try answer()
        return entries[id].map { $0.height != nil || !hidesWaiting } ?? false
    }

    func isMined(_ transaction: [UInt8], at height: Int) throws(CoinError) -> Bool {
        try answer()
        proofs += 1
        guard proves, let id = (try? BitcoinTransaction(transaction, form: form))?.id else { throw .nonsense }
        return entries[id]?.height == height
    }

    func broadcast(_ bytes: [UInt8]) async -> BroadcastOutcome {
        await onBroadcast?(bytes)
        broadcasts.append(bytes)
        guard let transaction = try? BitcoinTransaction(bytes, form: form) else { return .refused(.notStandard) }
        if fate == nil || arrives { add(transaction, height: nil) }
        return fate ?? .accepted(transaction.id)
    }

    func feeRate(within blocks: Int) throws(CoinError) -> UInt64? {
        try answer()
        return blocks >= 144 ? patientRate ?? rate : rate
    }

    func relayFeeRate() throws(CoinError) -> UInt64 {
        try answer()
        return relayRate
    }

    func tips() -> AsyncStream<ChainTip> { AsyncStream { $0.finish() } }

    func newestTip() -> ChainTip? { tip }

    func answeringServer() throws(CoinError) -> String? {
        try answer()
        return nil
    }

    func changes(of scripts: [ScriptHash]) -> AsyncStream<ScriptHash> { AsyncStream { $0.finish() } }

    private func answer() throws(CoinError) {
        questions += 1
        if let problem { throw problem }
    }

    private func name(_ output: Output) -> ScriptHash {
        ScriptHash(ofScript: (output.token?.script ?? output.script).bytes)
    }

    private func concerns(_ transaction: BitcoinTransaction, _ script: ScriptHash) -> Bool {
        transaction.outputs.contains { name($0) == script }
            || transaction.inputs.contains { input in
                guard let parent = entries[input.outPoint.transaction]?.transaction,
                    Int(input.outPoint.index) < parent.outputs.count
                else { return false }
                return name(parent.outputs[Int(input.outPoint.index)]) == script
            }
    }
}
