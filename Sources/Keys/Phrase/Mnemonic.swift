/// A recovery phrase: English words that stand for entropy and its checksum (BIP-39).
public struct Mnemonic: ~Copyable, Sendable {
    /// The longest text that is looked at, in bytes of UTF-8: far more than 24 words in any script.
    static let longest = 4_096

    /// The words with one space between, as UTF-8; English words need no further normal form.
    private let phrase: SecretBytes

    /// The number of words.
    public let wordCount: Int

    /// Writes 16, 20, 24, 28 or 32 bytes of entropy as words.
    ///
    /// - Throws: ``KeyError/wrongEntropySize(_:)``.
    public init(entropy: borrowing SecretBytes) throws(KeyError) {
        let size = entropy.count
        guard Self.entropySizes.contains(size) else { throw .wrongEntropySize(size) }
        wordCount = size * 3 / 4
        var text = entropy.withUnsafeBytes { entropy in
            let checksum = SHA256.hash(entropy).bytes[0]
            return (0..<(size * 3 / 4)).reduce(into: [UInt8]()) { text, word in
                var index = 0
                for bit in (word * 11)..<(word * 11 + 11) {
                    let byte = bit / 8 < size ? entropy[bit / 8] : checksum
                    index = index << 1 | Int(byte >> (7 - bit % 8) & 1)
                }
                if word > 0 { text.append(0x20) }
                text.append(contentsOf: WordList.english[index].utf8)
            }
        }
        phrase = SecretBytes(copying: text)
        text.withUnsafeMutableBytes { SecretBytes.wipe($0) }
    }

    /// Reads lower-case words with white space between them, in any Unicode form.
    ///
    /// - Throws: ``KeyError/phraseTooLong``, ``KeyError/wrongWordCount(_:)``, ``KeyError/unknownWord(position:)`` for
    ///   the first such word, or ``KeyError/wrongPhraseChecksum``.
    public init(_ text: some StringProtocol) throws(KeyError) {
        guard text.utf8.count <= Self.longest else { throw .phraseTooLong }
        let entropy = try NormalForm.decomposed(text).withUnsafeBytes { text throws(KeyError) in
            try Self.entropy(words: text.split { $0 == 0x20 || (0x09...0x0D).contains($0) })
        }
        try self.init(entropy: entropy)
    }

    /// The bytes that the words stand for, without the checksum.
    public borrowing func entropy() throws(KeyError) -> SecretBytes {
        try phrase.withUnsafeBytes { phrase throws(KeyError) in
            try Self.entropy(words: phrase.split(separator: 0x20))
        }
    }

    /// The 64-byte seed of this phrase; every `passphrase` gives another one, none is wrong.
    public borrowing func seed(passphrase: String = "") -> SecretBytes {
        Self.seed(phrase: phrase, passphrase: passphrase)
    }

    /// The 64-byte seed of a phrase in any language, whose words and checksum are not looked at.
    ///
    /// - Throws: ``KeyError/phraseTooLong``.
    public static func seed(
        phrase: some StringProtocol, passphrase: String = ""
    ) throws(KeyError) -> SecretBytes {
        guard phrase.utf8.count <= longest else { throw .phraseTooLong }
        return seed(phrase: NormalForm.decomposed(phrase), passphrase: passphrase)
    }

    /// Lends the UTF-8 of the words, one space between, to `body`, which must not keep the pointer.
    public borrowing func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try phrase.withUnsafeBytes(body)
    }

    private static let entropySizes = [16, 20, 24, 28, 32]

    private static func seed(phrase: borrowing SecretBytes, passphrase: String) -> SecretBytes {
        let salt = NormalForm.decomposed("mnemonic" + passphrase)
        return phrase.withUnsafeBytes { phrase in
            salt.withUnsafeBytes { salt in
                PBKDF2SHA512.derive(password: phrase, salt: salt, rounds: 2_048, count: 64)
            }
        }
    }

    private static func entropy(words: [Slice<UnsafeRawBufferPointer>]) throws(KeyError) -> SecretBytes {
        let size = words.count * 4 / 3
        guard words.count.isMultiple(of: 3), entropySizes.contains(size) else {
            throw .wrongWordCount(words.count)
        }
        // One byte more than the entropy: the checksum has 4 to 8 bits.
        let bits = try SecretBytes(count: size + 1) { bits throws(KeyError) in
            for (position, word) in words.enumerated() {
                guard let index = WordList.index(of: UnsafeRawBufferPointer(rebasing: word)) else {
                    throw .unknownWord(position: position + 1)
                }
                for bit in 0..<11 where index >> (10 - bit) & 1 == 1 {
                    let place = position * 11 + bit
                    bits[place / 8] |= 0x80 >> UInt8(place % 8)
                }
            }
        }
        let checksumBits = size / 4
        let entropy = bits.withUnsafeBytes { SecretBytes(copying: $0[..<size]) }
        let expected = entropy.withUnsafeBytes { SHA256.hash($0).bytes[0] } >> (8 - checksumBits)
        guard bits.withUnsafeBytes({ $0[size] >> (8 - checksumBits) }) == expected else {
            throw .wrongPhraseChecksum
        }
        return entropy
    }
}
