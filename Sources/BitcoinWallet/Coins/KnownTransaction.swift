internal import Bitcoin

/// A transaction as a server sent it, with what is needed of it for each of its coins: a transaction may have
/// thousands.
struct KnownTransaction: Sendable {
    let transaction: BitcoinTransaction
    let id: TransactionID

    /// As it was sent.
    let bytes: [UInt8]

    /// What it says of tokens.
    private let claim: Claim

    private enum Claim: Sendable {
        case none
        case message(SLPMessage)
        case unknown
    }

    /// Reads a transaction away from the main thread; `nil` where it is not the one with this name.
    @concurrent static func read(
        _ bytes: [UInt8], named id: TransactionID, on utxoChain: UTXOChain
    ) async -> KnownTransaction? {
        let form: BitcoinTransaction.Form = utxoChain == .bitcoin ? .witness : .plain
        guard let transaction = try? BitcoinTransaction(bytes, form: form), transaction.id == id else { return nil }
        return KnownTransaction(
            transaction: transaction, id: id, bytes: bytes, claim: claim(of: transaction, on: utxoChain))
    }

    private static func claim(of transaction: BitcoinTransaction, on utxoChain: UTXOChain) -> Claim {
        guard utxoChain == .bitcoinCash, let first = transaction.outputs.first?.script, SLPMessage.isClaimed(by: first)
        else { return .none }
        do throws(BitcoinError) {
            return .message(try SLPMessage(first))
        } catch {
            // A message that is not well formed moves nothing; one about another kind of token may.
            return error == .slp(.kind) ? .unknown : .none
        }
    }

    /// What an output carries; the first output may say so of the others.
    func burden(of index: UInt32, on utxoChain: UTXOChain) -> OwnCoin.Burden {
        guard utxoChain == .bitcoinCash else { return .none }
        guard Int(index) < transaction.outputs.count else { return .unknownToken }
        if transaction.outputs[Int(index)].mayCarryToken { return .cashToken }
        switch claim {
        case .none: return .none
        case .message(let message): return message.share(of: index, in: id).map { .slp($0) } ?? .none
        case .unknown: return .unknownToken
        }
    }

    /// About how many bytes of memory it takes.
    var weight: Int {
        bytes.count * 2 + (transaction.inputs.count + transaction.outputs.count) * 192
    }
}

/// The transactions that were read last, within a number of bytes.
struct KnownTransactions {
    /// About how many bytes of memory they take at most.
    static let limit = 48 << 20

    private var known: [TransactionID: KnownTransaction] = [:]
    private(set) var weight = 0

    subscript(id: TransactionID) -> KnownTransaction? { known[id] }

    /// Keeps a transaction; where there would be too many, those before are forgotten, and asked for again.
    mutating func add(_ transaction: KnownTransaction) {
        guard known[transaction.id] == nil else { return }
        if weight + transaction.weight > Self.limit { (known, weight) = ([:], 0) }
        known[transaction.id] = transaction
        weight += transaction.weight
    }
}
