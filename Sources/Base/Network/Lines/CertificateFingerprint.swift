/// The SHA-256 hash of a certificate, which identifies one server.
///
/// A given fingerprint is the only check: the name, the dates and the issuer of the certificate are ignored. Most
/// Electrum servers use self-signed certificates and publish their fingerprints.
public struct CertificateFingerprint: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes.
    public let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Parses 64 hexadecimal digits, with or without colons between the bytes.
    ///
    /// - Returns: `nil` for any other text.
    public init?(_ text: String) {
        let pairs = text.split(separator: ":", omittingEmptySubsequences: false)
        guard pairs.count == 1 || (pairs.count == 32 && pairs.allSatisfy { $0.utf8.count == 2 }) else { return nil }
        let digits = pairs.joined().utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 64 else { return nil }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: 64, by: 2) {
            guard let high = digits[place], let low = digits[place + 1] else { return nil }
            bytes.append(UInt8(high << 4 | low))  // No trap: two digits of 4 bits.
        }
        self.bytes = bytes
    }

    /// Groups of four digits with spaces between them, to be compared by a person.
    package var grouped: String {
        stride(from: 0, to: bytes.count, by: 2).map { start in
            Self.pairs(bytes[start..<min(start + 2, bytes.count)]).joined()
        }.joined(separator: " ")
    }

    private static func pairs(_ bytes: some Sequence<UInt8>) -> [String] {
        bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }
    }

    /// Upper-case pairs of digits with colons between them, the usual notation.
    public var description: String {
        Self.pairs(bytes).joined(separator: ":")
    }
}
