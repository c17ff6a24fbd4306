extension UnsignedBitcoinTransaction {
    /// Spends all `coins`: fixed amounts to some outputs, and everything that is left after the fee to one of them.
    ///
    /// - Parameters:
    ///   - coins: The coins, at most as many as fit into a transaction that nodes relay.
    ///   - outputs: The outputs, in order.
    ///   - place: The index of the output that gets the rest; its value is ignored.
    ///   - isChange: Whether that output returns to the wallet.
    ///   - ledger: The ledger of the coins.
    ///   - sequence: The sequence number of the inputs.
    ///   - fee: The fee for a (virtual) size in bytes.
    /// - Throws: ``BitcoinError/coins(_:)``, or ``BitcoinError/amount(_:)`` if an output is dust.
    public init(
        spendingAll coins: [Coin], paying outputs: [Output], restTo place: Int, isChange: Bool = false,
        on ledger: UTXOChain.Ledger, sequence: UInt32 = .max, fee: (Int) -> UInt64
    ) throws(BitcoinError) {
        guard outputs.indices.contains(place), !coins.isEmpty else { throw .coins(.notEnough) }
        guard Self.fitting(coins, paying: outputs, on: ledger).count == coins.count else { throw .coins(.tooMany) }
        let coins = coins.sorted { $0.value == $1.value ? $0.outPoint < $1.outPoint : $0.value > $1.value }
        let script = outputs[place].script
        var brought: UInt64 = 0
        for coin in coins {
            brought = brought.addingReportingOverflow(min(coin.value, UTXOChain.allMoney)).partialValue
        }
        var paid: UInt64 = 0
        for (index, output) in outputs.enumerated() where index != place {
            guard output.value >= ledger.dust(of: output.script) else { throw .amount(.dust) }
            let sum = paid.addingReportingOverflow(output.value)
            guard !sum.overflow, sum.partialValue <= UTXOChain.allMoney else { throw .amount(.tooLarge) }
            paid = sum.partialValue
        }
        func made(_ rest: UInt64) throws(BitcoinError) -> UnsignedBitcoinTransaction {
            var all = outputs
            all[place] = Output(rest, to: script)
            return try UnsignedBitcoinTransaction(
                BitcoinTransaction(
                    inputs: coins.map { BitcoinTransaction.Input($0.outPoint, sequence: sequence) }, outputs: all),
                spending: coins, on: ledger, change: isChange ? place : nil)
        }
        // The size does not depend on the amount.
        let cost = fee(try made(0).size)
        let (spare, isShort) = brought.subtractingReportingOverflow(paid)
        let (rest, isTooDear) = spare.subtractingReportingOverflow(cost)
        guard !isShort, !isTooDear, rest >= ledger.dust(of: script) else { throw .coins(.notEnough) }
        self = try made(rest)
    }
}
