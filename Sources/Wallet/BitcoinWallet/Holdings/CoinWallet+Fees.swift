internal import Bitcoin
package import Bridge
import Messages
internal import Primitives
package import WalletCore

extension CoinWallet {
    /// How the fee of an unconfirmed transaction can be bumped.
    package enum FeeBump: Hashable, Sendable {
        /// By a replacement with a higher fee (BIP-125).
        case replacement
        /// By a transaction that spends its outputs with a fee for both (child pays for parent).
        case child
    }

    /// The ways in which the fee of a transaction can be bumped; empty if it is confirmed or not of the account.
    package func feeBumps(of txid: String, in id: AccountID) -> [FeeBump] {
        guard isOpen, let snapshot = snapshots[id], !snapshot.record.isWatchOnly, let txid = TransactionID(txid),
            let transaction = snapshot.ledger.transactions[txid], transaction.block == nil
        else { return [] }
        let ledger = snapshot.ledger
        var ways: [FeeBump] = []
        if snapshot.record.utxoChain.ledger == .bitcoin, transaction.signalsReplacement, ledger.isOwn(transaction) {
            ways.append(.replacement)
        }
        let isSpendable = transaction.outputs.contains { own in
            own.content == .satoshis && ledger.spenders(of: OutPoint(txid, own.index)).isEmpty
        }
        if isSpendable { ways.append(.child) }
        return ways
    }

    /// Replaces an unconfirmed payment by one to the same recipients with a higher fee, after the ordinary approval.
    ///
    /// - Returns: The ID of the replacement.
    package func replace(
        _ txid: String, in id: AccountID, fee: SendForm.Fee = .pace(.fast), for request: Request
    ) async throws(RPCError) -> String {
        let (synchroniser, _) = try account(id)
        let turn = try await coins.gate.turn(for: request)
        defer { turn.end() }
        let spender = try await spender(synchroniser)
        guard let txid = TransactionID(txid), let old = spender.known.transactions[txid], old.block == nil,
            old.signalsReplacement, spender.utxoChain.ledger == .bitcoin, let spent = spender.coins(spentBy: txid),
            spent.count == old.inputs.count,
            let raw = try? await store.raw(txid, of: id),
            let transaction = try? BitcoinTransaction(raw, form: .witness)
        else {
            throw RPCError(
                .failed, sentence: localizable("This payment cannot be replaced: it is confirmed, or not replaceable."))
        }
        guard let replaced = Self.replaced(old, in: spender.known) else {
            throw RPCError(
                .failed,
                sentence: localizable(
                    "This payment cannot be replaced: others depend on it. Bump its fee with a child payment."))
        }
        let own = Set(old.outputs.filter { $0.path.branch == .change }.map(\.index))
        let kept = transaction.outputs.enumerated().filter { !own.contains(UInt32(truncatingIfNeeded: $0.offset)) }
            .map(\.element)
        var order = try await replacement(
            of: txid, paying: kept, fee: spender.known.fee(of: old) ?? 0, on: spender.utxoChain)
        order.required = spent
        order.replaced = replaced
        order.isReplaceable = true
        order.fee = try Self.fee(fee)
        let payment = try await coins.sign(order, with: spender, for: request, in: turn)
        if let note = snapshots[id]?.notes.labels[.transaction(txid)] {
            try? await synchroniser.label(note, .transaction(payment.id))
        }
        return try await finish(payment, from: synchroniser, for: request).description
    }

    /// The payment with its unconfirmed descendants; `nil` if their fees are not known, or there are too many.
    private static func replaced(_ old: LedgerTransaction, in ledger: CoinLedger) -> ReplacedPayment? {
        var (ids, fee, rest) = (Set<TransactionID>(), UInt64(0), [old])
        while let next = rest.popLast() {
            guard ids.insert(next.id).inserted else { continue }
            guard ids.count <= mostReplaced, let own = ledger.fee(of: next) else { return nil }
            fee = CoinBalance.sum(fee, own)
            for output in next.outputs {
                rest += ledger.spenders(of: OutPoint(next.id, output.index)).compactMap { ledger.transactions[$0] }
            }
        }
        return ReplacedPayment(ids: Set(ids.map(\.description)), fee: fee, size: old.size)
    }

    /// The maximum number of transactions that a replacement may evict (BIP-125, rule 5).
    private static let mostReplaced = 100

    private func replacement(
        of txid: TransactionID, paying outputs: [Output], fee: UInt64, on utxoChain: UTXOChain
    ) async throws(RPCError) -> SpendRequest {
        var (rows, warnings, isToUnknown) = ([Approval.Row](), [Approval.Warning](), false)
        for output in outputs {
            if let address = output.script.destination?.address(on: utxoChain) {
                let recipient = try CoinRecipient(address, on: utxoChain)
                let (row, notes) = await recipient.describe(by: recipients)
                if await !recipient.isKnown(to: recipients) { isToUnknown = true }
                rows.append(row)
                for warning in notes where !warnings.contains(warning) { warnings.append(warning) }
            } else {
                rows.append(
                    Approval.Row(localized("To"), .exact("0x\(Hex.encode(output.field))"), role: .recipient))
            }
            rows.append(
                Approval.Row(localized("Amount"), .trusted(Self.text(output.value, utxoChain)), role: .amount))
        }
        rows.append(Approval.Row(localized("Replaces"), .exact(txid.description)))
        rows.append(Approval.Row(localized("Earlier fee"), .trusted(Self.text(fee, utxoChain))))
        let total = outputs.reduce(0) { CoinBalance.sum($0, $1.value) }
        var order = SpendRequest(
            on: utxoChain, paying: outputs, sentence: localized("Replace a payment by one with a higher fee."),
            verb: localized("Replace"), rows: rows, warnings: warnings,
            what: TransactionRecord.Summary(
                localizable("Replace the payment \(txid, as: "transaction") by one with a higher fee.")),
            amount: total)
        order.isToUnknown = isToUnknown
        return order
    }
}

