internal import Primitives

/// A recovery phrase: words that encode entropy and its checksum (BIP-39).
public struct Mnemonic: ~Copyable, Sendable {
    /// The maximum length of text in UTF-8 bytes: far more than 24 words in any script.
    static let longest = 4_096

    static let entropySizes = [16, 20, 24, 28, 32]

    /// The decomposed words separated by ASCII spaces, as UTF-8: the input of the seed derivation.
    private let phrase: SecretBytes

    /// The language of the words.
    public let language: Language

    /// The number of words.
    public let wordCount: Int

    /// Encodes 16, 20, 24, 28 or 32 bytes of entropy as words of `language`.
    ///
    /// - Throws: ``KeyError/wrongEntropySize(_:)``.
    public init(entropy: borrowing SecretBytes, language: Language = .english) throws(KeyError) {
        let size = entropy.count
        guard Self.entropySizes.contains(size) else { throw .wrongEntropySize(size) }
        let wordCount = size * 3 / 4
        self.wordCount = wordCount
        self.language = language
        let list = WordList.list(of: language)
        var length = 0
        let room = SecretBytes(count: wordCount * (WordList.longestWord + 1)) { room in
            entropy.withUnsafeBytes { entropy in
                let checksum = SHA256.hash(entropy).withUnsafeBytes { $0[0] }
                for word in 0..<wordCount {
                    var number = 0
                    for bit in (word * 11)..<(word * 11 + 11) {
                        let byte = bit / 8 < size ? entropy[bit / 8] : checksum
                        number = number << 1 | Int(byte >> (7 - bit % 8) & 1)
                    }
                    if word > 0 {
                        room[length] = 0x20
                        length += 1
                    }
                    list.withWord(number) { word in
                        UnsafeMutableRawBufferPointer(rebasing: room[length...]).copyMemory(from: word)
                        length += word.count
                    }
                }
            }
        }
        phrase = room.part(0..<length)
        CallStack.wipe()
    }

    /// Generates a phrase of 12 or 24 words (or 15, 18 or 21) with the system's random number generator.
    ///
    /// - Throws: ``KeyError/wrongWordCount(_:)``, or ``KeyError/noRandomness``.
    public init(randomWords wordCount: Int, language: Language = .english) throws(KeyError) {
        let size = wordCount * 4 / 3
        guard wordCount.isMultiple(of: 3), Self.entropySizes.contains(size) else {
            throw .wrongWordCount(wordCount)
        }
        try self.init(entropy: SecretBytes(randomCount: size), language: language)
    }

    /// Reads words with white space, commas or semicolons between them, also numbered: UTF-8 in any Unicode form; ASCII
    /// letters are not case-sensitive.
    ///
    /// Without a `language`, it is detected: the one whose list has all words and whose checksum matches. If two match
    /// (the Chinese lists share characters), the words and the seed are the same in both.
    ///
    /// - Throws: ``KeyError/phraseTooLong``, ``KeyError/malformedText``, ``KeyError/wrongWordCount(_:)``,
    ///   ``KeyError/unknownWord(position:language:)`` for the first word that is not in the list with most of the
    ///   words, or ``KeyError/wrongPhraseChecksum(language:)``.
    public init(utf8 text: borrowing SecretBytes, language: Language? = nil) throws(KeyError) {
        guard text.count <= Self.longest else { throw .phraseTooLong }
        defer { CallStack.wipe() }
        var decomposed = try text.withUnsafeBytes { text throws(KeyError) in
            try NormalForm.decomposed(utf8: text)
        }
        decomposed.withUnsafeMutableBytes(Self.lower)
        let (size, found) = try decomposed.withUnsafeBytes { text throws(KeyError) in
            let words = PhraseWords(text)
            return (try words.entropySize(), try words.language(among: language.map { [$0] } ?? Language.allCases))
        }
        let entropy = try SecretBytes(count: size) { entropy throws(KeyError) in
            try decomposed.withUnsafeBytes { text throws(KeyError) in
                try PhraseWords(text).read(in: found, into: entropy)
            }
        }
        try self.init(entropy: entropy, language: found)
    }

