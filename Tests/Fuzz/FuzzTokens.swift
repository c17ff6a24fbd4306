import Bitcoin

/// A token message and a token's prefix survive a round trip; a script's steps are its bytes.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(input(start, count))
    let script = Script(bytes)
    if let operations = script.operations { hold(Script(operations) == script, "a script is its steps") }
    if let token = try? CashToken(bytes) { hold(token.bytes == bytes, "a token is written as it was read") }
    // Most inputs would not get past the first bytes: they are given to half of the runs.
    for script in [script, Script([0x6A, 0x04, 0x53, 0x4C, 0x50, 0x00] + bytes)] {
        guard let message = try? SLPMessage(script) else { continue }
        hold(SLPMessage.isClaimed(by: script), "a message begins as one")
        hold((try? SLPMessage(message.script)) == message, "a message survives being written and read")
        let transaction = BitcoinTransaction(inputs: [], outputs: [Output(0, to: script)])
        let id = transaction.id
        hold(message.share(of: 0, in: id) == nil, "the message itself holds nothing")
        hold(message.share(of: 300, in: id) == nil, "outputs beyond the last hold nothing")
        var history = SLPHistory()
        for missing in history.missing(for: transaction) { history.note(.invalid, of: missing) }
        if case .valid = history.judge(transaction), case .send(_, _, let quantities) = message {
            hold(quantities.allSatisfy { $0 == 0 }, "what spends nothing moves nothing")
        }
    }
    return 0
}
