internal import Bitcoin

/// A transaction from a server, with only the data that its coins need, because a transaction may have thousands of
/// outputs.
struct KnownTransaction: Sendable {
    let transaction: BitcoinTransaction
    let id: TransactionID

    /// Its bytes, as the server sent them.
    let bytes: [UInt8]

    /// Its claim about tokens.
    private let claim: Claim

    private enum Claim: Sendable {
        case none
        case message(SLPMessage)
        case unknown
    }

    /// Parses a transaction off the main thread; `nil` if it does not have this ID.
    @concurrent static func read(
        _ bytes: [UInt8], named id: TransactionID, on utxoChain: UTXOChain
    ) async -> KnownTransaction? {
        let form = utxoChain.ledger.form
        guard let transaction = try? BitcoinTransaction(bytes, form: form), transaction.id == id else { return nil }
        return KnownTransaction(
            transaction: transaction, id: id, bytes: bytes, claim: claim(of: transaction, on: utxoChain))
    }

    private static func claim(of transaction: BitcoinTransaction, on utxoChain: UTXOChain) -> Claim {
        guard utxoChain.ledger == .bitcoinCash, let first = transaction.outputs.first?.script,
            SLPMessage.isClaimed(by: first)
        else { return .none }
        do throws(BitcoinError) {
            return .message(try SLPMessage(first))
        } catch {
            // A malformed message moves no tokens; one about another kind of token may.
            return error == .slp(.kind) ? .unknown : .none
        }
    }

    /// What an output carries; the first output may contain a message about the others.
    func burden(of index: UInt32, on utxoChain: UTXOChain) -> OwnCoin.Burden {
        guard utxoChain.ledger == .bitcoinCash else { return .none }
        guard Int(index) < transaction.outputs.count else { return .unknownToken }
        if transaction.outputs[Int(index)].mayCarryToken { return .cashToken }
        switch claim {
        case .none: return .none
        case .message(let message): return message.share(of: index, in: id).map { .slp($0) } ?? .none
        case .unknown: return .unknownToken
        }
    }

    /// Its approximate size in memory, in bytes.
    var weight: Int {
        bytes.count * 2 + (transaction.inputs.count + transaction.outputs.count) * 192
    }
}

/// The most recently read transactions, up to a limit in bytes.
struct KnownTransactions {
    /// The approximate maximum size in memory, in bytes.
    static let limit = 48 << 20

    private var known: [TransactionID: KnownTransaction] = [:]
    private(set) var weight = 0

    subscript(id: TransactionID) -> KnownTransaction? { known[id] }

    /// Adds a transaction; if the limit would be exceeded, earlier ones are removed and requested again when needed.
    mutating func add(_ transaction: KnownTransaction) {
        guard known[transaction.id] == nil else { return }
        if weight + transaction.weight > Self.limit { (known, weight) = ([:], 0) }
        known[transaction.id] = transaction
        weight += transaction.weight
    }
}
