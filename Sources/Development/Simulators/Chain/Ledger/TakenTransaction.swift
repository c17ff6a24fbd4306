internal import Bitcoin
internal import Primitives

/// A transaction that a ledger has taken.
struct TakenTransaction: Sendable {
    let transaction: BitcoinTransaction
    let id: TransactionID
    let bytes: [UInt8]
    let weight: Int

    /// The hashes of the locking scripts that it pays to or spends from, each once.
    let scripts: [[UInt8]]

    /// What it pays, in satoshis.
    let fee: UInt64

    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - spent: The outputs that it spends; none for a coinbase.
    ///   - fee: What it pays.
    ///   - ledger: The ledger.
    init(
        _ transaction: BitcoinTransaction, spending spent: [Output], fee: UInt64, on ledger: UTXOChain.Ledger
    ) {
        self.transaction = transaction
        self.fee = fee
        let plain = transaction.bytes(.plain)
        bytes = ledger == .bitcoin ? transaction.bytes(.witness) : plain
        id = transaction.id
        weight = 3 * plain.count + bytes.count
        var seen: Set<[UInt8]> = []
        scripts = (transaction.outputs + spent).compactMap { Self.scriptHash(of: $0, on: ledger) }
            .filter { seen.insert($0).inserted }
    }

    /// The size that fees are for.
    var size: Int { (weight + 3) / 4 }

    /// Satoshis per 1,000 (virtual) bytes.
    var rate: UInt64 { fee * 1_000 / UInt64(size) }

    /// Whether it may be replaced by itself (BIP-125).
    var signalsReplacement: Bool { transaction.inputs.contains { $0.sequence < .max - 1 } }

    /// The hash by which servers know the locking script of an output, in the order of its bytes; `nil` for data.
    static func scriptHash(of output: Output, on ledger: UTXOChain.Ledger) -> [UInt8]? {
        let script = ledger == .bitcoinCash ? output.token?.script ?? output.script : output.script
        return script.isData ? nil : SHA256.hash(script.bytes).bytes
    }
}

/// An output of a block that nothing in a block spends.
struct MinedCoin: Sendable {
    let output: Output
    let height: Int
    /// The median time before its block (BIP-113).
    let time: Int
    let isCoinbase: Bool
}
