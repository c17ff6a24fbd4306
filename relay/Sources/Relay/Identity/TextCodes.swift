/// Base58 with the alphabet of Bitcoin.
enum Base58 {
    private static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

    private static let places: [UInt8] = {
        var places = [UInt8](repeating: .max, count: 256)
        for (place, byte) in alphabet.enumerated() { places[Int(byte)] = UInt8(truncatingIfNeeded: place) }
        return places
    }()

    /// Decodes a text of at most 64 characters; `nil` for a longer one, or one with other characters.
    static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count <= 64 else { return nil }
        var bytes: [UInt8] = []
        for byte in text {
            let place = places[Int(byte)]
            guard place < 58 else { return nil }
            var carry = Int(place)
            for index in bytes.indices {
                carry += Int(bytes[index]) * 58
                bytes[index] = UInt8(truncatingIfNeeded: carry)
                carry >>= 8
            }
            while carry > 0 {
                bytes.append(UInt8(truncatingIfNeeded: carry))
                carry >>= 8
            }
        }
        return [UInt8](repeating: 0, count: text.prefix { $0 == alphabet[0] }.count) + bytes.reversed()
    }
}

/// Base64 with the alphabet for URLs and without padding (RFC 7515, section 2).
enum Base64URL {
    private static let places: [UInt8] = {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        var places = [UInt8](repeating: .max, count: 256)
        for (place, byte) in alphabet.utf8.enumerated() { places[Int(byte)] = UInt8(truncatingIfNeeded: place) }
        return places
    }()

    /// Decodes a text; `nil` for other characters, a length that cannot be, or bits left over that are not zero.
    static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 3)
        var (bits, count): (UInt32, Int) = (0, 0)
        for byte in text {
            let place = places[Int(byte)]
            guard place < 64 else { return nil }
            bits = bits << 6 | UInt32(place)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
                bits &= (1 << UInt32(count)) - 1
            }
        }
        return count < 6 && bits == 0 ? bytes : nil
    }
}
