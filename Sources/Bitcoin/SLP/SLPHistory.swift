/// Which transactions moved tokens validly, as far as it has been found out.
///
/// A message moves tokens only where the inputs bring enough of them, so whether one is valid depends on those before
/// it, back to where the token was made. A transaction is judged when all that it depends on have been.
public struct SLPHistory: Sendable {
    /// What was found out about a transaction.
    public enum Verdict: Hashable, Sendable {
        /// Its message is valid.
        case valid(SLPMessage)
        /// It has no message, or one that moves nothing.
        case invalid
    }

    private var verdicts: [TransactionID: Verdict] = [:]

    /// Knows nothing yet.
    public init() {}

    /// What is known of a transaction.
    public subscript(id: TransactionID) -> Verdict? { verdicts[id] }

    /// Takes a verdict that was found elsewhere.
    public mutating func note(_ verdict: Verdict, of id: TransactionID) {
        verdicts[id] = verdict
    }

    /// The token message in a transaction's first output, where it is well formed.
    public static func message(of transaction: Transaction) -> SLPMessage? {
        transaction.outputs.first.flatMap { try? SLPMessage($0.script) }
    }

    /// The transactions that must be judged before this one can be.
    public func missing(for transaction: Transaction) -> [TransactionID] {
        let parents: [Transaction.Input]
        switch Self.message(of: transaction) {
        case .genesis(.child, _)?: parents = Array(transaction.inputs.prefix(1))
        case .mint?, .send?: parents = transaction.inputs
        case .genesis?, nil: parents = []
        }
        var seen: Set<TransactionID> = []
        return parents.map(\.outPoint.transaction).filter { verdicts[$0] == nil && seen.insert($0).inserted }
    }

    /// Judges a transaction, for which nothing may be missing.
    @discardableResult public mutating func judge(_ transaction: Transaction) -> Verdict {
        precondition(missing(for: transaction).isEmpty)
        let verdict: Verdict =
            if let message = Self.message(of: transaction), isValid(message, in: transaction) {
                .valid(message)
            } else {
                .invalid
            }
        verdicts[transaction.id] = verdict
        return verdict
    }

    /// What the output at this place holds of a token, validly; `nil` where it holds nothing, or it is not known.
    public func share(of outPoint: OutPoint) -> SLPShare? {
        guard case .valid(let message)? = verdicts[outPoint.transaction] else { return nil }
        return message.share(of: outPoint.index, in: outPoint.transaction)
    }

    private func isValid(_ message: SLPMessage, in transaction: Transaction) -> Bool {
        switch message {
        case .genesis(.child, _):
            // It uses up what the first input holds of a group.
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
            // Sums of 64-bit numbers, which must not wrap around.
            let needed = quantities.reduce(UInt128(0)) { $0 + UInt128($1) }
            let brought = transaction.inputs.reduce(UInt128(0)) { sum, input in
                guard let share = share(of: input.outPoint), share.token == token, share.kind == kind else {
                    return sum
                }
                return sum + UInt128(share.quantity)
            }
            return brought >= needed
        }
    }
}
