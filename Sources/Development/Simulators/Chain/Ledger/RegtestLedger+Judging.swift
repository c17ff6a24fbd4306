internal import Bitcoin

extension RegtestLedger {
    /// Why the inputs of a transaction must not spend `spent`, the values and locking scripts of their outputs in order.
    ///
    /// Only scripts, signatures and tokens are judged: no fees, no times, no standard forms of outputs.
    ///
    /// - Returns: The words of a node; `nil` if they may.
    package static func objection(
        to transaction: [UInt8], spending spent: [(value: UInt64, script: [UInt8])], isBitcoin: Bool
    ) -> String? {
        let ledger: UTXOChain.Ledger = isBitcoin ? .bitcoin : .bitcoinCash
        guard let transaction = try? BitcoinTransaction(transaction, form: ledger.form) else {
            return "TX decode failed"
        }
        let outputs = spent.map { Output($0.value, to: Script($0.script)) }
        do throws(SimulatorError) {
            if !isBitcoin { try TokenRules.check(transaction, spending: outputs) }
            try SpendJudge(transaction, spending: outputs, on: ledger).check()
        } catch {
            return error.words
        }
        return nil
    }
}
