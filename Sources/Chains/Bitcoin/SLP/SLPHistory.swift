/// The validity of token transactions, as far as it is known.
///
/// A message is valid only if the inputs hold enough tokens, so its validity depends on earlier transactions, back to
/// the token's genesis. A transaction is judged after all transactions that it depends on.
public struct SLPHistory: Sendable {
    /// The verdict on a transaction.
    public enum Verdict: Hashable, Sendable {
        /// It has a valid message.
        case valid(SLPMessage)
        /// It has no message, or an invalid one.
        case invalid
    }

    private var verdicts: [TransactionID: Verdict] = [:]

    /// Creates an empty history.
    public init() {}

    /// The number of transactions that were judged.
    public var count: Int { verdicts.count }

    /// The verdict on a transaction; `nil` if it was not judged.
    public subscript(id: TransactionID) -> Verdict? { verdicts[id] }

    /// Adds a verdict from another source.
    public mutating func note(_ verdict: Verdict, of id: TransactionID) {
        verdicts[id] = verdict
    }

    /// The token message in the first output of a transaction, if it is well formed.
    public static func message(of transaction: BitcoinTransaction) -> SLPMessage? {
        transaction.outputs.first.flatMap { try? SLPMessage($0.script) }
    }

    /// The transactions that must be judged first.
    public func missing(for transaction: BitcoinTransaction) -> [TransactionID] {
        let parents: [BitcoinTransaction.Input]
        switch Self.message(of: transaction) {
        case .genesis(.child, _)?: parents = Array(transaction.inputs.prefix(1))
        case .mint?, .send?: parents = transaction.inputs
        case .genesis?, nil: parents = []
        }
        var seen: Set<TransactionID> = []
        return parents.map(\.outPoint.transaction).filter { verdicts[$0] == nil && seen.insert($0).inserted }
    }

    /// Judges a transaction; tokens whose earlier transactions were not judged do not count.
    ///
    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - id: Its ID, if the caller already has it.
    /// - Returns: The verdict.
    @discardableResult public mutating func judge(
        _ transaction: BitcoinTransaction, named id: TransactionID? = nil
    ) -> Verdict {
        guard missing(for: transaction).isEmpty else { return .invalid }
        let verdict: Verdict =
            if let message = Self.message(of: transaction), isValid(message, in: transaction) {
                .valid(message)
            } else {
                .invalid
            }
        verdicts[id ?? transaction.id] = verdict
        return verdict
    }

    /// The valid tokens of an output; `nil` if it has none, or if they are not known.
    public func share(of outPoint: OutPoint) -> SLPOutput? {
        guard case .valid(let message)? = verdicts[outPoint.transaction] else { return nil }
        return message.share(of: outPoint.index, in: outPoint.transaction)
    }

    private func isValid(_ message: SLPMessage, in transaction: BitcoinTransaction) -> Bool {
        switch message {
        case .genesis(.child, _):
            // It consumes the group tokens of the first input.
            guard let share = transaction.inputs.first.flatMap({ self.share(of: $0.outPoint) }) else { return false }
            return share.kind == .group && share.quantity > 0
        case .genesis:
            return true
        case .mint(let kind, let token, _, _):
            return transaction.inputs.contains { input in
                guard let share = share(of: input.outPoint) else { return false }
                return share.isBaton && share.token == token && share.kind == kind
            }
        case .send(let kind, let token, let quantities):
            // The sum of 64-bit numbers must not overflow.
            let needed = quantities.reduce(UInt128(0)) { $0 + UInt128($1) }
            let brought = transaction.inputs.reduce(UInt128(0)) { sum, input in
                guard let share = share(of: input.outPoint), share.token == token, share.kind == kind else {
                    return sum
                }
                return sum + UInt128(share.quantity)  // No trap: a transaction has fewer than 2^64 inputs.
            }
            return brought >= needed
        }
    }
}
