import Bitcoin

/// A transaction is written as it was read, and nothing in it can make what reads its parts stumble.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = input(start, count)
    for form in [BitcoinTransaction.Form.plain, .witness] {
        guard let transaction = try? BitcoinTransaction(bytes, form: form) else { continue }
        hold(transaction.bytes(form).elementsEqual(bytes), "a transaction is written as it was read")
        hold(
            (try? BitcoinTransaction(transaction.bytes(.plain), form: .plain))?.id == transaction.id,
            "a name has no witness")
        hold(transaction.virtualSize <= count, "a virtual size is at most the size")
        if transaction.isPlausible { hold(!transaction.inputs.isEmpty, "a plausible transaction spends") }
        for output in transaction.outputs {
            if let destination = output.script.destination {
                hold(destination.script == output.script, "a destination locks as it was read")
                hold(!output.mayCarryToken, "a token is never taken for a plain lock")
            }
            if let (token, script) = output.token {
                hold(token.bytes + script.bytes == output.field, "a token is written as it was read")
                hold(token.amount > 0 || token.capability != nil, "a token is something")
            }
        }
        for index in transaction.inputs.indices.prefix(3) {
            for type in [HashType(UInt32(count)), .all, .allOfBitcoinCash] {
                let lock = transaction.outputs.first?.script ?? Script([UInt8]())
                hold(
                    transaction.preimage(of: index, lock: lock, value: 1, type: type).count > 150,
                    "a preimage covers the transaction")
                _ = transaction.legacyPreimage(of: index, lock: lock, type: type)
            }
        }
    }
    return 0
}
