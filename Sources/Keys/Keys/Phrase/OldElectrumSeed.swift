internal import CNettle
internal import CWordLists
internal import Glibc
public import Primitives

/// A seed of Electrum before version 2.0 and of the first Electron Cash: 12 or 24 words of a list of 1,626.
///
/// Source: Electrum, `electrum/old_mnemonic.py` and `electrum/keystore.py` (`Old_KeyStore`). Its keys sign for P2PKH
/// with public keys of 65 bytes.
public struct OldElectrumSeed: ~Copyable, Sendable {
    /// The number of words in the list.
    private static let size: UInt64 = 1_626

    /// The number of hashes that stretch the seed.
    private static let rounds = 100_000

    /// The numbers of the words as hexadecimal digits, eight for each three words.
    private let digits: SecretBytes

    /// The words in lower case with single spaces.
    let words: SecretBytes

    /// Reads the words: ASCII in upper or lower case, separated by white space.
    ///
    /// - Throws: ``KeyError/phraseTooLong``, or ``KeyError/noElectrumSeed`` for another number of words, words that are
    ///   not in the list, and words that stand for no number.
    public init(utf8 text: borrowing SecretBytes) throws(KeyError) {
        guard text.count <= Mnemonic.longest else { throw .phraseTooLong }
        defer { CallStack.wipe() }
        let digits = try text.withUnsafeBytes { text throws(KeyError) in
            let words = text.split { $0 == 0x20 || 0x09...0x0D ~= $0 }
            guard words.count == 12 || words.count == 24 else { throw .noElectrumSeed }
            return try SecretBytes(count: words.count / 3 * 8) { digits throws(KeyError) in
                for group in 0..<words.count / 3 {
                    let number = try Self.number(of: words[group * 3..<group * 3 + 3])
                    try withUnsafeBytes(of: number.bigEndian) { bytes throws(KeyError) in
                        SecretHex.encode(
                            bytes, into: UnsafeMutableRawBufferPointer(rebasing: digits[group * 8..<group * 8 + 8]))
                    }
                }
            }
        }
        self.digits = digits
        words = text.withUnsafeBytes(Self.canonical)
    }

    /// `text` in lower case, with one space between words and none around them.
    private static func canonical(_ text: UnsafeRawBufferPointer) -> SecretBytes {
        var length = 0
        let room = SecretBytes(count: text.count) { room in
            for word in text.split(whereSeparator: { $0 == 0x20 || 0x09...0x0D ~= $0 }) {
                if length > 0 {
                    room[length] = 0x20
                    length += 1
                }
                for byte in word {
                    room[length] = 0x41...0x5A ~= byte ? byte | 0x20 : byte
                    length += 1
                }
            }
        }
        return room.part(0..<length)
    }

    /// The number of 32 bits that three words stand for.
    private static func number(
        of words: ArraySlice<Slice<UnsafeRawBufferPointer>>
    ) throws(KeyError) -> UInt32 {
        var places: [UInt64] = []
        defer { places.withUnsafeMutableBytes { $0.wipe() } }
        for word in words {
            guard let place = place(of: word) else { throw .noElectrumSeed }
            places.append(place)
        }
        guard places.count == 3 else { throw .noElectrumSeed }
        // The second and the third word are written as differences from the word before.
        let (second, third) = (
            (places[1] + size - places[0]) % size, (places[2] + size - places[1]) % size
        )
        guard let number = UInt32(exactly: places[0] + size * second + size * size * third) else {
            throw .noElectrumSeed
        }
        return number
    }

