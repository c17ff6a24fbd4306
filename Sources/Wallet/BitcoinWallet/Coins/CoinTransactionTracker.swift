internal import Bitcoin
import WalletCore

/// Determines the outcome of payments from what servers show about the coins that they spend; no key is needed.
///
/// A payment counts as confirmed, or as replaced by another one that spends its coins, only with a proof of inclusion
/// in a block. It counts as pending if a server shows its bytes.
struct CoinTransactionTracker: Sendable {
    let utxoChain: UTXOChain
    let server: any CoinServer
    let journal: any Journal

    /// The maximum number of transactions that are searched for one that spends a payment's coin instead of it.
    private static let most = 50

    /// Records the current state of a payment.
    ///
    /// - Throws: An error if the journal cannot be written.
    @concurrent @discardableResult func settle(_ payment: TransactionRecord) async throws(JournalError) -> NetworkStatus
    {
        let state: TransactionRecord.State?
        do throws(CoinError) {
            state = try await self.state(of: payment)
        } catch {
            return .unasked
        }
        guard let state else {
            // A server has accepted it, and none has it now: whether it will be in a block is not known.
            if payment.state == .sent {
                try await journal.setState(.unknown, of: payment.txid, on: payment.chain)
            }
            return .missing
        }
        if state != payment.state { try await journal.setState(state, of: payment.txid, on: payment.chain) }
        return .known
    }

    /// The state that servers show; `nil` if no server knows the payment or its replacement.
    private func state(of payment: TransactionRecord) async throws(CoinError) -> TransactionRecord.State? {
        guard let transaction = try? BitcoinTransaction(payment.raw, form: form),
            transaction.id.description == payment.txid
        else { throw .nonsense }
        for spent in transaction.inputs.map(\.outPoint) {
            let entries = try await history(of: spent)
            if let entry = entries.first(where: { $0.id == transaction.id }) {
                if await isMined(payment.raw, entry) { return .mined(succeeded: true) }
                // A history entry is only a claim; only a server with the bytes can send them.
                if try await server.isKnown(transaction.id) { return .sent }
            }
            for entry in entries.suffix(Self.most)
            where entry.height != nil && ![spent.transaction, transaction.id].contains(entry.id) {
                let bytes = try await server.transaction(entry.id)
                guard let rival = try? BitcoinTransaction(bytes, form: form),
                    rival.inputs.contains(where: { $0.outPoint == spent }), await isMined(bytes, entry)
                else { continue }
                return .replaced(by: entry.id.description)
            }
        }
        return try await server.isKnown(transaction.id) ? .sent : nil
    }

    /// The history of a coin's script; empty if servers do not know the coin or do not respond.
    private func history(of spent: OutPoint) async throws(CoinError) -> [HistoryEntry] {
        do throws(CoinError) {
            let bytes = try await server.transaction(spent.transaction)
            guard let outputs = try? BitcoinTransaction(bytes, form: form).outputs, Int(spent.index) < outputs.count
            else {
                return []
            }
            let output = outputs[Int(spent.index)]  // No trap: held against the number of outputs above.
            return try await server.history(of: ScriptHash(ofScript: (output.token?.script ?? output.script).bytes))
        } catch {
            guard error.isAnswer else { throw error }
            return []
        }
    }

    private func isMined(_ bytes: [UInt8], _ entry: HistoryEntry) async -> Bool {
        guard let height = entry.height else { return false }
        return (try? await server.isMined(bytes, at: height)) ?? false
    }

    var form: BitcoinTransaction.Form { utxoChain.ledger.form }
}
