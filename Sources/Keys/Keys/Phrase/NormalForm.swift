internal import Foundation

/// Unicode compatibility decomposition (NFKD), which BIP-39 requires before text is encoded.
enum NormalForm {
    /// The decomposed UTF-8 of `text`.
    static func decomposed(_ text: some StringProtocol) -> SecretBytes {
        // A string is valid Unicode, so this only throws if there is a bug.
        let copy = SecretBytes(copying: text.utf8)
        guard let made = copy.withUnsafeBytes({ try? decomposed(utf8: $0) }) else {
            preconditionFailure("a string is Unicode")  // No trap: a string is valid Unicode.
        }
        return made
    }

    /// The decomposed form of `text`, which must be UTF-8.
    ///
    /// Implemented here for secrets: Foundation decomposes strings, which cannot be wiped, so it only gets single
    /// characters and never sees two adjacent ones.
    ///
    /// - Throws: ``KeyError/malformedText``.
    static func decomposed(utf8 text: UnsafeRawBufferPointer) throws(KeyError) -> SecretBytes {
        if text.allSatisfy({ $0 < 0x80 }) { return SecretBytes(copying: text) }
        var count = 0
        try forEachScalar(in: text) { _ in count += 1 }
        var scalars = SecretBytes(count: count * MemoryLayout<UInt32>.size)
        var length = 0
        try scalars.withUnsafeMutableBytes { memory throws(KeyError) in
            let scalars = memory.bindMemory(to: UInt32.self)
            var index = 0
            try forEachScalar(in: text) { scalar in
                scalars[index] = scalar.value
                index += 1
                length += UTF8.width(scalar)
            }
            sortMarks(in: scalars)
        }
        return scalars.withUnsafeBytes { memory in
            SecretBytes(count: length) { result in
                var index = 0
                for value in memory.bindMemory(to: UInt32.self) {
                    guard let scalar = Unicode.Scalar(value), let bytes = UTF8.encode(scalar) else { continue }
                    for byte in bytes {
                        result[index] = byte
                        index += 1
                    }
                }
            }
        }
    }

    private static func forEachScalar(
        in text: UnsafeRawBufferPointer, _ body: (Unicode.Scalar) -> Void
    ) throws(KeyError) {
        var (decoder, bytes) = (UTF8(), text.makeIterator())
        while true {
            switch decoder.decode(&bytes) {
            case .scalarValue(let scalar) where scalar.isASCII: body(scalar)
            case .scalarValue(let scalar):
                for part in String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars { body(part) }
            case .emptyInput: return
            case .error: throw .malformedText
            }
        }
    }

    /// Sorts combining marks by their combining class, keeping the order of equal ones (UAX #15, D109).
    private static func sortMarks(in scalars: UnsafeMutableBufferPointer<UInt32>) {
        for index in scalars.indices.dropFirst() {
            let mark = scalars[index]
            let own = order(mark)
            guard own > 0 else { continue }
            var place = index
            while place > 0, order(scalars[place - 1]) > own {
                scalars[place] = scalars[place - 1]
                place -= 1
            }
            scalars[place] = mark
        }
    }

    private static func order(_ value: UInt32) -> UInt8 {
        Unicode.Scalar(value)?.properties.canonicalCombiningClass.rawValue ?? 0
    }
}