    /// The place of a word in the list; `nil` if it is not in it.
    private static func place(of word: Slice<UnsafeRawBufferPointer>) -> UInt64? {
        var length = 0
        guard let list = drawbridge_words(DRAWBRIDGE_WORDS_OLD_ELECTRUM, &length) else { return nil }
        var (start, place): (Int, UInt64) = (0, 0)
        while start < length {
            let line = list + start
            // A search in C, because a word that is not in the list is compared with 1,626 lines.
            let end = memchr(line, 0x0A, length - start)
            let count = end.map { UnsafeRawPointer($0) - UnsafeRawPointer(line) } ?? length - start
            if count == word.count,
                UnsafeBufferPointer(start: line, count: count)
                    .elementsEqual(word.lazy.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 })
            {
                return place
            }
            start += count + 1
            place += 1
        }
        return nil
    }

    /// The master key: the digits, hashed many times together with themselves; slow.
    ///
    /// - Throws: ``KeyError/unusableKey``, with a probability of about 2^-128.
    borrowing func masterKey() throws(KeyError) -> PrivateKey {
        defer { CallStack.wipe() }
        let stretched = SecretBytes(count: 32) { state in
            digits.withUnsafeBytes { digits in
                var context = sha256_ctx()
                defer { withUnsafeMutableBytes(of: &context) { $0.wipe() } }
                for round in 0..<Self.rounds {
                    nettle_sha256_init(&context)
                    let first = round == 0 ? digits : UnsafeRawBufferPointer(state)
                    nettle_sha256_update(&context, first.count, first.octets)
                    nettle_sha256_update(&context, digits.count, digits.octets)
                    nettle_sha256_digest(&context, state.count, state.octets)
                }
            }
        }
        return try PrivateKey(stretched)
    }
}

/// The master key of an old seed of Electrum.
///
/// Its keys are at `m`, `m/0/i` and `m/1/i`, which are not the paths of BIP-32.
struct OldElectrumKey: ~Copyable, Sendable {
    /// The key at `m`.
    let master: PrivateKey

    /// The public key at `m`.
    let publicKey: OldElectrumPublicKey

    init(_ master: consuming PrivateKey) throws(KeyError) {
        publicKey = OldElectrumPublicKey(try master.publicKey())
        self.master = master
    }

    /// Whether it has a key at `path`.
    static func has(_ path: DerivationPath) -> Bool {
        path.indices.isEmpty
            || path.indices.count == 2 && path.indices[0] <= 1 && path.indices[1] < DerivationPath.hardened
    }

    /// The private key at the end of `path`.
    ///
    /// - Throws: ``KeyError/noKeyAtPath``.
    borrowing func privateKey(at path: DerivationPath) throws(KeyError) -> PrivateKey {
        guard Self.has(path) else { throw .noKeyAtPath }
        let own = try PrivateKey(master.withUnsafeBytes { SecretBytes(copying: $0) })
        guard !path.indices.isEmpty else { return own }
        let offset = publicKey.offset(change: path.indices[0], index: path.indices[1])
        return try SecretBytes(copying: offset.bytes).withUnsafeBytes { number throws(KeyError) in
            try own.adding(number)
        }
    }
}

/// The public key of an old seed of Electrum, from which the public keys of its addresses are derived.
public struct OldElectrumPublicKey: Hashable, Sendable {
    /// The master public key.
    public let publicKey: PublicKey

    /// Creates the key.
    public init(_ publicKey: PublicKey) {
        self.publicKey = publicKey
    }

    /// The public key of the address at `index` of the chain `change`: 0 for receiving, 1 for change.
    ///
    /// - Throws: ``KeyError/unusableChild(index:)``, with a probability of about 2^-128.
    public func child(change: UInt32, index: UInt32) throws(KeyError) -> PublicKey {
        guard let key = offset(change: change, index: index).bytes.withContiguousBytes({ publicKey.adding($0) }) else {
            throw .unusableChild(index: index)
        }
        return key
    }

    /// What is added to the master key: a hash of the place, and of both coordinates of the master public key.
    func offset(change: UInt32, index: UInt32) -> Digest32 {
        SHA256.hashTwice(Array("\(index):\(change):".utf8) + publicKey.uncompressed.dropFirst())
    }
}
