import CSodium

/// 32 bytes in place: topics, public keys and digests are kept by the million, without an allocation each.
struct Bytes32: Hashable, Sendable {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// Takes 32 bytes; `nil` for any other number of them.
    init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        var iterator = bytes.makeIterator()
        func word() -> UInt64 {
            var word: UInt64 = 0
            for _ in 0..<8 { word = word << 8 | UInt64(iterator.next() ?? 0) }
            return word
        }
        words = (word(), word(), word(), word())
    }

    /// Reads 64 lowercase hexadecimal digits; `nil` for any other text.
    init?(hex: some Collection<UInt8>) {
        guard hex.count == 64 else { return nil }
        var iterator = hex.makeIterator()
        func word() -> UInt64? {
            var word: UInt64 = 0
            for _ in 0..<16 {
                guard let digit = iterator.next().flatMap(Hex.digit) else { return nil }
                word = word << 4 | UInt64(digit)
            }
            return word
        }
        guard let first = word(), let second = word(), let third = word(), let fourth = word() else { return nil }
        words = (first, second, third, fourth)
    }

    /// The BLAKE2b digest of `bytes`.
    init(digestOf bytes: [UInt8]) {
        var digest = [UInt8](repeating: 0, count: 32)
        crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), nil, 0)
        self = Bytes32(digest) ?? .zero
    }

    /// 32 random bytes.
    static func random() -> Bytes32 {
        var bytes = [UInt8](repeating: 0, count: 32)
        randombytes_buf(&bytes, bytes.count)
        return Bytes32(bytes) ?? .zero
    }

    private static let zero = Bytes32(words: (0, 0, 0, 0))

    private init(words: (UInt64, UInt64, UInt64, UInt64)) {
        self.words = words
    }

    /// The bytes.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        append(to: &bytes)
        return bytes
    }

    /// Adds the bytes to others.
    func append(to bytes: inout [UInt8]) {
        for word in [words.0, words.1, words.2, words.3] {
            withUnsafeBytes(of: word.bigEndian) { bytes.append(contentsOf: $0) }
        }
    }

    /// 64 lowercase hexadecimal digits.
    var hex: [UInt8] {
        var digits: [UInt8] = []
        digits.reserveCapacity(64)
        appendHex(to: &digits)
        return digits
    }

    /// Adds the digits to other bytes.
    func appendHex(to bytes: inout [UInt8]) {
        for word in [words.0, words.1, words.2, words.3] {
            withUnsafeBytes(of: (Hex.spread(word >> 32), Hex.spread(word & 0xFFFF_FFFF))) {
                bytes.append(contentsOf: $0)
            }
        }
    }

    static func == (one: Bytes32, other: Bytes32) -> Bool { one.words == other.words }

    func hash(into hasher: inout Hasher) {
        // Topics and keys are chosen by others; the hasher has a seed of its own.
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }
}

/// Hexadecimal digits.
enum Hex {
    /// The digits of the lower 32 bits, in the order of the memory: eight at once, which is several times as fast as
    /// one after the other.
    static func spread(_ bits: UInt64) -> UInt64 {
        var nibbles = bits & 0xFFFF_FFFF
        nibbles = (nibbles << 16 | nibbles) & 0x0000_FFFF_0000_FFFF
        nibbles = (nibbles << 8 | nibbles) & 0x00FF_00FF_00FF_00FF
        nibbles = (nibbles << 4 | nibbles) & 0x0F0F_0F0F_0F0F_0F0F
        // One in each byte that is above nine; there the letters begin, 39 places behind the digits.
        let letters = (nibbles &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return (nibbles &+ 0x3030_3030_3030_3030 &+ letters &* 39).bigEndian
    }

    /// The value of a lowercase digit.
    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    /// The value of a digit.
    static func anyDigit(_ byte: UInt8) -> UInt8? { digit(0x41...0x46 ~= byte ? byte | 0x20 : byte) }
}

/// A topic: where messages are published, and who subscribes to it gets them.
struct Topic: Hashable, Sendable {
    let bytes: Bytes32
}

extension Topic {
    /// Reads a topic from 64 lowercase hexadecimal digits.
    init?(hex: some Collection<UInt8>) {
        guard let bytes = Bytes32(hex: hex) else { return nil }
        self.bytes = bytes
    }

    /// The topic that stands for a topic of the legacy bridge, which is any text.
    ///
    /// The digest keeps the topics of the two protocols apart.
    init(legacy text: [UInt8]) {
        bytes = Bytes32(digestOf: Array("drawbridge relay legacy topic ".utf8) + text)
    }
}

/// The identity of a client: its public Ed25519 key, or random bytes for a client of the legacy bridge.
struct ClientID: Hashable, Sendable {
    let bytes: Bytes32
}
