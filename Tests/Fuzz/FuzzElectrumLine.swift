import Bitcoin
import Bridge

/// A line of a server is read or refused; numbers that become fees are bounded, headers and their work never trap.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(input(start, count))
    if let messages = ElectrumMessage.read(bytes) {
        hold(!messages.isEmpty && messages.count <= ElectrumMessage.most, "a line has messages, and not too many")
        for case .fault(_, let fault) in messages { hold(fault.text.count <= 3000, "a reason is short") }
        hold(ElectrumMessage.read(bytes) == messages, "a line means the same twice")
    }
    if let number = JSONNumber(String(decoding: bytes, as: UTF8.self)), let fee = FeeText.satoshis(of: number) {
        hold(fee <= 100_000_000, "a fee is bounded")
        hold(!number.text.hasPrefix("-"), "a fee is not negative")
    }
    let padded = Array((bytes + [UInt8](repeating: 0, count: BlockHeader.size)).prefix(BlockHeader.size))
    if let header = BlockHeader(padded) {
        _ = header.target
        var chain = HeaderChain(ChainRules(checkpoint: nil, easiest: 0x207F_FFFF))
        hold(!chain.take([header], from: 0) || header.hasItsWork, "only work is taken")
    }
    return 0
}
