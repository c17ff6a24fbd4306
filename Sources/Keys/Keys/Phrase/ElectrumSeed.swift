internal import Primitives

/// A seed of Electrum 2.0 and later, or of Electron Cash: words whose hash says what their keys are for (Electrum,
/// “Electrum Seed Version System”).
///
/// The words can be any; usually, they are words of BIP-39 with another checksum than its own.
public struct ElectrumSeed: ~Copyable, Sendable {
    /// What the keys of a seed are for.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// P2PKH, with keys at m/0/i, and at m/1/i for change.
        case standard
        /// P2WPKH, with keys at m/0'/0/i, and at m/0'/1/i for change.
        case segWit
    }

    /// What its keys are for.
    public let kind: Kind

    /// The words in the form that is hashed.
    let words: SecretBytes

    /// Reads the words of a seed: UTF-8 in any Unicode form.
    ///
    /// - Throws: ``KeyError/phraseTooLong``, ``KeyError/malformedText``, ``KeyError/twoFactorSeed``, or
    ///   ``KeyError/noElectrumSeed``.
    public init(utf8 text: borrowing SecretBytes) throws(KeyError) {
        guard text.count <= Mnemonic.longest else { throw .phraseTooLong }
        defer { CallStack.wipe() }
        let words = try text.withUnsafeBytes { text throws(KeyError) in try Self.normalized(text) }
        let version = words.withUnsafeBytes { words in
            Array("Seed version".utf8).withContiguousBytes { HMACSHA512.secretCode(key: $0, message: words) }
        }
        let kind = try version.withUnsafeBytes { version throws(KeyError) -> Kind in
            switch (version[0], version[1] >> 4) {
            case (0x01, _): .standard
            case (0x10, 0): .segWit
            case (0x10, 1), (0x10, 2): throw .twoFactorSeed
            default: throw .noElectrumSeed
            }
        }
        self.kind = kind
        self.words = words
    }

    /// The path of the key below which the two chains of addresses are.
    public borrowing func accountPath() throws(KeyError) -> DerivationPath {
        try DerivationPath(indices: kind == .segWit ? [DerivationPath.hardened] : [])
    }

    /// The 64-byte seed; every `passphrase` (UTF-8) gives a different seed, and none is wrong.
    ///
    /// - Throws: ``KeyError/malformedText`` if the passphrase is not UTF-8.
    public borrowing func seed(passphrase: borrowing SecretBytes) throws(KeyError) -> SecretBytes {
        defer { CallStack.wipe() }
        let prefix = Array("electrum".utf8)
        let passphrase = try passphrase.withUnsafeBytes { text throws(KeyError) in try Self.normalized(text) }
        let salt = SecretBytes(count: prefix.count + passphrase.count) { salt in
            salt.copyBytes(from: prefix)
            passphrase.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: salt[prefix.count...]).copyMemory(from: $0)
            }
        }
        return words.withUnsafeBytes { words in
            salt.withUnsafeBytes { PBKDF2SHA512.derive(password: words, salt: $0, rounds: 2048, count: 64) }
        }
    }

    /// `text` decomposed (NFKD), in lower case, without accents, and with single spaces between words, but none between
    /// Chinese, Japanese and Korean characters.
    static func normalized(_ text: UnsafeRawBufferPointer) throws(KeyError) -> SecretBytes {
        var decomposed = try NormalForm.decomposed(utf8: text)
        decomposed.withUnsafeMutableBytes(Mnemonic.lower)
        var length = 0
        // Nothing gets longer.
        let room = SecretBytes(count: decomposed.count) { room in
            decomposed.withUnsafeBytes { text in
                var (decoder, bytes) = (UTF8(), text.makeIterator())
                var (last, isSeparated) = (Unicode.Scalar?.none, false)
                while case .scalarValue(let scalar) = decoder.decode(&bytes) {
                    guard scalar.properties.canonicalCombiningClass == .notReordered else { continue }
                    guard !scalar.properties.isWhitespace else {
                        isSeparated = true
                        continue
                    }
                    if isSeparated, let last, !last.isEastAsian || !scalar.isEastAsian {
                        room[length] = 0x20
                        length += 1
                    }
                    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                        room[length] = byte
                        length += 1
                    }
                    (last, isSeparated) = (scalar, false)
                }
            }
        }
        return room.part(0..<length)
    }
}

extension Unicode.Scalar {
    /// Whether Electrum counts it among the Chinese, Japanese and Korean characters, which have no spaces between them.
    fileprivate var isEastAsian: Bool {
        let blocks: [ClosedRange<UInt32>] = [
            0x1100...0x11FF, 0x2E80...0x2FDF, 0x2FF0...0x2FFF, 0x3040...0x30FF, 0x3100...0x312F, 0x3130...0x318F,
            0x3190...0x31BF, 0x31C0...0x31EF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA4D0...0xA4FF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x16F00...0x16F9F,
            0x1B000...0x1B0FF, 0x20000...0x2CEAF, 0x2F800...0x2FA1F, 0xE0100...0xE01EF,
        ]
        return blocks.contains { $0.contains(value) }
    }
}
