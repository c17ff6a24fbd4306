import Bitcoin
import Keys
import WalletCore
import EthereumWallet
import WalletMethods
import BitcoinWallet

/// A server of a ledger that knows the transactions it was told of.
actor QuietCoins: CoinServer {
    private var known: [TransactionID: BitcoinTransaction] = [:]
    private var order: [TransactionID] = []
    private let form: BitcoinTransaction.Form

    init(_ utxoChain: UTXOChain) { form = utxoChain == .bitcoin ? .witness : .plain }

    /// Pays to `script` out of nowhere.
    @discardableResult func pay(_ value: UInt64, to script: Script, others: [Output] = []) -> OutPoint {
        let source = BitcoinTransaction(inputs: [], outputs: [Output(UInt64(order.count + 1), to: Script([0x51]))]).id
        let transaction = BitcoinTransaction(
            inputs: [.init(OutPoint(source, 1))], outputs: others + [Output(value, to: script)])
        add(transaction)
        return OutPoint(transaction.id, UInt32(others.count))
    }

    func add(_ transaction: BitcoinTransaction) {
        known[transaction.id] = transaction
        order.append(transaction.id)
    }

    func history(of scripts: [ScriptHash]) -> [[HistoryEntry]] {
        scripts.map { script in
            order.compactMap { id in
                guard let transaction = known[id], concerns(transaction, script) else { return nil }
                return HistoryEntry(id: id, height: 100)
            }
        }
    }

    func unspent(of scripts: [ScriptHash]) -> [[UnspentOutput]] {
        let spent = Set(known.values.flatMap(\.inputs).map(\.outPoint))
        return scripts.map { script in
            order.flatMap { id in
                (known[id]?.outputs ?? []).enumerated().compactMap { index, output -> UnspentOutput? in
                    let place = OutPoint(id, UInt32(index))
                    guard ScriptHash(ofScript: output.script.bytes) == script, !spent.contains(place) else {
                        return nil
                    }
                    return UnspentOutput(outPoint: place, value: output.value, height: 100)
                }
            }
        }
    }

    func transaction(_ id: TransactionID) throws(CoinError) -> [UInt8] {
        guard let transaction = known[id] else { throw .notFound }
        return transaction.bytes(form)
    }

    func isKnown(_ id: TransactionID) -> Bool { known[id] != nil }

    func isMined(_ transaction: [UInt8], at height: Int) -> Bool { true }

    func broadcast(_ bytes: [UInt8]) -> BroadcastOutcome { .refused(.notStandard) }

    func feeRate(within blocks: Int) -> UInt64? { 1_000 }

    func relayFeeRate() -> UInt64 { 1_000 }

    func answeringServer() -> String? { nil }
    func tips() -> AsyncStream<ChainTip> { AsyncStream { $0.finish() } }

    func changes(of scripts: [ScriptHash]) -> AsyncStream<ScriptHash> { AsyncStream { $0.finish() } }

    private func concerns(_ transaction: BitcoinTransaction, _ script: ScriptHash) -> Bool {
        let parents = transaction.inputs.compactMap { input in
            known[input.outPoint.transaction]?.outputs.dropFirst(Int(input.outPoint.index)).first
        }
        return (transaction.outputs + parents).contains { ScriptHash(ofScript: $0.script.bytes) == script }
    }
}
