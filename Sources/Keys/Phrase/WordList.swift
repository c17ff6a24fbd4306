/// The 2,048 English words of BIP-39, in order.
enum WordList {
    /// The words.
    static let english: [String] = {
        let words = PackageResources.english_txt.split(separator: UInt8(ascii: "\n"))
            .map { String(decoding: $0, as: UTF8.self) }
        precondition(words.count == 2_048, "the list has eleven bits of words")
        return words
    }()

    /// The number of the word whose UTF-8 is `bytes`; `nil` for what is none.
    static func index(of bytes: UnsafeRawBufferPointer) -> Int? {
        var candidates = english.indices
        // The list is in alphabetical order, so half of it can be put aside with each look.
        while let first = candidates.first, let last = candidates.last {
            let middle = (first + last) / 2
            if bytes.elementsEqual(english[middle].utf8) { return middle }
            let isBefore = bytes.lexicographicallyPrecedes(english[middle].utf8)
            candidates = isBefore ? first..<middle : (middle + 1)..<(last + 1)
        }
        return nil
    }
}
