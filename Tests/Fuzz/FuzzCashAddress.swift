import Bitcoin

/// An address survives a round trip, and one that differs in a single character is invalid.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = input(start, count)
    let text = String(decoding: bytes, as: UTF8.self)
    if let address = try? CashAddress(text, prefix: nil) {
        hold(address.description == text.lowercased(), "an address with its prefix is written as it was read")
    }
    if let address = try? CashAddress(text) {
        hold(address.prefix == CashAddress.mainPrefix, "another network's address is refused")
    }
    guard count > 2, let address = try? CashAddress(type: bytes[0] & 15, hash: Array(bytes.dropFirst(3))) else {
        return 0
    }
    var digits = Array(address.description.utf8)
    hold((try? CashAddress(address.description)) == address, "an address survives being written and read")
    let place =
        CashAddress.mainPrefix.utf8.count + 1 + Int(bytes[1]) % (digits.count - CashAddress.mainPrefix.utf8.count - 1)
    let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
    let other = alphabet[Int(bytes[2]) % alphabet.count]
    guard digits[place] != other else { return 0 }
    digits[place] = other
    hold((try? CashAddress(String(decoding: digits, as: UTF8.self))) == nil, "one wrong character is found")
    return 0
}
