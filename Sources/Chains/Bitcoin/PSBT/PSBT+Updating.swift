extension PSBT {
    /// Adds the transaction whose output the input at `index` spends.
    ///
    /// - Throws: ``BitcoinError/psbt(_:)`` if the input spends another one.
    package mutating func add(previous: BitcoinTransaction, toInput index: Int) throws(BitcoinError) {
        guard inputs.indices.contains(index), transaction.inputs[index].outPoint.transaction == previous.id else {
            throw .psbt(.otherCoin)
        }
        inputs[index].set(PSBTField.Input.previousTransaction, to: previous.bytes(.witness))
    }

    /// Adds the output that the input at `index` spends, for a coin with a witness.
    package mutating func add(witnessOutput output: Output, toInput index: Int) throws(BitcoinError) {
        guard inputs.indices.contains(index) else { throw .psbt(.noCoin) }
        var bytes: [UInt8] = []
        output.append(to: &bytes)
        inputs[index].set(PSBTField.Input.witnessOutput, to: bytes)
    }

    /// Sets a field of the input at `index`.
    ///
    /// - Throws: ``BitcoinError/psbt(_:)`` if the field is malformed.
    package mutating func set(
        _ type: UInt64, _ data: [UInt8] = [], ofInput index: Int, to value: [UInt8]
    ) throws(BitcoinError) {
        guard inputs.indices.contains(index) else { throw .psbt(.noCoin) }
        // The other fields were checked when they were read or set.
        try check(PSBTMap.Entry(type: type, data: data, value: value), ofInput: index)
        inputs[index].set(type, data, to: value)
    }

    /// Sets a field of the output at `index`.
    ///
    /// - Throws: ``BitcoinError/psbt(_:)`` if the field is malformed.
    package mutating func set(
        _ type: UInt64, _ data: [UInt8] = [], ofOutput index: Int, to value: [UInt8]
    ) throws(BitcoinError) {
        guard outputs.indices.contains(index) else { throw .psbt(.field) }
        try Self.checkOutput(PSBTMap.Entry(type: type, data: data, value: value), version)
        outputs[index].set(type, data, to: value)
    }
}
