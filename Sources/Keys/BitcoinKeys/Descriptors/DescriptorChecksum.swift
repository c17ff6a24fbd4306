/// The checksum of an output descriptor (BIP-380, "Checksum").
enum DescriptorChecksum {
    /// The eight characters for `text`; `nil` if a character is outside the alphabet.
    static func text(of text: some Sequence<UInt8>) -> String? {
        guard let symbols = Self.symbols(of: text) else { return nil }
        let remainder = Self.remainder(symbols + [UInt8](repeating: 0, count: 8)) ^ 1
        var characters: [UInt8] = []
        for place in 0..<8 {
            let symbol = (remainder >> UInt64(35 - 5 * place)) & 31
            characters.append(digits[Int(symbol)])
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// The positions of the characters in their groups of 32; after every third, the numbers of the three groups.
    private static func symbols(of text: some Sequence<UInt8>) -> [UInt8]? {
        var (symbols, groups) = ([UInt8](), [UInt8]())
        for character in text {
            let position = positions[Int(character)]
            guard position < 96 else { return nil }
            symbols.append(position & 31)
            groups.append(position >> 5)
            if groups.count == 3 {
                symbols.append(groups[0] * 9 + groups[1] * 3 + groups[2])
                groups = []
            }
        }
        if !groups.isEmpty { symbols.append(groups.reduce(0) { $0 * 3 + $1 }) }
        return symbols
    }

    private static func remainder(_ symbols: [UInt8]) -> UInt64 {
        symbols.reduce(UInt64(1)) { (remainder: UInt64, symbol: UInt8) -> UInt64 in
            let top = remainder >> 35
            var next: UInt64 = (remainder & 0x7_FFFF_FFFF) << 5
            next ^= UInt64(symbol)
            for (bit, generator) in generators.enumerated() where top >> UInt64(bit) & 1 == 1 { next ^= generator }
            return next
        }
    }

    /// The position of each character in the alphabet of descriptors; 255 for the others.
    private static let positions: [UInt8] = {
        let alphabet =
            "0123456789()[],'/*abcdefgh@:$%{}" + "IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~"
            + "ijklmnopqrstuvwxyzABCDEFGH`#\"\\ "
        var positions = [UInt8](repeating: .max, count: 256)
        for (position, character) in zip(UInt8(0)..., alphabet.utf8) { positions[Int(character)] = position }
        return positions
    }()

    private static let digits = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)

    private static let generators: [UInt64] = [
        0xF5_DEE5_1989, 0xA9_FDCA_3312, 0x1B_AB10_E32D, 0x37_06B1_677A, 0x64_4D62_6FFD,
    ]
}
