internal import Primitives

/// The words of a decomposed phrase, as slices of memory that the caller owns.
struct PhraseWords {
    private let words: [Slice<UnsafeRawBufferPointer>]

    /// Finds the words of `text`, which must outlive this value.
    ///
    /// Words are separated by ASCII white space, commas or semicolons; numbers of a numbered list are left out.
    init(_ text: UnsafeRawBufferPointer) {
        words = text.split { (0x09...0x0D).contains($0) || " ,;".utf8.contains($0) }
            .compactMap(Self.withoutNumber)
    }

    /// The word without a number such as `1.`, `2)` or `3:` in front; `nil` if it is only a number.
    private static func withoutNumber(_ word: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer>? {
        let rest = word.dropFirst(word.prefix(2).prefix { $0 &- 0x30 < 10 }.count)
        guard let mark = rest.first else { return nil }
        guard ".):".utf8.contains(mark) else { return word }
        return rest.count == 1 ? nil : rest.dropFirst()
    }

    /// The number of entropy bytes for this number of words.
    func entropySize() throws(KeyError) -> Int {
        let size = words.count * 4 / 3
        guard words.count.isMultiple(of: 3), Mnemonic.entropySizes.contains(size) else {
            throw .wrongWordCount(words.count)
        }
        return size
    }

    /// The word at `position`, counted from one.
    func word(at position: Int) -> Slice<UnsafeRawBufferPointer>? {
        words.indices.contains(position - 1) ? words[position - 1] : nil
    }

    /// The first of `languages` whose list has all words and whose checksum matches.
    func language(among languages: [Language]) throws(KeyError) -> Language {
        let known = languages.map { language in
            let list = WordList.list(of: language)
            return words.count { list.number(of: UnsafeRawBufferPointer(rebasing: $0)) != nil }
        }
        let most = known.max() ?? 0
        let likely = zip(languages, known).filter { $0.1 == most }.map(\.0)
        var first: KeyError?
        for language in likely {
            var entropy = SecretBytes(count: try entropySize())
            let fault = entropy.withUnsafeMutableBytes { entropy in
                do throws(KeyError) { try read(in: language, into: entropy) } catch { return KeyError?.some(error) }
                return nil
            }
            guard let fault else { return language }
            first = first ?? fault
        }
        throw first ?? .wrongWordCount(words.count)
    }

    /// Decodes the entropy from the words in `language`.
    ///
    /// - Throws: ``KeyError/unknownWord(position:language:)``, or ``KeyError/wrongPhraseChecksum(language:)``.
    func read(in language: Language, into entropy: UnsafeMutableRawBufferPointer) throws(KeyError) {
        let (size, list) = (entropy.count, WordList.list(of: language))
        // One more byte than the entropy: the checksum has 4 to 8 bits.
        let bits = try SecretBytes(count: size + 1) { bits throws(KeyError) in
            for (position, word) in words.enumerated() {
                guard let number = list.number(of: UnsafeRawBufferPointer(rebasing: word)) else {
                    throw .unknownWord(position: position + 1, language: language)
                }
                for bit in 0..<11 where number >> (10 - bit) & 1 == 1 {
                    let place = position * 11 + bit
                    bits[place / 8] |= 0x80 >> UInt8(place % 8)
                }
            }
        }
        let checksumBits = size / 4
        let isRight = bits.withUnsafeBytes { bits in
            entropy.copyBytes(from: bits[..<size])
            let expected = SHA256.hash(entropy).withUnsafeBytes { $0[0] }
            return bits[size] >> (8 - checksumBits) == expected >> (8 - checksumBits)
        }
        guard isRight else { throw .wrongPhraseChecksum(language: language) }
    }
}
