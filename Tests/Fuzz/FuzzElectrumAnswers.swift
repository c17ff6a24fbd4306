// Together with: Sources/Wallet/BitcoinWallet/Electrum/ElectrumAnswer.swift Sources/Wallet/BitcoinWallet/Electrum/HistoryEntry.swift
// Together with: Sources/Wallet/BitcoinWallet/Electrum/UnspentOutput.swift Sources/Wallet/BitcoinWallet/Electrum/ScriptHash.swift
// Together with: Sources/Wallet/BitcoinWallet/Electrum/ChainTip.swift
import Bitcoin
import Bridge

/// A server's response is parsed completely and within bounds for any request, or rejected.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(input(start, count))
    guard let messages = ElectrumMessage.read(bytes) else { return 0 }
    for message in messages {
        switch message {
        case .answer(_, let value): read(value)
        case .notice(_, let params): for value in params { read(value) }
        case .fault: continue
        }
    }
    return 0
}

private func read(_ value: JSON) {
    let heights = 0...50_000_000
    if let history = ElectrumAnswer.history(value) {
        hold(history.allSatisfy { $0.height.map(heights.contains) ?? true }, "a height is within bounds")
    }
    if let outputs = ElectrumAnswer.unspent(value) {
        hold(outputs.allSatisfy { $0.value <= UTXOChain.allMoney }, "a coin is not more than all money")
        hold(Set(outputs.map(\.outPoint)).count == outputs.count, "no coin is there twice")
    }
    if let tip = ElectrumAnswer.tip(value) {
        hold(heights.contains(tip.height), "a height is within bounds")
        var chain = HeaderChain(ChainRules(checkpoint: nil, easiest: 0x207F_FFFF))
        if let from = chain.start(for: tip.height) {
            hold(from >= 0 && from <= tip.height, "headers are asked for from a place below")
            _ = chain.take([tip.header], from: tip.height)
        }
    }
    if let proof = ElectrumAnswer.proof(value, height: value["block_height"]?.number?.integer ?? 0),
        let header = BlockHeader([UInt8](repeating: 0, count: BlockHeader.size))
    {
        _ = proof.holds(for: [UInt8](repeating: 1, count: 32), in: header)
    }
    if let headers = ElectrumAnswer.headers(value, count: 2) { hold(headers.count == 2, "all headers are there") }
    if let status = ElectrumAnswer.status(value) { hold(status?.utf8.count ?? 64 == 64, "a status has 64 digits") }
    if let text = value.string {
        _ = ScriptHash(text)
        if let raw = ElectrumAnswer.bytes(text) { _ = try? BitcoinTransaction(raw, form: .witness) }
    }
    _ = ElectrumAnswer.minorVersion(value)
    if let number = value.number, let fee = FeeText.satoshis(of: number) {
        hold(fee <= 100_000_000, "a fee is bounded")
    }
}
