extension PrivateKey {
    /// Reads 64 hexadecimal digits of either case, with or without `0x`, and with optional white space around them.
    ///
    /// - Throws: ``KeyError/malformedKey``, or ``KeyError/unusableKey``.
    public init(hex text: borrowing SecretBytes) throws(KeyError) {
        let scalar = try SecretBytes(count: 32) { scalar throws(KeyError) in
            let isRead = text.withUnsafeBytes { text in
                var digits = text[...]
                while let byte = digits.first, byte <= 0x20 { digits = digits.dropFirst() }
                while let byte = digits.last, byte <= 0x20 { digits = digits.dropLast() }
                if digits.count == 66, digits.starts(with: [0x30, 0x78]) { digits = digits.dropFirst(2) }
                return SecretHex.decode(UnsafeRawBufferPointer(rebasing: digits), into: scalar)
            }
            guard isRead else { throw .malformedKey }
        }
        try self.init(scalar)
    }

    /// The key as `0x` and 64 lower-case digits.
    borrowing func hex() -> SecretBytes {
        withUnsafeBytes { scalar in
            SecretBytes(count: 66) { text in
                text.copyBytes(from: [0x30, 0x78])
                SecretHex.encode(scalar, into: UnsafeMutableRawBufferPointer(rebasing: text[2...]))
            }
        }
    }
}