    /// Converts ASCII letters to lower case; this includes the base letters of decomposed characters.
    static func lower(_ text: UnsafeMutableRawBufferPointer) {
        for index in text.indices where (0x41...0x5A).contains(text[index]) { text[index] |= 0x20 }
    }

    /// Reads a phrase that is not secret, such as a test's: text cannot be wiped.
    ///
    /// - Throws: What ``init(utf8:language:)`` throws.
    public init(_ text: some StringProtocol, language: Language? = nil) throws(KeyError) {
        guard text.utf8.count <= Self.longest else { throw .phraseTooLong }
        try self.init(utf8: SecretBytes(copying: text.utf8), language: language)
    }

    /// The encoded entropy, without the checksum.
    public borrowing func entropy() throws(KeyError) -> SecretBytes {
        defer { CallStack.wipe() }
        return try SecretBytes(count: wordCount * 4 / 3) { entropy throws(KeyError) in
            try phrase.withUnsafeBytes { text throws(KeyError) in
                try PhraseWords(text).read(in: language, into: entropy)
            }
        }
    }

    /// The 64-byte seed of this phrase; every `passphrase` (UTF-8) gives a different seed, and none is wrong.
    ///
    /// - Throws: ``KeyError/malformedText`` if the passphrase is not UTF-8.
    public borrowing func seed(passphrase: borrowing SecretBytes) throws(KeyError) -> SecretBytes {
        let passphrase = try passphrase.withUnsafeBytes { text throws(KeyError) in
            try NormalForm.decomposed(utf8: text)
        }
        return Self.seed(phrase: phrase, decomposed: passphrase)
    }

    /// The 64-byte seed with a `passphrase` that is not secret; the standard seed if it is empty.
    public borrowing func seed(passphrase: String = "") -> SecretBytes {
        Self.seed(phrase: phrase, decomposed: NormalForm.decomposed(passphrase))
    }

    /// The 64-byte seed of a phrase in any language, without a check of its words and checksum.
    ///
    /// - Throws: ``KeyError/phraseTooLong``.
    public static func seed(
        phrase: some StringProtocol, passphrase: String = ""
    ) throws(KeyError) -> SecretBytes {
        guard phrase.utf8.count <= longest else { throw .phraseTooLong }
        return seed(phrase: NormalForm.decomposed(phrase), decomposed: NormalForm.decomposed(passphrase))
    }

    /// Passes the decomposed words in UTF-8, separated by ASCII spaces, to `body`, which must not keep the pointer.
    public borrowing func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try phrase.withUnsafeBytes(body)
    }

    /// The words for display, as UTF-8: in Japanese with ideographic spaces.
    public borrowing func shown() -> SecretBytes {
        let separator = language.separator
        return phrase.withUnsafeBytes { phrase in
            SecretBytes(count: phrase.count + (wordCount - 1) * (separator.count - 1)) { shown in
                var place = 0
                for byte in phrase {
                    for byte in byte == 0x20 ? separator[...] : [byte] {
                        shown[place] = byte
                        place += 1
                    }
                }
            }
        }
    }

    /// The word at `position`, counted from one, as UTF-8, or `nil`.
    public borrowing func word(at position: Int) -> SecretBytes? {
        phrase.withUnsafeBytes { phrase in
            PhraseWords(phrase).word(at: position).map { SecretBytes(copying: $0) }
        }
    }

    private static func seed(phrase: borrowing SecretBytes, decomposed passphrase: borrowing SecretBytes) -> SecretBytes
    {
        let prefix = Array("mnemonic".utf8)
        let salt = SecretBytes(count: prefix.count + passphrase.count) { salt in
            salt.copyBytes(from: prefix)
            passphrase.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: salt[prefix.count...]).copyMemory(from: $0)
            }
        }
        defer { CallStack.wipe() }
        return phrase.withUnsafeBytes { phrase in
            salt.withUnsafeBytes { salt in
                PBKDF2SHA512.derive(password: phrase, salt: salt, rounds: 2_048, count: 64)
            }
        }
    }
}
