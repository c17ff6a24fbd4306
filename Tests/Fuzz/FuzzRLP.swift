import Ethereum

/// Bytes that are read as RLP are written again as they were, and every item that is written is read again.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(input(start, count))
    if let item = try? RLP(bytes) { hold(item.encoded == bytes, "there is one way to write an item") }
    var rest = bytes[...]
    let made = item(&rest, depth: 8)
    hold((try? RLP(made.encoded)) == made, "what is written is read again")
    return 0
}

/// An item made from `bytes`: the first says whether it is a list, and of how many; or how many bytes follow.
private func item(_ bytes: inout ArraySlice<UInt8>, depth: Int) -> RLP {
    guard let first = bytes.popFirst() else { return .bytes([]) }
    if first & 1 == 1, depth > 0 { return .list((0..<(first >> 5)).map { _ in item(&bytes, depth: depth - 1) }) }
    let size = first & 0x80 == 0 ? Int(first >> 2) : Int(first & 0x7F) * 40
    let content = (0..<size).map { _ in bytes.popFirst() ?? 0 }
    return .bytes(content)
}
