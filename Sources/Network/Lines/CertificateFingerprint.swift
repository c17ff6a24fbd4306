/// The SHA-256 of a certificate, which identifies one server.
///
/// Where one is given it is the only proof: neither the name in the certificate nor its dates nor who signed it are
/// looked at. Servers of coins mostly sign for themselves, and their fingerprints are published.
public struct CertificateFingerprint: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes.
    public let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads 64 hexadecimal digits; colons between the bytes may stand or be left out.
    ///
    /// - Returns: `nil` for every other text.
    public init?(_ text: String) {
        let pairs = text.split(separator: ":", omittingEmptySubsequences: false)
        guard pairs.count == 1 || (pairs.count == 32 && pairs.allSatisfy { $0.utf8.count == 2 }) else { return nil }
        let digits = pairs.joined().utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 64 else { return nil }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: 64, by: 2) {
            guard let high = digits[place], let low = digits[place + 1] else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        self.bytes = bytes
    }

    /// Upper-case pairs with colons between them, as other programs write it.
    public var description: String {
        bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }.joined(separator: ":")
    }
}
