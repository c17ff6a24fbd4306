internal import Bitcoin
import WalletCore

/// Finds out what became of payments, by what servers show of the coins that they spend; no key is needed.
///
/// That a payment is done, or that another one took its coins, is believed with a proof that it is in a block. That it
/// is on its way is believed of a server that shows its bytes.
struct CoinTransactionTracker: Sendable {
    let utxoChain: UTXOChain
    let server: any CoinServer
    let journal: any Journal

    /// The most transactions that are looked at for one that spends a coin in a payment's place.
    private static let most = 50

    /// Writes down what is known of a payment now.
    ///
    /// - Throws: Where the journal cannot be written.
    @concurrent @discardableResult func settle(_ payment: TransactionRecord) async throws(JournalError) -> NetworkStatus
    {
        let state: TransactionRecord.State?
        do throws(CoinServerError) {
            state = try await self.state(of: payment)
        } catch {
            return .unasked
        }
        guard let state else { return .missing }
        if state != payment.state { try await journal.setState(state, of: payment.txid, on: payment.chain) }
        return .known
    }

    /// What servers show; `nil` where none knows the payment, nor what took its place.
    private func state(of payment: TransactionRecord) async throws(CoinServerError) -> TransactionRecord.State? {
        guard let transaction = try? BitcoinTransaction(payment.raw, form: form),
            transaction.id.description == payment.txid
        else { throw .nonsense }
        for spent in transaction.inputs.map(\.outPoint) {
            let entries = try await history(of: spent)
            if let entry = entries.first(where: { $0.id == transaction.id }) {
                if await isMined(payment.raw, entry) { return .mined(succeeded: true) }
                // A line of a history is a claim; the bytes are what can be sent.
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

    /// What concerns the script of a coin; nothing where servers do not know the coin, or do not tell.
    private func history(of spent: OutPoint) async throws(CoinServerError) -> [HistoryEntry] {
        do throws(CoinServerError) {
            let bytes = try await server.transaction(spent.transaction)
            guard let outputs = try? BitcoinTransaction(bytes, form: form).outputs, Int(spent.index) < outputs.count
            else {
                return []
            }
            let output = outputs[Int(spent.index)]
            return try await server.history(of: ScriptHash(ofScript: (output.token?.script ?? output.script).bytes))
        } catch {
            guard error == .notFound || error == .refused else { throw error }
            return []
        }
    }

    private func isMined(_ bytes: [UInt8], _ entry: HistoryEntry) async -> Bool {
        guard let height = entry.height else { return false }
        return (try? await server.isMined(bytes, at: height)) ?? false
    }

    var form: BitcoinTransaction.Form { utxoChain == .bitcoin ? .witness : .plain }
}