extension CoinWallet {
    /// Spends the outputs of an unconfirmed transaction with a fee for both, after the ordinary approval.
    ///
    /// - Returns: The ID of the child.
    package func payForParent(
        _ txid: String, in id: AccountID, fee: SendForm.Fee = .pace(.fast), for request: Request
    ) async throws(RPCError) -> String {
        let (synchroniser, _) = try account(id)
        let turn = try await coins.gate.turn(for: request)
        defer { turn.end() }
        let spender = try await spender(synchroniser)
        guard let txid = TransactionID(txid), let parent = spender.known.transactions[txid], parent.block == nil else {
            throw RPCError(.failed, sentence: localizable("This transaction is not waiting for a block."))
        }
        let outputs = spender.free.filter { $0.coin.outPoint.transaction == txid && $0.burden == .none }
        guard !outputs.isEmpty else {
            throw RPCError(
                .failed, sentence: localizable("This account has no unspent coin from the transaction."))
        }
        guard let package = try await package(of: parent, spender) else {
            throw RPCError(
                .failed,
                sentence: localizable(
                    "The fee of the transaction is not known, so it cannot be bumped with a child payment."))
        }
        let utxoChain = spender.utxoChain
        var order = SpendRequest(
            on: utxoChain, paying: [], sentence: localized("Bump the fee of a transaction with a child payment."),
            verb: localized("Send"),
            rows: [
                Approval.Row(localized("Parent"), .exact(txid.description)),
                Approval.Row(localized("Fee of the parent"), .trusted(Self.text(package.fee, utxoChain))),
            ],
            what: TransactionRecord.Summary(
                localizable("Bump the fee of the transaction \(txid, as: "transaction") with a child payment.")),
            amount: nil)
        order.required = outputs
        order.parent = package
        order.isToSelf = true
        order.isReplaceable = utxoChain.ledger == .bitcoin
        order.fee = try Self.fee(fee)
        let payment = try await coins.sign(order, with: spender, for: request, in: turn)
        return try await finish(payment, from: synchroniser, for: request).description
    }

    /// The maximum number of inputs whose values are requested to compute a fee.
    private static let mostInputs = 100

    /// The maximum number of unconfirmed ancestors that are considered (`DEFAULT_ANCESTOR_LIMIT`).
    private static let mostAncestors = 25

    /// The size and the fee of an unconfirmed transaction with its unconfirmed ancestors, as far as the account knows
    /// them; `nil` if its own fee cannot be computed.
    private func package(of parent: LedgerTransaction, _ spender: LedgerSpender) async throws(RPCError) -> BumpedParent?
    {
        guard var fee = try await fee(of: parent, spender) else { return nil }
        var (size, seen, rest) = (parent.size, Set([parent.id]), parent.inputs)
        while let input = rest.popLast(), seen.count <= Self.mostAncestors {
            guard let ancestor = spender.known.transactions[input.transaction], ancestor.block == nil,
                seen.insert(ancestor.id).inserted, let more = try await self.fee(of: ancestor, spender)
            else { continue }
            fee = CoinBalance.sum(fee, more)
            size = size.addingReportingOverflow(ancestor.size).partialValue
            rest += ancestor.inputs
        }
        return BumpedParent(id: parent.id, size: size, fee: fee)
    }

    /// The fee of a transaction; the transactions that it spends are requested, and their IDs are checked.
    private func fee(of transaction: LedgerTransaction, _ spender: LedgerSpender) async throws(RPCError) -> UInt64? {
        if let fee = spender.known.fee(of: transaction) { return fee }
        let ids = Array(Set(transaction.inputs.map(\.transaction)))
        guard ids.count <= Self.mostInputs, let answers = try? await spender.server.transactions(ids) else {
            return nil
        }
        let form = spender.utxoChain.ledger.form
        var outputs: [TransactionID: [Output]] = [:]
        for bytes in answers {
            guard let bytes, let parent = try? BitcoinTransaction(bytes, form: form) else { return nil }
            outputs[parent.id] = parent.outputs
        }
        var brought: UInt64 = 0
        for input in transaction.inputs {
            guard let index = Int(exactly: input.index), let all = outputs[input.transaction],
                all.indices.contains(index)
            else { return nil }
            brought = CoinBalance.sum(brought, all[index].value)
        }
        let (fee, isNegative) = brought.subtractingReportingOverflow(transaction.total)
        return isNegative ? nil : fee
    }
}
